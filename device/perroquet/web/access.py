"""How others join: address, code and QR code; and how the host changes them. Importing this module imports NiceGUI."""

from perroquet.table.views import EveningView
from perroquet.web.forms import button
from perroquet.web.nodes import Node
from perroquet.web.visit import Visit
from perroquet.web.wording import Words


class Access:
    """The invitation. `host`: with the buttons to say it and to change the code."""

    def __init__(self, words: Words, visit: Visit, *, host: bool) -> None:
        self._words = words
        self._visit = visit
        with Node("section", "panel access"):
            self._qr = Node("img", "qr", width=132, height=132)
            with Node("div", "invitation"):
                Node("h2", "eyebrow", words("join-us"))
                self._address = Node("p", "address")
                with Node("p", "code-line"):
                    Node("span", "caption", words("porch-code"))
                    self._code = Node("span", "code")
                if host:
                    with Node("div", "actions"):
                        button(words("say-code"), visit.say_code)
                        button(words("renew-code"), visit.renew_code)

    def show(self, _view: EveningView) -> None:
        """Draw the code as it is now."""
        code = self._visit.guests.code
        self._address.write(self._visit.where.spoken)
        self._code.write(" ".join(code))
        self._qr.put(src=f"/qr.svg?{code}", alt=self._words("qr", address=self._visit.where.spoken))

"""Names of the players, to be written by the host. Importing this module imports NiceGUI."""

from collections.abc import Callable
from typing import Final

from nicegui.events import GenericEventArguments

from perroquet.kernel.units import Seat
from perroquet.table.decide import NAME_LENGTH
from perroquet.table.views import EveningView, SeatView
from perroquet.web.nodes import Node
from perroquet.web.wording import Words

_WRITTEN: Final = "(e) => emit(Number(e.currentTarget.dataset.seat), e.currentTarget.value)"


class Names:
    """One field a seat, by number, folded away until somebody wants it."""

    def __init__(self, words: Words, rename: Callable[[Seat, str], None]) -> None:
        self._words = words
        self._rename = rename
        self._fields: dict[Seat, _Field] = {}
        with Node("details", "names") as self._box:
            Node("summary", "", words("players"))
            self._list = Node("div", "name-fields")

    def show(self, view: EveningView) -> None:
        """Draw a field for each seat."""
        shown = {seat.seat for seat in view.seats}
        for gone in self._fields.keys() - shown:
            self._fields.pop(gone).label.delete()
        for seat in view.seats:
            if seat.seat not in self._fields:
                rank = sum(known < seat.seat for known in self._fields)
                with self._list:
                    self._fields[seat.seat] = _Field(seat.seat, self._words, self._written)
                self._fields[seat.seat].label.move(target_index=rank)
            self._fields[seat.seat].show(seat)
        self._box.put(hidden=not shown)

    def _written(self, event: GenericEventArguments) -> None:
        match event.args:
            case [int(seat), str(name)] if Seat(seat) in self._fields:
                self._rename(Seat(seat), name)
            case _:
                pass  # forged: our own page sends a seat that it shows


class _Field:
    def __init__(self, seat: Seat, words: Words, written: Callable[[GenericEventArguments], None]) -> None:
        number = seat + 1
        with Node("label", "name-field") as self.label:
            Node("span", "number", str(number), aria_hidden="true")
            self._input = Node(
                "input",
                type="text",
                maxlength=NAME_LENGTH,
                autocomplete="off",
                data_seat=seat,
                aria_label=words("player", number=number),
            )
            self._input.on("change", written, js_handler=_WRITTEN)

    def show(self, seat: SeatView) -> None:
        # The attribute, not the property: what somebody is typing must not be drawn over.
        self._input.put(**{"^value": seat.name if seat.named else ""}, placeholder=seat.name)

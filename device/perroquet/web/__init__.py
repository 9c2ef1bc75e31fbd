"""The table page: draws views, sends commands.

`Page` serves it; `reserve` takes its port, early and cheaply. NiceGUI is imported when a `Page` is made, not before.
"""

from perroquet.web.door import reserve
from perroquet.web.link import EveningLink
from perroquet.web.server import Page

__all__ = ["EveningLink", "Page", "reserve"]

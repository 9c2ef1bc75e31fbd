"""The table's page: draws views, sends wishes.

`Page` serves it; `reserve` takes its port, early and cheaply; `GuestBook` and `Guests` are those who joined. NiceGUI is
imported when a `Page` is made, not before.
"""

from perroquet.web.door import reserve
from perroquet.web.guests import GuestBook, Guests
from perroquet.web.link import EveningLink
from perroquet.web.server import Page

__all__ = ["EveningLink", "GuestBook", "Guests", "Page", "reserve"]

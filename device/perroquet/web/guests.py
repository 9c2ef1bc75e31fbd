"""Who joined the table's page: the code, signed cookies, seats and the host. Kept across a power cut."""

import hmac
import json
import logging
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, cast

from itsdangerous import BadSignature, Signer

from perroquet.kernel.units import Seat

_log = logging.getLogger(__name__)

COOKIE: Final = "perroquet"
MOST: Final = 64
"""Browsers that may be joined at once; beyond it the oldest without a seat must join again."""

FRESH_S: Final = 18 * 3600
"""An evening's code, and those who joined with it, are forgotten after this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """One browser that gave the code.

    Attributes:
        seat: whose private page it may see.
        host: it may use the host's console.
    """

    id: str
    seat: Seat | None = None
    host: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestBook:
    """All that is kept. `made`: seconds since the epoch."""

    code: str
    key: str
    made: float
    guests: tuple[Guest, ...] = ()

    @classmethod
    def new(cls, now: float) -> "GuestBook":
        """Return an empty book with a code and a key of its own."""
        return cls(code=fresh_code(), key=secrets.token_hex(32), made=now)

    @classmethod
    def load(cls, path: Path, now: float) -> "GuestBook":
        """Return the book at `path`, or a new one when there is none, it is old, or it cannot be read."""
        try:
            kept = cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))
            guests = tuple(Guest(id=str(one["id"]), seat=one["seat"], host=bool(one["host"])) for one in kept["guests"])
            book = cls(code=str(kept["code"]), key=str(kept["key"]), made=float(kept["made"]), guests=guests)
        except FileNotFoundError:
            return cls.new(now)
        except (OSError, ValueError, KeyError, TypeError) as err:
            _log.warning("%s does not tell who joined (%s); phones must join again", path, err)
            return cls.new(now)
        return book if 0 <= now - book.made < FRESH_S else cls.new(now)

    def save(self, path: Path) -> None:
        """Write the book to `path`, readable by this user alone. Blocks."""
        guests = [{"id": one.id, "seat": one.seat, "host": one.host} for one in self.guests]
        text = json.dumps({"code": self.code, "key": self.key, "made": self.made, "guests": guests})
        fresh = path.with_suffix(".new")
        fresh.touch(mode=0o600)
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)


def fresh_code() -> str:
    """Return four digits."""
    return f"{secrets.randbelow(10_000):04d}"


@dataclass(kw_only=True)
class Guests:
    """Those who joined.

    Attributes:
        book: all that is kept; `changed` is called with each new one.
        on_change: called with the id of a guest whose page must be drawn anew.
        present: how many pages each guest has open.
    """

    book: GuestBook
    changed: list[Callable[[GuestBook], None]] = field(default_factory=list[Callable[[GuestBook], None]])
    on_change: list[Callable[[str], None]] = field(default_factory=list[Callable[[str], None]])
    present: Counter[str] = field(default_factory=Counter[str])

    @property
    def code(self) -> str:
        """The table's code."""
        return self.book.code

    def knows_code(self, code: str) -> bool:
        """Tell whether `code` is the table's; takes the same time whatever it is."""
        return hmac.compare_digest(code.encode(), self.book.code.encode())

    def renew_code(self) -> None:
        """Choose another code; those who joined stay."""
        self._keep(replace(self.book, code=fresh_code()))

    def admit(self) -> Guest:
        """Let a browser in; the first is the host."""
        guests = self.book.guests
        newcomer = Guest(id=secrets.token_urlsafe(18), host=not any(one.host for one in guests))
        if len(guests) >= MOST:
            idle = next((one for one in guests if one.seat is None and not one.host), guests[0])
            guests = tuple(one for one in guests if one is not idle)
        self._keep(replace(self.book, guests=(*guests, newcomer)))
        return newcomer

    def cookie(self, guest: Guest) -> str:
        """Return what the browser of `guest` is to show from now on."""
        return Signer(self.book.key, salt="perroquet.guest").sign(guest.id).decode()

    def known(self, cookie: str | None) -> Guest | None:
        """Return whose cookie this is; None when nobody's, or forged."""
        try:
            guest_id = Signer(self.book.key, salt="perroquet.guest").unsign(cookie or "").decode()
        except (BadSignature, UnicodeError):
            return None
        return self.named(guest_id)

    def named(self, guest_id: str) -> Guest | None:
        """Return the guest of this id."""
        return next((one for one in self.book.guests if one.id == guest_id), None)

    def in_seat(self, seat: Seat) -> Guest | None:
        """Return who has the private page of `seat`."""
        return next((one for one in self.book.guests if one.seat == seat), None)

    def host(self) -> Guest | None:
        """Return the host."""
        return next((one for one in self.book.guests if one.host), None)

    def may_lead(self) -> bool:
        """Tell whether anybody may become the host: there is none, or it has no page open."""
        host = self.host()
        return host is None or not self.present[host.id]

    def sit(self, guest_id: str, seat: Seat | None) -> None:
        """Give `seat` to a guest alone; None = it gives its own back."""
        self._alter({one.id: None for one in self.book.guests if seat is not None and one.seat == seat}, "seat")
        self._alter({guest_id: seat}, "seat")

    def lead(self, guest_id: str) -> None:
        """Make a guest the one host."""
        self._alter({one.id: one.id == guest_id for one in self.book.guests}, "host")

    def leave(self, guest_id: str) -> None:
        """Forget a guest: its cookie is worth nothing from now on."""
        self._keep(replace(self.book, guests=tuple(one for one in self.book.guests if one.id != guest_id)))
        self._tell(guest_id)

    def _alter(self, values: "dict[str, Any]", name: str) -> None:
        changed = {one.id for one in self.book.guests if one.id in values and getattr(one, name) != values[one.id]}
        if not changed:
            return
        guests = tuple(replace(one, **{name: values[one.id]}) if one.id in changed else one for one in self.book.guests)
        self._keep(replace(self.book, guests=guests))
        for guest_id in changed:
            self._tell(guest_id)

    def _tell(self, guest_id: str) -> None:
        for hear in tuple(self.on_change):
            hear(guest_id)

    def _keep(self, book: GuestBook) -> None:
        self.book = book
        for hear in tuple(self.changed):
            hear(book)

"""Who joined: cookies, seats, the host, and what a power cut leaves."""

from pathlib import Path

import pytest
from perroquet.kernel.units import Seat
from perroquet.web.guests import FRESH_S, MOST, Guest, GuestBook, Guests


def guests() -> Guests:
    return Guests(book=GuestBook.new(0.0))


def test_the_first_who_joins_is_the_host() -> None:
    book = guests()

    assert [book.admit().host for _ in range(3)] == [True, False, False]


def test_a_cookie_is_known_and_a_forged_one_is_not() -> None:
    book = guests()
    guest = book.admit()
    cookie = book.cookie(guest)
    stranger = guests().cookie(guest)

    assert book.known(cookie) == guest
    assert [book.known(forged) for forged in (None, "", guest.id, cookie[:-1], stranger, "é.x", "\x00")] == [None] * 7


def test_who_left_is_not_known_any_more() -> None:
    book = guests()
    guest = book.admit()
    cookie = book.cookie(guest)
    book.leave(guest.id)

    assert book.known(cookie) is None


def test_a_seat_has_one_guest_and_both_are_told_when_it_changes() -> None:
    book = guests()
    one, two = book.admit(), book.admit()
    told: list[str] = []
    book.sit(one.id, Seat(3))
    book.on_change.append(told.append)
    book.sit(two.id, Seat(3))

    assert (book.in_seat(Seat(3)), told) == (book.named(two.id), [one.id, two.id])
    assert [guest.seat for guest in book.book.guests] == [None, 3]


def test_there_is_one_host_and_anybody_may_follow_one_who_went_away() -> None:
    book = guests()
    one, two = book.admit(), book.admit()
    away = book.may_lead()
    book.present[one.id] += 1
    here = book.may_lead()
    book.lead(two.id)

    assert (away, here, [guest.host for guest in book.book.guests]) == (True, False, [False, True])


def test_a_full_house_forgets_somebody_who_has_no_seat() -> None:
    book = guests()
    first = book.admit()
    second = book.admit()
    book.sit(second.id, Seat(0))
    for _ in range(MOST):
        book.admit()

    assert len(book.book.guests) == MOST
    assert book.named(first.id) is not None
    assert book.named(second.id) is not None


def test_a_power_cut_forgets_nobody(tmp_path: Path) -> None:
    book = guests()
    guest = book.admit()
    book.sit(guest.id, Seat(2))
    cookie = book.cookie(guest)
    book.book.save(tmp_path / "guests.json")
    again = Guests(book=GuestBook.load(tmp_path / "guests.json", 60.0))

    assert again.known(cookie) == Guest(id=guest.id, seat=Seat(2), host=True)
    assert (tmp_path / "guests.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", ["", "{}", "[]", '{"guests": [1]}', "\x00"])
def test_a_damaged_book_is_a_new_one(tmp_path: Path, damage: str) -> None:
    (tmp_path / "guests.json").write_text(damage)

    assert GuestBook.load(tmp_path / "guests.json", 0.0).guests == ()


def test_another_evening_has_another_code_and_key(tmp_path: Path) -> None:
    GuestBook(code="4815", key="k", made=0.0).save(tmp_path / "guests.json")

    assert GuestBook.load(tmp_path / "guests.json", FRESH_S - 1.0).key == "k"
    assert GuestBook.load(tmp_path / "guests.json", FRESH_S + 1.0).key != "k"

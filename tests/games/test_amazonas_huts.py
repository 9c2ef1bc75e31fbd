"""Amazonas: where huts may stand, on a board and without one. Tests cite the rules AM-n they prove."""

import pytest
from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.cards import EventCard, Gold, Kind, Species
from perroquet.games.amazonas.state import Phase, State

from tests.games.expedition import (
    AMAZONAS,
    CROCODILE,
    JAGUAR,
    ORCHIDS,
    after,
    build,
    chosen,
    having,
    huts,
    of,
    opened,
    refused,
    rich,
    started,
    table,
)
from tests.games.hands import ANA, BEN


def turn(players: int = 3, event: EventCard = ORCHIDS, card: int = 5, silver: int = 90) -> State:
    """Return the game at the first seat's turn with this much money, in the middle of a round."""
    state = rich(started(table(players, event)), 0)
    return rich(chosen(state, card, *(0, 1, 2)[: players - 1]), 0, silver)


def offered(state: State) -> set[str]:
    """Return the villages the menu of the first seat offers for a hut."""
    return {wish.village for wish in AMAZONAS.menu(state, ANA) if isinstance(wish, ev.Build)}


def test_a_hut_needs_a_link_to_a_hut_of_its_own_am_40() -> None:
    state = turn()

    assert offered(state) == {"Palmar", "Tamandua", "Itaquara", "Jabuti", "Urucara"}
    assert refused(state, build(state, 0, "Mirante")) == "not-linked"
    # each new hut extends the network (AM-44)
    state = after(state, build(state, 0, "Urucara"), build(state, 0, "Piedras"))
    assert "Mirante" in offered(state)


def test_several_huts_in_a_turn_or_none_am_44() -> None:
    state = turn()

    assert after(state, ev.EndTurn(seat=ANA)).active is not state.active
    assert huts(after(state, build(state, 0, "Palmar"), build(state, 0, "Jabuti")), 0) == {
        "Ranchos",
        "Palmar",
        "Jabuti",
    }


def test_one_hut_of_a_player_in_a_village_am_41() -> None:
    assert refused(turn(), build(turn(), 0, "Ranchos")) == "own-hut"


def test_sites_are_paid_in_order_and_a_full_village_is_closed_am_42_am_43() -> None:
    state = turn()
    board = state.box.board
    assert board is not None
    place = board.called["Urucara"]

    def with_huts(n: int) -> State:
        return state._replace(filled=(*state.filled[:place], n, *state.filled[place + 1 :]))

    dear = after(with_huts(1), ev.Build(seat=ANA, village="Urucara", price=Gold(4)))
    assert (of(dear, 0).purse, of(dear, 0).rows) == (90 - 12, (0, 0, 1, 0, 1))
    assert refused(with_huts(1), ev.Build(seat=ANA, village="Urucara", price=Gold(3))) == "price-changed"
    assert refused(with_huts(2), build(with_huts(2), 0, "Urucara")) == "village-full"
    assert refused(rich(state, 0, 8), build(state, 0, "Urucara")) == "too-dear"
    assert refused(state, ev.Build(seat=ANA, village="Paris", price=Gold(2))) == "no-such-village"


def test_twelve_huts_are_all_there_are_am_45() -> None:
    state = having(turn(), 0, huts=0b1111_1111_1111)

    assert offered(state) == set()
    assert refused(state, build(state, 0, "Urucara")) == "no-huts-left"


def test_a_jaguar_closes_paths_and_a_crocodile_waterways_am_30_am_31() -> None:
    jaguar, crocodile = turn(event=JAGUAR), turn(event=CROCODILE)

    assert offered(jaguar) == {"Palmar", "Tamandua", "Itaquara"}
    assert offered(crocodile) == {"Jabuti", "Urucara"}
    assert refused(jaguar, build(jaguar, 0, "Jabuti")) == "way-closed"
    assert (JAGUAR.kind, CROCODILE.kind) == (Kind.JAGUAR, Kind.CROCODILE)


def test_the_indio_card_walks_past_both_am_32() -> None:
    assert offered(turn(event=JAGUAR, card=6)) == offered(turn(event=CROCODILE, card=6)) == offered(turn())


# --- neutral huts


def test_a_neutral_hut_is_free_anywhere_and_gives_no_tile_am_60() -> None:
    state = turn(2)
    built = after(state, ev.BuildNeutral(seat=ANA, village="Quiriba"))

    assert (of(built, 0).purse, of(built, 0).rows, of(built, 0).neutrals) == (90, of(state, 0).rows, 5)
    assert refused(built, ev.BuildNeutral(seat=ANA, village="Jabuti")) == "neutral-once"
    assert refused(having(state, 0, neutrals=0), ev.BuildNeutral(seat=ANA, village="Jabuti")) == "no-neutrals"
    assert refused(turn(3), ev.BuildNeutral(seat=ANA, village="Jabuti")) == "no-neutrals"


def test_one_neutral_hut_in_a_village_am_61() -> None:
    state = after(turn(2), ev.BuildNeutral(seat=ANA, village="Quiriba"), ev.EndTurn(seat=ANA))

    assert refused(state, ev.BuildNeutral(seat=BEN, village="Quiriba")) == "neutral-there"
    assert ev.BuildNeutral(seat=BEN, village="Quiriba") not in AMAZONAS.menu(state, BEN)


def test_never_on_the_last_site_of_a_village_am_62() -> None:
    state = turn(2)

    assert refused(state, ev.BuildNeutral(seat=ANA, village="Aracuri")) == "neutral-last-site"


# --- without a map


def bare(players: int = 2) -> State:
    """Return a game without map at the first seat's turn, start huts told in villages 1 and 2."""
    state = opened(table(players, board="none"))
    state = after(state, declare(0, 1, Species.FISH, 2), declare(1, 2, Species.PARROT, 3))
    return rich(chosen(state, 5, 0), 0)


def declare(seat: int, number: int, species: Species, price: int) -> ev.Declare:
    return ev.Declare(seat=(ANA, BEN)[seat], number=number, species=species, price=Gold(price))


def test_without_a_map_huts_are_told_am_90() -> None:
    state = bare()

    assert of(state, 1).rows == (0, 0, 0, 1, 0)
    assert of(state, 1).purse == 0
    state = after(state, declare(0, 7, Species.ORCHID, 3))
    assert (of(state, 0).purse, of(state, 0).rows) == (81, (1, 1, 0, 0, 0))
    assert refused(state, ev.Build(seat=ANA, village="Taja", price=Gold(2))) == "no-map"
    assert refused(turn(2), declare(0, 7, Species.ORCHID, 3)) == "not-now"
    assert refused(turn(2), ev.DeclareNeutral(seat=ANA)) == "not-now"
    free = after(opened(table(2, board="none", start_hut="free")), declare(0, 1, Species.FISH, 5))
    assert of(free, 0).purse == 9


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (declare(0, 2, Species.FISH, 4), "other-species"),
        (declare(0, 2, Species.PARROT, 3), "price-falls"),
        (declare(0, 1, Species.FISH, 3), "own-hut"),
        (declare(0, 7, Species.FISH, 1), "no-such-price"),
        (declare(0, 7, Species.FISH, 6), "no-such-price"),
        (declare(0, 0, Species.FISH, 3), "no-such-village"),
        (declare(0, 61, Species.FISH, 3), "no-such-village"),
        (declare(0, -1, Species.FISH, 3), "no-such-village"),
    ],
)
def test_what_was_told_is_not_contradicted_am_91_am_92_am_93(wish: ev.Declare, code: str) -> None:
    assert refused(bare(), wish) == code


def test_a_purse_never_goes_below_nothing_am_93() -> None:
    assert refused(rich(bare(), 0, 8), declare(0, 7, Species.FISH, 3)) == "too-dear"


def test_twelve_tiles_of_a_species_exist_am_94() -> None:
    state = having(bare(), 1, rows=(0, 12, 0, 0, 0), indios=(0, 1, 0, 0, 0))

    assert refused(state, declare(0, 7, Species.FISH, 3)) == "no-tiles-left"


def test_at_the_panel_village_species_and_price_are_dialled_one_by_one_am_90() -> None:
    state = after(bare(), ev.Dial(number=7))

    assert AMAZONAS.prompt(state).sentence.key == "prompt-species"
    assert refused(state, ev.Dial(number=9)) == "no-such-species"
    state = after(state, ev.Dial(number=1))
    assert AMAZONAS.prompt(state).number == (2, 2, 5)
    # MODE begins the hut anew
    assert after(state, ev.Answered(yes=False)).told == ()
    assert of(after(state, ev.Dial(number=3)), 0).rows == (1, 1, 0, 0, 0)
    # a village that was told before keeps its species: only the price is asked
    known = after(bare(), ev.Dial(number=2))
    assert AMAZONAS.prompt(known).number == (2, 4, 5)
    assert of(after(known, ev.Dial(number=4)), 0).rows == (0, 1, 0, 1, 0)


def test_a_neutral_hut_is_told_without_its_village_am_90() -> None:
    state = after(bare(), ev.Answered(yes=False))

    assert (state.aim, AMAZONAS.prompt(state).number) == (ev.Aim.NEUTRAL, (0, 1, 1))
    assert of(after(state, ev.Dial(number=1)), 0).neutrals == 5
    assert ev.DeclareNeutral(seat=ANA) in AMAZONAS.menu(bare(), ANA)
    assert AMAZONAS.menu(opened(table(3, board="none")), ANA) == ()
    assert state.phase is Phase.TURNS

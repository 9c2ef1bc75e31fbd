"""What a number on the encoder, START or MODE means, as the question stands."""

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.building import price
from perroquet.games.amazonas.cards import SPECIES, Gold, Species
from perroquet.games.amazonas.declaring import known
from perroquet.games.amazonas.scoring import MISSION_VILLAGES
from perroquet.games.amazonas.sites import may_place_neutral, rows_for_indio
from perroquet.games.amazonas.state import Explorer, Phase, State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import Seat

Meaning = ev.Wish | ev.Step


def dialled(state: State, number: int) -> Meaning:
    """Return what `number` means now.

    Raises:
        IllegalCommand: nothing was asked, or it names nothing.
    """
    active = state.active
    if state.leaving is not None:
        raise IllegalCommand("not-now", f"number {number}; whether seat {state.leaving} stays was asked")
    if state.phase is Phase.SHOW and (awaited := to_dial(state)) is not None:
        return ev.Choose(seat=awaited.seat, card=number)
    if state.phase is Phase.COUNT and (awaited := to_count(state)) is not None:
        return ev.CountMission(seat=awaited.seat, built=number)
    if active is None:
        raise IllegalCommand("not-now", f"number {number} in phase {state.phase.value!r}; none was asked for")
    if state.aim is ev.Aim.INDIO:
        return ev.Hire(seat=active.seat, species=_species(number))
    if number == 0 and not state.told and state.phase is Phase.TURNS:
        return ev.EndTurn(seat=active.seat) if state.aim is ev.Aim.HUT else ev.AimChanged(aim=ev.Aim.HUT)
    if state.box.board is None:
        return _declaration(state, active.seat, number)
    villages, bit = state.box.board.villages, number - 1
    if not 0 <= bit < len(villages):
        raise IllegalCommand("no-such-village", f"village {number}; 1 to {len(villages)} are on the board")
    if state.aim is ev.Aim.NEUTRAL:
        return ev.BuildNeutral(seat=active.seat, village=villages[bit].name)
    cost = price(state.box.board, state.filled, bit)
    return ev.Build(seat=active.seat, village=villages[bit].name, price=cost or Gold(0))


def _declaration(state: State, seat: Seat, number: int) -> Meaning:
    """Take village, species and price one after the other; the species of a village is told once."""
    if state.aim is ev.Aim.NEUTRAL:
        return ev.DeclareNeutral(seat=seat)
    if not state.told:
        return ev.Told(number=number)
    before = known(state, state.told[0])
    if before is None and len(state.told) == 1:
        _species(number)  # refused at once, not after the price
        return ev.Told(number=number)
    species = _species(state.told[1]) if before is None else before.species
    return ev.Declare(seat=seat, number=state.told[0], species=species, price=Gold(number))


def _species(number: int) -> Species:
    if not 1 <= number <= len(SPECIES):
        raise IllegalCommand("no-such-species", f"species {number}; 1 to {len(SPECIES)} exist")
    return SPECIES[number - 1]


def answered(state: State, *, yes: bool) -> Meaning:
    """Return what START or MODE means now.

    Raises:
        IllegalCommand: nothing was asked.
    """
    active = state.active
    if state.leaving is not None:
        return ev.Stay(seat=state.leaving) if yes else ev.Leave(seat=state.leaving)
    if state.phase is Phase.KEEP:
        return ev.BeginPlay() if yes else ev.PrintMissions()
    if state.phase is Phase.COUNT and yes:
        return ev.Score()
    if active is not None and state.told:
        return ev.AimChanged(aim=ev.Aim.HUT)
    if active is None or state.phase is not Phase.TURNS:
        raise IllegalCommand("not-now", f"an answer in phase {state.phase.value!r}; nothing was asked")
    rows = rows_for_indio(state, active)
    if rows:
        if not yes:
            return ev.TakeMoney(seat=active.seat)
        return ev.Hire(seat=active.seat, species=rows[0]) if len(rows) == 1 else ev.AimChanged(aim=ev.Aim.INDIO)
    if not yes and state.aim is ev.Aim.HUT and may_place_neutral(state, active):
        return ev.AimChanged(aim=ev.Aim.NEUTRAL)
    return ev.EndTurn(seat=active.seat)


def to_dial(state: State) -> Explorer | None:
    """Return whose card lies on the table and has not been told."""
    return next((one for one in state.playing if not one.shown and one.card is None), None)


def to_count(state: State) -> Explorer | None:
    """Return whose printed mission has not been counted."""
    return next((one for one in state.playing if one.built is None and not one.missions), None)


def countable(explorer: Explorer) -> int:
    """Return the most villages of a printed mission that may have a hut of this player (AM-83)."""
    return min(MISSION_VILLAGES, explorer.huts.bit_count())

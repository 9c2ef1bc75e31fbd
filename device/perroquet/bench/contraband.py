"""The scripted game of L'Orchidée: six rounds, a raid in the second, then thefts and gold."""

from typing import Final

from perroquet.bench.stage import Stage, begin, end_game
from perroquet.kernel.units import Millis
from perroquet.table.views import ChoiceView, EveningView

A_MOMENT: Final = Millis(900)
"""Between an accuser's button and the button of the accused: « qui ? » is said first."""

A_TRICK: Final = Millis(4_000)

FIRST_TRICKS: Final = ("seat_2", "seat_3", "start", "seat_1")
"""Who takes the first tricks; START = nobody."""

A_ROUND: Final = Millis(6_000)
"""Well within the grace in which no raid comes."""

LAST_ROUNDS: Final = (("seat_2",), ("seat_1", "seat_2"), ("seat_3",), ("seat_1",))
"""Who pilfers after the third to the sixth round."""

GOLD: Final = (7, 12, 4)
"""What Léa, Tom and Zoé count at the end."""


async def orchidee(stage: Stage) -> None:
    """A whole game: a quiet round, a raid with a false and a right accusation, four more rounds, a theft, the count."""
    stage.title("L’Orchidée")
    await begin(stage, "orchidee")
    for winner in FIRST_TRICKS:
        await stage.wait(A_TRICK)
        await stage.tap(winner)
    await _end_round(stage, pilferers=("seat_1", "seat_3"))
    stage.act("on joue, la jungle bruisse")
    await stage.until("the shout", lambda view: view.awaits.startswith("Haut les mains"))
    stage.act("le haut-parleur : « Haut les mains ! »")
    await stage.until("the ten seconds", lambda view: "Dix secondes" in view.said)
    await _accuse(stage, "seat_1", "seat_2", "mode")
    await _accuse(stage, "seat_3", "seat_1", "start")
    await stage.settle(Millis(3_000))
    await stage.tap("start", "seat_2", "start")
    for pilferers in LAST_ROUNDS:
        stage.act("la manche se joue jusqu’au bout")
        await stage.wait(A_ROUND)
        await _end_round(stage, pilferers=pilferers)
    await stage.wait(A_MOMENT)
    await stage.tap("seat_2", "start")
    while "molette" not in stage.view().awaits:
        await stage.wait(A_MOMENT)
        await stage.tap("mode")
    for points in GOLD:
        await stage.wait(A_MOMENT)
        stage.act(f"la molette tourne jusqu’à {points}")
        await stage.panel.turn(points)
        await stage.wait(A_MOMENT)
        await stage.tap("start")
    await stage.wait(Millis(3_000))
    await end_game(stage)


async def _accuse(stage: Stage, accuser: str, accused: str, answer: str) -> None:
    await stage.tap(accuser)
    await stage.settle(A_MOMENT)
    await stage.tap(accused)
    await stage.settle(A_MOMENT)
    await stage.tap(answer)
    await stage.settle(A_MOMENT)


async def _end_round(stage: Stage, pilferers: tuple[str, ...]) -> None:
    """Choose « Fin de la manche » on the host's page; some pilfer, then START."""
    view = await stage.until("a round that can end", lambda view: _ending(view) is not None)
    choice = _ending(view)
    assert choice is not None  # noqa: S101 - it was just waited for
    stage.act("sur la page : Fin de la manche")
    stage.session.choose(None, choice.index, view.seq)
    await stage.wait(A_MOMENT)
    await stage.tap(*pilferers, "start")


def _ending(view: EveningView) -> ChoiceView | None:
    return next((choice for choice in view.choices if choice.label == "Fin de la manche"), None)

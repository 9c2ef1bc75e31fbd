"""What a press means in Amazonas: numbers, START and MODE answer whatever was asked."""

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.state import Phase, State
from perroquet.kernel.game import Answer, Next, Number, SeatPressed, Stimulus


def hear(state: State, stimulus: Stimulus) -> ev.Command | None:
    """Return the command that `stimulus` means now."""
    match stimulus:
        case Next() if state.phase is Phase.CHOOSE:
            return ev.Reveal()
        case Number():
            return ev.Dial(number=stimulus.value)
        case SeatPressed() if state.phase not in (Phase.COUNT, Phase.OVER):
            return ev.AskLeave(seat=stimulus.seat)
        case Answer():
            return ev.Answered(yes=stimulus.yes)
        case _:
            return None

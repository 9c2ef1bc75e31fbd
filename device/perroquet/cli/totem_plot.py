"""`perroquet totem plot`: the photo finish of a recording."""

from pathlib import Path

from perroquet.cli.totem_analyse import Settings, Verdict, analyse, as_line, read_file
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.sentences import Language
from perroquet.photo_finish import Caption, Outcome, headline, photo_finish
from perroquet.totem.recording import window_of


class NothingToDraw(PerroquetError, ValueError):
    """A recording in which nobody touched the totem, or a picture that cannot be kept."""


def draw(capture: Path, out: Path, settings: Settings, language: Language, *, as_json: bool) -> str:
    """Draw `capture` into the file `out` and return the headline, or the analysis as JSON.

    Raises:
        MalformedCapture: `capture` is none.
        NothingToDraw: nobody is in it, or `out` cannot be written.
    """
    recording = read_file(capture)
    window = window_of(recording)
    analysed = analyse(recording, settings)
    if window is None or analysed.grab is None:
        raise NothingToDraw(f"{capture}: nobody touched the totem in this recording; there is no finish to draw")
    told = headline(analysed.grab, _outcome(analysed.verdict), language)
    caption = Caption(
        verdict=told,
        language=language,
        tie_window_ms=settings.house.tie_window_ms,
        winner=analysed.verdict.winner,
        settle_ms=settings.judge.count_settle_ms,
    )
    try:
        out.write_text(photo_finish(window, analysed.grab, caption), encoding="utf-8")
    except OSError as err:
        raise NothingToDraw(f"{out} cannot be written: {err.strerror}; name another file") from err
    return as_line(str(capture), analysed, settings.house) if as_json else told


def _outcome(verdict: Verdict) -> Outcome:
    rival = None if verdict.take is None else verdict.take.rival
    return Outcome(winner=verdict.winner, rival=rival, rule=verdict.rule, ask=verdict.ask)

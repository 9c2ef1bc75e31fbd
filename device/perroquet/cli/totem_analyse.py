"""`perroquet totem analyse`: recordings in, `perroquet-analysis/1` out."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from perroquet.capture import Capture, MalformedCapture, read
from perroquet.games.jungle_speed.anti_meute import SURE, AskTable, Intrusion, Take, decide
from perroquet.games.jungle_speed.house import SHEET, House
from perroquet.games.jungle_speed.rulings import WHY
from perroquet.kernel.errors import WrongUse
from perroquet.kernel.readings import SETTLE, Grab, Hand
from perroquet.kernel.units import Micros, Millimetres, Millis, Probability, Seat
from perroquet.totem import JudgeSettings, judge
from perroquet.totem.recording import frames_of, window_of

FORMAT: Final = "perroquet-analysis/1"
_SETTLE_MS: Final = (20, SETTLE)
"""A window ends at `SETTLE`: nothing can be counted later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the command line may set. `prior`: who was entitled; empty = no prior."""

    house: House
    judge: JudgeSettings
    prior: Mapping[Seat, Probability]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Who took it, by the rules of a simultaneous grab alone: whoever is on the totem counts as entitled.

    Attributes:
        winner: index into the hands, None = none can be named.
        rule: a reason of anti-meute, or `none`.
        confidence: probability that the rule names this hand.
        ask: the table would be asked.
        take: what anti-meute said, when it named a hand.
    """

    winner: int | None
    rule: str
    confidence: float
    ask: bool
    why: str
    take: Take | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysed:
    """One recording, analysed.

    Attributes:
        zero_us: the instant that the grab's own instants count from.
        ring_mm: centre heights of the rings.
    """

    grab: Grab | None
    zero_us: int
    verdict: Verdict
    ring_mm: tuple[Millimetres, ...]


def settings_of(*, tie_window_ms: int | None, settle_ms: int | None, prior: str | None) -> Settings:
    """Return what was asked for.

    Raises:
        WrongUse: a value nobody can rule by.
    """
    tie = House().tie_window_ms if tie_window_ms is None else tie_window_ms
    if tie not in (allowed := SHEET.rules["tie_window_ms"]):
        raise WrongUse(f"--tie-window-ms {tie} is not {allowed}")
    settle = SETTLE if settle_ms is None else settle_ms
    if not _SETTLE_MS[0] <= settle <= _SETTLE_MS[1]:
        raise WrongUse(f"--settle-ms {settle} is not within {_SETTLE_MS[0]} to {_SETTLE_MS[1]} milliseconds")
    return Settings(
        house=House(tie_window_ms=Millis(tie)),
        judge=JudgeSettings(count_settle_ms=Millis(settle)),
        prior=_prior(prior or ""),
    )


def _prior(text: str) -> dict[Seat, Probability]:
    shares = seat_numbers("--prior", text, most=1.0, such_as="0=0.5,2=0.5")
    return {seat: Probability(share) for seat, share in shares.items()}


def seat_numbers(option: str, text: str, *, most: float, such_as: str) -> dict[Seat, float]:
    """Return the number of each seat in `SEAT=NUMBER,...`, each from 0 to `most`.

    Raises:
        WrongUse: it is not of that form.
    """
    numbers: dict[Seat, float] = {}
    for pair in filter(None, text.split(",")):
        seat, _, number = pair.partition("=")
        try:
            index, value = int(seat), float(number)
        except ValueError:
            index, value = -1, -1.0
        if index < 0 or not 0 <= value <= most:
            raise WrongUse(f"{option} {pair!r}: give SEAT=NUMBER with seats from 0, numbers to {most:g}; as {such_as}")
        numbers[Seat(index)] = value
    return numbers


def analyse(capture: Capture, settings: Settings) -> Analysed:
    """Return what was felt in `capture`, and who took the totem."""
    window = window_of(capture)
    if window is None:
        nobody = Verdict(winner=None, rule="none", confidence=1.0, ask=False, why="nobody touched the totem")
        return Analysed(grab=None, zero_us=0, verdict=nobody, ring_mm=capture.ring_mm)
    grab = judge(frames_of(window), dict(capture.seats), settings.prior, None, settings.judge)
    verdict = verdict_of(grab, settings.house)
    return Analysed(grab=grab, zero_us=window.contact.first, verdict=verdict, ring_mm=capture.ring_mm)


def verdict_of(grab: Grab, house: House) -> Verdict:
    """Return what anti-meute decides when whoever came was entitled."""
    if grab.hands and all(hand.brush for hand in grab.hands) and grab.fall_us is None:
        return Verdict(winner=None, rule="none", confidence=1.0, ask=False, why="brushed, not taken (JS-14)")
    everybody = frozenset(hand.seat for hand in grab.hands if hand.seat is not None)
    match decide(grab, everybody, house):
        case Take() as take:
            return Verdict(
                winner=take.winner,
                rule=take.reason.value,
                confidence=take.sure,
                ask=take.sure < SURE,
                why=f"{_compared(grab, take)} ({', '.join(WHY[take.reason])}); {grab.evidence}",
                take=take,
            )
        case AskTable() as beyond:
            why = f"the table is asked: {beyond.why.value}; {grab.evidence}"
            return Verdict(winner=None, rule="none", confidence=0.0, ask=True, why=why)
        case Intrusion():
            raise AssertionError("everybody is entitled here")


def _compared(grab: Grab, take: Take) -> str:
    if take.rival is None:
        return "a single hand"
    won, lost = grab.hands[take.winner], grab.hands[take.rival]
    gap = f"{abs(lost.first_us - won.first_us) / 1000:.1f} ms apart"
    return f"hand {take.winner + 1} against {take.rival + 1}, {gap}, {won.fingers} fingers to {lost.fingers}"


def report_lines(files: Sequence[Path], settings: Settings, *, as_json: bool) -> Iterator[tuple[str, bool]]:
    """Yield one line a file, and whether it was analysed; a refused file keeps none of the others."""
    for file in files:
        try:
            analysed = analyse(read_file(file), settings)
        except MalformedCapture as refused:
            fault = {"line": refused.line, "column": refused.column, "got": refused.got, "wanted": refused.wanted}
            refusal = {"format": FORMAT, "file": str(file), "error": fault}
            yield (_json(refusal) if as_json else f"{file}: refused: {refused}"), False
        else:
            told = as_line(str(file), analysed, settings.house) if as_json else _text(file, analysed)
            yield told, True


def read_file(file: Path) -> Capture:
    """Return the capture in `file`.

    Raises:
        MalformedCapture: it is none, or cannot be read at all.
    """
    try:
        data = file.read_bytes()
    except OSError as err:
        got = err.strerror or str(err)
        raise MalformedCapture(line=None, column=None, got=got, wanted="a capture that can be read") from err
    return read(data)


def as_line(file: str, analysed: Analysed, house: House) -> str:
    """Return the analysis as one line of `perroquet-analysis/1`; instants are those of the capture."""
    grab, zero_us, verdict = analysed.grab, analysed.zero_us, analysed.verdict
    hands = () if grab is None else grab.hands
    gap_us = None if grab is None else grab.gap_us
    fields = {
        "format": FORMAT,
        "file": file,
        "hands": [hand_fields(hand, zero_us, analysed.ring_mm) for hand in hands],
        "gap_us": gap_us,
        "together": None if gap_us is None else gap_us <= house.tie_window_ms * 1000,
        "lift_us": _since(zero_us, None if grab is None else grab.lift_us),
        "fall_us": _since(zero_us, None if grab is None else grab.fall_us),
        "verdict": {
            "winner": verdict.winner,
            "rule": verdict.rule,
            "confidence": round(verdict.confidence, 4),
            "ask": verdict.ask,
            "why": verdict.why,
        },
    }
    return _json(fields)


def hand_fields(hand: Hand, zero_us: int, ring_mm: tuple[Millimetres, ...]) -> dict[str, Any]:
    """Return one hand as `perroquet-analysis/1` has it; the grab's own instants count from `zero_us`."""
    ring = min(ring_mm, key=lambda height: abs(height - hand.lowest_mm))
    return {
        "first_us": zero_us + hand.first_us,
        "seat": hand.seat,
        "seat_posterior": {str(seat): round(p, 6) for seat, p in hand.seat_posterior},
        "fingers": hand.fingers,
        "fingers_p": [round(p, 6) for p in hand.fingers_p],
        "lowest_mm": round(float(ring), 2) if hand.lowest_mm > 0 else 0.0,
        "azimuth_deg": round(hand.azimuth_deg, 1),
        "brush": hand.brush,
    }


def _since(zero_us: int, instant: Micros | None) -> int | None:
    return None if instant is None else zero_us + instant


def _text(file: Path, analysed: Analysed) -> str:
    verdict = analysed.verdict
    named = "nobody" if verdict.winner is None else f"hand {verdict.winner + 1} by {verdict.rule}"
    ask = ", ask the table" if verdict.ask else ""
    return f"{file}: {named} ({verdict.confidence:.0%}{ask}): {verdict.why}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

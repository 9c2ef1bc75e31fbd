"""The picture as a whole: verdict, hands, strips, marks, axis."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

import numpy as np

from perroquet.kernel.readings import SETTLE, Grab, Hand, Window
from perroquet.kernel.sentences import Language, say
from perroquet.kernel.units import Millis, Seat
from perroquet.photo_finish import strips
from perroquet.photo_finish.headline import WORDS, who
from perroquet.photo_finish.ink import BAND, FAINT, HANDS, MINGLED, PAPER, TEXT, Ink, box, line, picture, text
from perroquet.photo_finish.strips import LEFT, LIFT_DASH, RIGHT, Span

_WIDTH: Final = 720.0
_TITLE_SIZE: Final = 22
_TITLE_CHARS: Final = 52
_CARD: Final = (340.0, 88.0)
_RING_ROW: Final = 20.0
_COLUMN_ROW: Final = 13.0
_FORCES: Final = 84.0
_BEFORE_MS: Final = 12.0
_AFTER_MS: Final = 14.0
_MOST_MS: Final = 400.0
_CHAR: Final = 8.3
"""Width of a letter of the legend."""
_COUNTABLE: Final = 0.25
"""Probability below which a count is not shown as one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """What the picture cannot know from what was measured.

    Attributes:
        verdict: in words, as it was said; the headline.
        language: of everything else.
        names: what the table calls its seats; one that is not there is called by its number.
        tie_window_ms: hands no further apart count as simultaneous; None = the game knows no such thing.
        winner: index into the grab's hands, or None.
        settle_ms: fingers are counted then, or at separation if that is sooner.
    """

    verdict: str
    language: Language = Language.FR
    names: Mapping[Seat, str] = field(default_factory=dict[Seat, str])
    tie_window_ms: Millis | None
    winner: int | None = None
    settle_ms: Millis = SETTLE

    def words(self, key: str, **slots: int | str) -> str:
        """Return one of the picture's own sentences."""
        numbers = {name: value for name, value in slots.items() if isinstance(value, int)}
        words = {name: value for name, value in slots.items() if isinstance(value, str)}
        return WORDS.render(say(key, numbers=numbers, words=words), self.language, str)


def photo_finish(window: Window, grab: Grab, caption: Caption) -> str:
    """Draw a grab.

    Args:
        window: every scan, as in `Recorded`, or level frames when that is all there is; instants from first contact.
        grab: its hands; a ring is drawn as the hand's whose fingers are on it.
        caption: verdict and names.

    Returns:
        An SVG document without scripts, links or sizes: it may stand in a file or in a page, several in one.
    """
    return picture(*_composed(window, grab, caption))


def _composed(window: Window, grab: Grab, caption: Caption) -> tuple[tuple[float, float], str, str, list[str]]:
    body: list[str] = []
    y = 10.0
    for words in wrap(caption.verdict, _TITLE_CHARS) or [""]:
        y += 26
        body.append(text((16, y), words, size=_TITLE_SIZE, weight=700))
    y += 14
    for index, hand in enumerate(grab.hands[: len(HANDS)]):
        corner = (16 + (index % 2) * (_CARD[0] + 8), y + (index // 2) * (_CARD[1] + 8))
        body += _card(hand, index, corner, caption)
    rows = (min(len(grab.hands), len(HANDS)) + 1) // 2
    if not rows:
        body.append(text((16, y + 18), caption.words("nobody"), colour=FAINT))
    y += max(28.0, rows * (_CARD[1] + 8)) + 28
    span, height = _span(window, grab, caption), y
    body += _strips(window, grab, caption, span, y)
    height += len(window.ring_mm) * _RING_ROW + len(window.column_deg) * _COLUMN_ROW + _FORCES + 112
    return (_WIDTH, height), caption.verdict, grab.evidence, body


def _span(window: Window, grab: Grab, caption: Caption) -> Span:
    counted = float(caption.settle_ms)
    ends = [counted if window.lift_us is None else min(counted, window.lift_us / 1000)]
    ends += [hand.first_us / 1000 for hand in grab.hands] + [float(caption.tie_window_ms or 0)]
    ends += [] if window.lift_us is None else [window.lift_us / 1000]
    return Span(first=-_BEFORE_MS, last=min(_MOST_MS, max(ends)) + _AFTER_MS)


def _strips(window: Window, grab: Grab, caption: Caption, span: Span, top: float) -> Iterator[str]:
    rings_end = top + len(window.ring_mm) * _RING_ROW
    columns_top = rings_end + 10
    columns_end = columns_top + len(window.column_deg) * _COLUMN_ROW
    forces_top = columns_end + 20
    bottom = forces_top + _FORCES
    stands = window.t_us < (window.lift_us if window.lift_us is not None else np.inf)
    t_us, lines = window.t_us[stands], window.lines[stands].astype(np.float64) / window.scale
    t_ms, levels = strips.sampled(t_us, lines, span)
    rings = len(window.ring_mm)
    owned = strips.owners(window, grab)
    if caption.tie_window_ms is not None:
        yield from strips.band(span, float(caption.tie_window_ms), top, bottom, BAND)
    yield from _frame(window, caption, span, top, columns_top, forces_top, bottom)
    came_ms = strips.arrivals(grab)
    yield from strips.ribbons(t_ms, levels[:, :rings], owned, came_ms, span, top, _RING_ROW)
    lines_of_columns = tuple(None for _ in window.column_deg)
    yield from strips.ribbons(t_ms, levels[:, rings:], lines_of_columns, came_ms, span, columns_top, _COLUMN_ROW)
    felt_ms, newtons = strips.sampled(window.t_us, window.forces.astype(np.float64), span)
    yield from strips.force_curves(felt_ms, newtons, window.force_deg, span, forces_top, _FORCES)
    yield from strips.marks(window, grab, span, top, bottom)
    yield from _told(window, caption, span, top, bottom)
    if MINGLED in owned:
        yield text((RIGHT, top + 14), f"A+B\u00a0: {caption.words('both')}", size=13, anchor="end")


def _frame(
    window: Window, caption: Caption, span: Span, top: float, columns_top: float, forces_top: float, bottom: float
) -> Iterator[str]:
    """Yield what the strips are, and the axis."""
    last_ring = top + len(window.ring_mm) * _RING_ROW
    yield text((12, (top + last_ring) / 2 + 5), caption.words("rings"), weight=700)
    yield text((LEFT - 8, top + 14), caption.words("top"), size=13, anchor="end", colour=FAINT)
    yield text((LEFT - 8, last_ring - 4), caption.words("bottom"), size=13, anchor="end", colour=FAINT)
    columns_middle = columns_top + len(window.column_deg) * _COLUMN_ROW / 2
    yield text((12, columns_middle + 5), caption.words("columns"), weight=700)
    for index, azimuth in enumerate(window.column_deg):
        if index % 2 == 0:
            y = columns_top + _COLUMN_ROW * (len(window.column_deg) - index - 0.5) + 4
            yield text((LEFT - 8, y), f"{azimuth:.0f}°", size=12, anchor="end", colour=FAINT)
    yield text((12, forces_top + _FORCES / 2 + 5), caption.words("forces"), weight=700)
    yield text((12, forces_top + _FORCES / 2 + 22), "newtons", size=13, colour=FAINT)
    for tick in span.ticks():
        x = span.x(tick)
        yield line((x, bottom), (x, bottom + 6), colour=FAINT)
        yield text((x, bottom + 22), str(tick), size=14, anchor="middle")
    yield text(((LEFT + RIGHT) / 2, bottom + 42), caption.words("axis"), size=13, anchor="middle", colour=FAINT)


def _told(window: Window, caption: Caption, span: Span, top: float, bottom: float) -> Iterator[str]:
    """Yield the marks in words, below the axis so that they hide nothing."""
    told: list[tuple[str, Callable[[float, float], str]]] = []
    if caption.tie_window_ms is not None:
        told.append((caption.words("window", width=caption.tie_window_ms), _band_swatch))
    if window.lift_us is not None:
        told.append((caption.words("lift", at=round(window.lift_us / 1000)), _lift_swatch))
    if window.lift_us is None or window.lift_us > caption.settle_ms * 1000:
        x = span.x(caption.settle_ms)
        yield line((x, top), (x, bottom), colour=FAINT, dash="4 4")
        told.append((caption.words("counted", at=caption.settle_ms), _count_swatch))
    if window.fall_us is not None:
        told.append((caption.words("fall", at=round(window.fall_us / 1000)), _no_swatch))
    x = 16.0
    for words, swatch in told:
        yield swatch(x, bottom + 62)
        yield text((x + 30, bottom + 67), words, size=14)
        x += 52 + _CHAR * len(words)


def _band_swatch(x: float, y: float) -> str:
    return box((x, y - 8), (24, 15), fill=BAND, stroke=FAINT)


def _lift_swatch(x: float, y: float) -> str:
    return line((x, y), (x + 24, y), colour=TEXT, width=2.2, dash=LIFT_DASH)


def _count_swatch(x: float, y: float) -> str:
    return line((x, y), (x + 24, y), colour=FAINT, dash="4 4")


def _no_swatch(_x: float, _y: float) -> str:
    return ""


def _card(hand: Hand, index: int, corner: tuple[float, float], caption: Caption) -> Iterator[str]:
    """Yield one hand: its letter, its owner, its fingers one by one, when it came and how low it lies."""
    ink, (x, y), wins = HANDS[index], corner, caption.winner == index
    yield box(corner, _CARD, fill=PAPER, stroke=TEXT if wins else FAINT, radius=6, width=3.0 if wins else 1.0)
    yield box((x + 10, y + 10), (40, 40), fill=ink.fill, stroke=TEXT, radius=5)
    yield text((x + 30, y + 37), ink.letter, size=20, anchor="middle", weight=700)
    given = None if hand.seat is None else caption.names.get(hand.seat)
    name = who(index, hand.seat, caption.language) if given is None else given
    yield text((x + 60, y + 26), f"{name}, {caption.words('wins')}" if wins else name, size=17, weight=700)
    yield from _fingers(hand, ink, (x + 60, y + 36), caption)
    facts = [caption.words("came", at=round(hand.first_us / 1000))]
    if hand.lowest_mm > 0:
        facts.append(caption.words("lowest", mm=round(hand.lowest_mm)))
    yield text((x + 10, y + 78), "  ·  ".join(facts), size=14)


def _fingers(hand: Hand, ink: Ink, corner: tuple[float, float], caption: Caption) -> Iterator[str]:
    x, y = corner
    if hand.brush:
        yield text((x, y + 16), caption.words("brush"), size=15)
        return
    sure = hand.fingers_p[hand.fingers]
    if sure < _COUNTABLE:
        yield text((x, y + 16), caption.words("fingers-unknown"), size=15)
        return
    for finger in range(5):
        up = finger < hand.fingers
        yield box((x + 12 * finger, y), (9, 20), fill=ink.fill if up else PAPER, stroke=TEXT if up else FAINT, radius=4)
    counted = f"{caption.words('fingers', fingers=hand.fingers)}, {caption.words('sure', percent=round(100 * sure))}"
    yield text((x + 68, y + 16), counted, size=15)

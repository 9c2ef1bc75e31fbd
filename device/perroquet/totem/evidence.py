"""What decided, in one line of English for the long ruling and the journal: figures, never a conclusion about rules."""

from collections import Counter

import numpy as np

from perroquet.kernel.readings import Hand, Window
from perroquet.totem.forces import Forces
from perroquet.totem.hands import Held

_MENTIONED = 0.05


def told(window: Window, hands: tuple[Hand, ...], held: list[Held], forces: Forces) -> str:
    """Return the evidence for `hands`; `held` is what the lines said of each, empty when only the supports felt one."""
    moved = float(np.abs(forces.newtons - forces.newtons[:1]).max(initial=0.0))
    if not hands:
        return f"no hand: no bare finger on the lines, supports moved by {moved:.1f} N at most and came back"
    if not held:
        return (
            f"supports only: azimuth {hands[0].azimuth_deg:.0f}{_owner(hands[0])}; "
            "count, height and other hands are not known"
        )
    words = [f"{len(hands)} hands" if len(hands) > 1 else "1 hand"]
    if len(hands) > len(held):
        words.append("hand 1: in a glove or a sleeve, felt by the supports alone before any line was touched")
    if len(hands) > 1:
        words.append(f"gap {(hands[1].first_us - hands[0].first_us) / 1000:.1f} ms")
    unfelt = len(hands) - len(held)
    seen = zip(hands[unfelt:], held, strict=True)
    words += [_of(number, hand, one) for number, (hand, one) in enumerate(seen, start=1 + unfelt)]
    twice = [seat for seat, times in Counter(hand.seat for hand in hands).items() if seat is not None and times > 1]
    words += [f"two hands of seat {seat + 1}" for seat in twice]
    words.append(f"supports moved by {moved:.1f} N at most")
    words.append("held to the end" if window.lift_us is None else f"separated after {window.lift_us / 1000:.1f} ms")
    return "; ".join(words)


def _of(number: int, hand: Hand, one: Held) -> str:
    counts = " or ".join(
        f"{count} p={p:.2f}"
        for p, count in sorted(((p, count) for count, p in enumerate(hand.fingers_p)), reverse=True)
        if p >= _MENTIONED
    )
    there = "" if one.there > 1 - _MENTIONED else f" (there p={one.there:.2f})"
    gone = ", a brush" if hand.brush else ", released" if hand.fingers == 0 else ""
    return (
        f"hand {number}{there}: fingers {counts}, lowest {hand.lowest_mm:.1f} mm, "
        f"azimuth {hand.azimuth_deg:.0f}{_owner(hand)}{gone}"
    )


def _owner(hand: Hand) -> str:
    if not hand.seat_posterior:
        return ""
    seat, p = max(hand.seat_posterior, key=lambda pair: pair[1])
    return f", seat {seat + 1} p={p:.2f}, {min(hand.odds, 9999.0):.1f} to 1 by evidence alone"

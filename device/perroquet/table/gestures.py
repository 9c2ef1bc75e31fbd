"""From raw edges to presses: debouncing, holds, the chord and the encoder. Pure: instants come in as values.

Two kinds of lateness are told apart:

- *Contacts bounce.* The first edge away from rest opens a window; the level at its end decides. A press is stamped with
  the first edge. Windows of presses are all equally long, so presses are judged in the order in which they began.
- *Callbacks are late.* Edges of two lines may be told out of order, though each stamp is right. All judging lags behind
  the present by `LAG`, and within it edges are put in the order of their stamps.

A press is therefore told `BOUNCE` + `LAG` after its first edge, long before a person notices.
"""

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.readings import Control, Edge, Gesture, Press
from perroquet.kernel.units import HostNs, Millis, Seat, after

BOUNCE: Final = Millis(5)
"""A contact that closes bounces for less than this."""

RELEASE: Final = Millis(20)
"""A contact counts as open when it is, this long after it first opened. Longer than `BOUNCE`: a worn button must not
press twice, and nothing depends on the instant of a release."""

LAG: Final = Millis(5)
"""The latest a callback may come and still be put in its place."""

HOLD: Final = Millis(1000)
CHORD: Final = Millis(2000)

HANG: Final = Millis(10_000)
"""A button that is down for so long is not held by anybody: it is stuck."""

NEVER: Final = HostNs(0)

SEATS: Final = 10

BUTTONS: Final = {
    "start": (Control.START, None),
    "mode": (Control.MODE, None),
    "hush": (Control.HUSH, None),
    **{f"seat_{n + 1}": (Control.SEAT, Seat(n)) for n in range(SEATS)},
}

TOLD_AT_RELEASE: Final = frozenset({Control.START, Control.MODE})
"""They mean something else when held. HUSH and the seats act at the press: silence is wanted now, claims are races."""

ENCODER: Final = ("encoder_a", "encoder_b")
QUARTERS: Final = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}
"""(a, b) closed -> quarter of a detent. Turned clockwise, A closes first. At rest both are open."""

NEARLY_A_DETENT: Final = 3
"""Quarters that make a detent when the encoder comes to rest, so that one lost edge is forgiven."""


@dataclass(slots=True)
class _Button:
    """What is known of one button.

    Attributes:
        level: as the last edge had it.
        down: as debounced.
        window: first edge away from `down`, while it is being judged.
        pressed: first edge of the press that holds it down.
        spent: no further gesture comes from this press.
        stuck: closed since power-on, or for longer than anybody holds a button.
    """

    control: Control
    seat: Seat | None
    level: bool = False
    down: bool = False
    window: HostNs | None = None
    pressed: HostNs = NEVER
    spent: bool = False
    stuck: bool = False

    def held(self) -> bool:
        return self.down and not self.stuck

    def judged_at(self) -> HostNs | None:
        if self.window is None:
            return None
        return after(self.window, RELEASE if self.down else BOUNCE)

    def press(self, gesture: Gesture, at: HostNs) -> Press:
        return Press(control=self.control, gesture=gesture, at=at, seat=self.seat)


@dataclass(frozen=True, slots=True)
class _Chord:
    """START and MODE are down together: `began` with the first of them, `due` two seconds after the second."""

    began: HostNs
    due: HostNs


@dataclass(frozen=True, slots=True)
class _Timer:
    """What is to be decided of a button, and when."""

    at: HostNs
    button: _Button
    decide: Callable[[_Button, HostNs], tuple[Press, ...]]


class Gestures:
    """Turns edges into presses. Give it edges with `feed`, then call `advance` whenever `due` has come.

    Presses are told in the order of the instants that decide them. `SHORT` of START and MODE is told at the release,
    that of HUSH and of seats at the press; all are stamped with the press. `LONG` is told once, while still down; the
    release that follows says nothing. MODE and START down together mean the chord or, when one is released too early,
    nothing: neither gives a press of its own. Each detent of the encoder is one `TURN`. A stuck button gives nothing
    until it has been released, and takes no part in a chord.

    Args:
        stuck: lines that are closed at power-on.
    """

    def __init__(self, stuck: Iterable[str] = ()) -> None:
        self._edges: list[tuple[HostNs, str, bool]] = []
        self._buttons = {line: _Button(control, seat) for line, (control, seat) in BUTTONS.items()}
        self._start, self._mode = self._buttons["start"], self._buttons["mode"]
        self._encoder: dict[str, bool] = dict.fromkeys(ENCODER, False)
        self._quarters = 0
        self._chord: _Chord | None = None
        for line in stuck:
            if line in self._encoder:
                self._encoder[line] = True
            else:
                button = self._button(line)
                button.level = button.down = button.stuck = button.spent = True

    def stuck(self) -> frozenset[str]:
        """Return the lines that were closed at power-on, or have been for `HANG`, and were not released since."""
        return frozenset(line for line, button in self._buttons.items() if button.stuck)

    def feed(self, edge: Edge) -> None:
        """Take in an edge, in whatever order.

        Raises:
            ConfigurationError: a line that is no part of the panel.
        """
        if edge.line not in self._encoder:
            self._button(edge.line)
        heapq.heappush(self._edges, (edge.at, edge.line, edge.active))

    def due(self) -> HostNs | None:
        """Return when `advance` should be called, unless an edge comes before; None = when an edge comes."""
        instants = [timer.at for timer in self._timers()]
        if self._edges:
            instants.append(self._edges[0][0])
        return after(min(instants), LAG) if instants else None

    def advance(self, now: HostNs) -> tuple[Press, ...]:
        """Return the presses that are decided by `now`. Feed every edge that waits already before calling it."""
        presses: list[Press] = []
        while True:
            timer = min(self._timers(), key=lambda timed: timed.at, default=None)
            edge = self._edges[0] if self._edges else None
            # An edge at the very end of a window is outside it.
            if timer is not None and (edge is None or timer.at <= edge[0]):
                if after(timer.at, LAG) > now:
                    break
                presses += timer.decide(timer.button, timer.at)
            elif edge is not None:
                if after(edge[0], LAG) > now:
                    break
                presses += self._apply(*heapq.heappop(self._edges))
            else:
                break
        return tuple(presses)

    def _button(self, line: str) -> _Button:
        try:
            return self._buttons[line]
        except KeyError as err:
            known = ", ".join((*self._buttons, *ENCODER))
            raise ConfigurationError(
                f"the panel has no line {line!r}; known: {known}; check hardware/pins.toml"
            ) from err

    def _timers(self) -> Iterable[_Timer]:
        """Yield when each button has something to decide. While a window is open, a hold is not: it may have ended."""
        for button in self._buttons.values():
            if (judged_at := button.judged_at()) is not None:
                yield _Timer(judged_at, button, self._judge)
            elif button.held():
                yield _Timer(after(button.pressed, HANG), button, self._hang)
        if any(button.window is not None for button in (self._start, self._mode)):
            return
        if self._chord is not None:
            yield _Timer(self._chord.due, self._start, self._held)
        for button in (self._start, self._mode):
            if button.held() and not button.spent:
                yield _Timer(after(button.pressed, HOLD), button, self._held)

    def _apply(self, at: HostNs, line: str, active: bool) -> tuple[Press, ...]:  # noqa: FBT001 - as it lies in the heap
        if line in self._encoder:
            return self._turned(at, line, active=active)
        button = self._buttons[line]
        button.level = active
        if button.window is None and active != button.down:
            button.window = at
        return ()

    def _judge(self, button: _Button, _at: HostNs) -> tuple[Press, ...]:
        """Close the window of `button`: it has changed if its level is the other one now."""
        began, button.window = button.window, None
        if began is None or button.level == button.down:
            return ()
        button.down = button.level
        return self._pressed(button, began) if button.down else self._released(button)

    def _pressed(self, button: _Button, began: HostNs) -> tuple[Press, ...]:
        button.pressed, button.spent = began, False
        if button.control not in TOLD_AT_RELEASE:
            button.spent = True
            return (button.press(Gesture.SHORT, began),)
        if self._start.held() and self._mode.held():
            self._start.spent = self._mode.spent = True
            first, second = sorted((self._start.pressed, self._mode.pressed))
            self._chord = _Chord(first, after(second, CHORD))
        return ()

    def _released(self, button: _Button) -> tuple[Press, ...]:
        if button.control in TOLD_AT_RELEASE:
            self._chord = None
        button.stuck = False
        return () if button.spent else (button.press(Gesture.SHORT, button.pressed),)

    def _held(self, button: _Button, at: HostNs) -> tuple[Press, ...]:
        """START or MODE has been held to its time; with both down that is the chord's."""
        if self._chord is not None:
            began, self._chord = self._chord.began, None
            return (button.press(Gesture.CHORD, began),)
        button.spent = True
        return (button.press(Gesture.LONG, at),)

    def _hang(self, button: _Button, _at: HostNs) -> tuple[Press, ...]:
        """Nobody holds a button for so long."""
        button.stuck = True
        return ()

    def _turned(self, at: HostNs, line: str, *, active: bool) -> tuple[Press, ...]:
        """Follow the encoder. A bouncing line goes a quarter back and forth, which adds up to nothing."""
        before = QUARTERS[self._encoder["encoder_a"], self._encoder["encoder_b"]]
        self._encoder[line] = active
        quarter = QUARTERS[self._encoder["encoder_a"], self._encoder["encoder_b"]]
        self._quarters += {0: 0, 1: 1, 3: -1}[(quarter - before) % 4]
        if quarter != 0:
            return ()
        steps = (self._quarters >= NEARLY_A_DETENT) - (self._quarters <= -NEARLY_A_DETENT)
        self._quarters = 0
        return (Press(control=Control.ENCODER, gesture=Gesture.TURN, at=at, steps=steps),) if steps else ()

"""Who holds which button down: several browsers are several hands on one panel."""

from collections.abc import Hashable

from perroquet.bench.fingers import Fingers


class Holds:
    """A line is down while at least one hand holds it; a browser that goes away lets go of everything."""

    def __init__(self, fingers: Fingers) -> None:
        self._fingers = fingers
        self._hands: dict[str, set[Hashable]] = {}

    def press(self, hand: Hashable, line: str) -> None:
        """Put `hand` on `line`."""
        hands = self._hands.setdefault(line, set())
        hands.add(hand)
        if len(hands) == 1:
            self._fingers.press(line)

    def release(self, hand: Hashable, line: str) -> None:
        """Take `hand` off `line`."""
        hands = self._hands.get(line, set())
        if hand in hands:
            hands.discard(hand)
            if not hands:
                self._fingers.release(line)

    def let_go(self, hand: Hashable) -> None:
        """Take `hand` off every line."""
        for line in tuple(self._hands):
            self.release(hand, line)

"""Who holds which button down: several browsers are several hands on one panel."""

from collections.abc import Hashable

from perroquet.bench.handles import PanelHandle


class Holds:
    """A line is down while at least one hand holds it; a browser that goes away lets go of everything."""

    def __init__(self, panel: PanelHandle) -> None:
        self._panel = panel
        self._hands: dict[str, set[Hashable]] = {}

    def press(self, hand: Hashable, line: str) -> None:
        """Put `hand` on `line`."""
        hands = self._hands.setdefault(line, set())
        hands.add(hand)
        if len(hands) == 1:
            self._panel.press(line)

    def release(self, hand: Hashable, line: str) -> None:
        """Take `hand` off `line`."""
        hands = self._hands.get(line, set())
        if hand in hands:
            hands.discard(hand)
            if not hands:
                self._panel.release(line)

    def let_go(self, hand: Hashable) -> None:
        """Take `hand` off every line."""
        for line in tuple(self._hands):
            self.release(hand, line)

"""Wrong table codes: each costs its address a wait that doubles, ten lock it out, a hundred change the code. Pure."""

from dataclasses import dataclass
from typing import Final

from perroquet.kernel.units import NS_PER_S, HostNs

FREE: Final = 2
"""Wrong codes that cost no wait: a finger slips."""

LOCKED_AT: Final = 10
LOCK_NS: Final = 600 * NS_PER_S
LONGEST_NS: Final = 60 * NS_PER_S

CHANGED_AT: Final = 100
"""Wrong codes, from anywhere, after which the code is another one: many addresses may be one machine."""

REMEMBERED: Final = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tries:
    wrong: int
    until: HostNs


class Lockout:
    """What each address has tried. Instants are the host's clock."""

    def __init__(self) -> None:
        self._tries: dict[str, _Tries] = {}
        self._all = 0

    def waits(self, address: str, now: HostNs) -> int:
        """Return for how many whole seconds, rounded up, `address` must still wait; 0 = it may try."""
        tries = self._tries.get(address)
        left = 0 if tries is None else tries.until - now
        return max(0, -(-left // NS_PER_S))

    def failed(self, address: str, now: HostNs) -> bool:
        """Note a wrong code from `address`; True when the code must change now."""
        before = self._tries.pop(address, None)
        wrong = 1 if before is None else before.wrong + 1
        self._tries[address] = _Tries(wrong=wrong, until=HostNs(now + _wait_ns(wrong)))
        if len(self._tries) > REMEMBERED:
            self._tries.pop(next(iter(self._tries)))  # the one that has been quiet for longest
        self._all += 1
        if self._all < CHANGED_AT:
            return False
        self._all = 0
        return True

    def succeeded(self, address: str) -> None:
        """Forget what `address` tried."""
        self._tries.pop(address, None)


def _wait_ns(wrong: int) -> int:
    if wrong >= LOCKED_AT:
        return LOCK_NS
    return 0 if wrong <= FREE else min(LONGEST_NS, NS_PER_S << (wrong - FREE))

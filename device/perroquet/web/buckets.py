"""How much one browser may ask for: a bucket of tokens that fills again by itself."""

from dataclasses import dataclass
from typing import Final

from perroquet.kernel.units import NS_PER_S


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """`burst` at once, then `per_s` a second."""

    burst: int
    per_s: float


MESSAGES: Final = Allowance(burst=120, per_s=30.0)
"""Of one socket: quick hands on the bench send some ten a second."""

WISHES: Final = Allowance(burst=40, per_s=10.0)
"""Commands of one page."""

LOADS: Final = Allowance(burst=20, per_s=0.5)
"""Pages and files made for one browser."""

PICTURES: Final = Allowance(burst=120, per_s=4.0)
"""Photo finishes of one browser: a gallery asks for many at once."""


class Bucket:
    """One browser's tokens."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._tokens = float(allowance.burst)
        self._at: int | None = None

    def take(self, now_ns: int) -> bool:
        """Take a token; False when there is none."""
        if self._at is not None:
            gained = (now_ns - self._at) / NS_PER_S * self._allowance.per_s
            self._tokens = min(float(self._allowance.burst), self._tokens + gained)
        self._at = now_ns
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """The buckets of many browsers; beyond `most` that of the one that asked least lately is forgotten."""

    def __init__(self, allowance: Allowance, most: int) -> None:
        self._allowance = allowance
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, who: str, now_ns: int) -> bool:
        """Take one of the tokens of `who`; False when there is none."""
        bucket = self._buckets[who] = self._buckets.pop(who, None) or Bucket(self._allowance)
        if len(self._buckets) > self._most:
            self._buckets.pop(next(iter(self._buckets)))
        return bucket.take(now_ns)

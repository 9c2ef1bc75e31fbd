"""Luck as a value, split by purpose.

One seed of an evening is split into named streams, so that drawing one more sound never shifts the raid or the deal.
A stream is an ordinary `random.Random`; rules receive the stream they need and keep only the values drawn from it.
"""

import hashlib
import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Luck:
    """A seed and the path of purposes it has been split by.

    Attributes:
        seed: at least 128 random bits at a table, any text on the bench.
    """

    seed: str

    def split(self, purpose: str | int) -> "Luck":
        """Return independent luck for one purpose: `luck.split("raid").split(round)`."""
        return Luck(hashlib.sha256(f"{self.seed}/{purpose}".encode()).hexdigest())

    def stream(self, purpose: str | int) -> random.Random:
        """Return a fresh generator for one purpose; the same purpose always starts the same stream."""
        return random.Random(self.split(purpose).seed)

    def commitment(self) -> str:
        """Return the SHA-256 that can be shown before the evening and checked against the seed after it."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

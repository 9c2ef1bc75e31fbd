"""Live mounting: the virtual base in a child process behind a pseudo-terminal, for the very driver a real base has."""

import asyncio
import contextlib
import json
import logging
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from typing_extensions import override

from perroquet.drivers.sim.acts import Disturbance
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.drivers.sim.hands import VirtualHand
from perroquet.kernel.errors import PartMissing

_log = logging.getLogger(__name__)

_DARK = bytes(72)


class LiveBase(VirtualBase):
    """A running child process; `await LiveBase.start(seed)`, then give `port` to the serial driver.

    Attributes:
        port: path of the port; it exists while the base is plugged in.
    """

    def __init__(self, process: asyncio.subprocess.Process, folder: Path, port: str) -> None:
        self.port = port
        self._process = process
        self._folder = folder
        self._ring = _DARK
        self._waiting: list[asyncio.Future[None]] = []
        self._watch = asyncio.create_task(self._see(), name="live base")

    @classmethod
    async def start(cls, seed: str) -> "LiveBase":
        """Start the child and wait until its port is there.

        Raises:
            PartMissing: the child ended instead; its own words are on stderr.
        """
        folder = Path(tempfile.mkdtemp(prefix="perroquet-base-"))
        link = folder / "tty"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "perroquet.drivers.sim.base_process", str(link), seed),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None  # noqa: S101 - asked for above
        if not await process.stdout.readline():
            shutil.rmtree(folder)
            raise PartMissing(f"the virtual base ended with {await process.wait()} before it was ready; see its stderr")
        return cls(process, folder, str(link))

    @property
    def pid(self) -> int:
        """Process id of the child, for measuring it."""
        return self._process.pid

    @override
    def grab(self, hands: Sequence[VirtualHand]) -> None:
        self._order({"do": "grab", "hands": [asdict(hand) for hand in hands]})

    @override
    def disturb(self, acts: Sequence[Disturbance]) -> None:
        self._order({"do": "disturb", "acts": [{"kind": type(act).__name__, **asdict(act)} for act in acts]})

    @override
    def put_back(self, *, crooked: bool = False) -> None:
        self._order({"do": "put_back", "crooked": crooked})

    @override
    def take_away(self) -> None:
        self._order({"do": "take_away"})

    @override
    def unplug(self) -> None:
        self._ring = _DARK
        self._order({"do": "unplug"})

    @override
    def plug(self) -> None:
        self._order({"do": "plug"})

    @override
    def reboot(self) -> None:
        self._order({"do": "reboot"})

    @override
    def ring(self) -> bytes:
        return self._ring

    async def settled(self) -> None:
        """Return once the child has obeyed every order given so far."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(done)
        self._order({"do": "answer"})
        await done

    async def aclose(self) -> None:
        """End the child. Idempotent."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
        with contextlib.suppress(asyncio.CancelledError):
            await self._watch
        shutil.rmtree(self._folder, ignore_errors=True)

    def _order(self, order: dict[str, Any]) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(json.dumps(order).encode() + b"\n")

    async def _see(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 - asked for in `start`
        while line := await self._process.stdout.readline():
            match json.loads(line):
                case {"ring": colours}:
                    self._ring = bytes.fromhex(colours)
                case {"answer": _}:
                    self._waiting.pop(0).set_result(None)
                case seen:
                    _log.warning("the virtual base says %s, which nobody understands", seen)

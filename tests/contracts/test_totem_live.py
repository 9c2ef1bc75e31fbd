"""The process that stands for the base: small, obedient, never left behind."""

import asyncio
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from perroquet.drivers.sim.base_live import LiveBase
from perroquet.kernel.errors import PartMissing

DEADLINE_S = 20.0
PARENT = """
import asyncio
from perroquet.drivers.sim.base_live import LiveBase

async def main():
    base = await LiveBase.start("orphan")
    print(base.pid, base.port, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def _wait_for_the_end_of(pid: int) -> bool:
    """Return True once process `pid` has ended, False when it has not within the deadline."""
    try:
        fd = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([fd], [], [], DEADLINE_S)[0])
    finally:
        os.close(fd)


def test_the_base_ends_with_its_parent_even_when_that_is_killed():
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid, port = parent.stdout.readline().split()
        os.kill(parent.pid, signal.SIGKILL)

    assert _wait_for_the_end_of(int(pid))
    assert not Path(port).parent.exists()


def test_the_process_of_the_base_imports_nothing_heavy():
    program = (
        "import sys, perroquet.drivers.sim.base_process;"
        "print(*sorted({'asyncio', 'serial', 'pydantic', 'nicegui'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == ""


def test_closing_ends_the_process_and_removes_its_port():
    async def main() -> tuple[int, str]:
        base = await LiveBase.start("closed")
        await base.aclose()
        await base.aclose()
        return base.pid, base.port

    pid, port = asyncio.run(main())
    assert _wait_for_the_end_of(pid)
    assert not Path(port).parent.exists()


def test_a_base_that_cannot_start_is_a_missing_part(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")

    with pytest.raises(PartMissing, match="ended with 1 before it was ready"):
        asyncio.run(LiveBase.start("stillborn"))

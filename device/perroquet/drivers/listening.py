"""Listen in on the player: what a machine without a speaker would play."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

_CHUNK: Final = 16 * 1024


async def listen(path: Path) -> AsyncIterator[bytes]:
    """Yield raw frames as they are played (`audio.earphone`), until the player goes; nothing when none is there."""
    try:
        reader, writer = await asyncio.open_unix_connection(str(path))
    except OSError:
        return
    try:
        while frames := await reader.read(_CHUNK):
            yield frames
    finally:
        writer.close()

"""Listen to the panel: edges in; presses out, each as soon as it can be told, and which buttons are stuck."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from perroquet.kernel.readings import Edge, Press
from perroquet.ports import Buttons, Clock
from perroquet.table.commands import Stuck
from perroquet.table.gestures import Gestures


async def presses(buttons: Buttons, clock: Clock) -> AsyncIterator[Press | Stuck]:
    """Yield presses until the panel is closed; and, each time it changes, which buttons are stuck."""
    gestures = Gestures(stuck=buttons.down())
    stuck: frozenset[str] = frozenset()
    edges = buttons.edges()
    coming = asyncio.ensure_future(_next_edge(edges))
    timer: asyncio.Task[None] | None = None
    try:
        while True:
            if gestures.stuck() != stuck:
                stuck = gestures.stuck()
                yield Stuck(lines=tuple(sorted(stuck)), at=clock.now())
            due = gestures.due()
            timer = None if due is None else asyncio.create_task(clock.sleep_until(due))
            waiting: set[asyncio.Future[Any]] = {coming} if timer is None else {coming, timer}
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if timer is not None:
                timer.cancel()
            if coming.done():
                edge = coming.result()
                if edge is None:
                    return
                gestures.feed(edge)
                coming = asyncio.ensure_future(_next_edge(edges))
                continue  # after a stall more edges wait: hear them all before judging any
            for press in gestures.advance(clock.now()):
                yield press
    finally:
        for task in (coming, timer):
            if task is not None:
                task.cancel()


async def _next_edge(edges: AsyncIterator[Edge]) -> Edge | None:
    return await anext(edges, None)

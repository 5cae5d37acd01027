"""Background loops: work that mostly waits for other systems and must not occupy the queue.

A loop may have many things in progress. Every worker runs every loop, so it claims first what it
takes up, and what a killed worker had claimed becomes free again after a while.

Invariant: a loop that fails is restarted and never stops another.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from presence.jobs.context import JobResources

log = logging.getLogger(__name__)

AGAIN_S = 2.0
Pump = Callable[[JobResources], Awaitable[None]]
_REGISTRY: dict[str, Pump] = {}


def pump(name: str) -> Callable[[Pump], Pump]:
    """Register `async def run(resources)`, a loop without an end, under `name`."""

    def register(run: Pump) -> Pump:
        if name in _REGISTRY:
            raise ValueError(f"Two pumps are called {name!r}.")
        _REGISTRY[name] = run
        return run

    return register


async def keep_pumping(resources: JobResources) -> None:
    """Run every registered background loop forever."""
    await asyncio.gather(*(_keep(name, run, resources) for name, run in _REGISTRY.items()))
    await asyncio.Event().wait()  # a worker without pumps goes on all the same


async def _keep(name: str, run: Pump, resources: JobResources) -> None:
    while True:
        try:
            await run(resources)
        except Exception as error:
            log.warning("Pump %s failed: %s: %s", name, type(error).__name__, error)
        await asyncio.sleep(AGAIN_S)

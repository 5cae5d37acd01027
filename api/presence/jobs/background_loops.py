"""Background loops: work that mostly waits for other systems and must not occupy the queue.

A loop may have many things in progress. Every worker runs every loop, so it claims first what it
takes up, and what a killed worker had claimed becomes free again after a while.

Invariant: a loop that fails is restarted and never stops another.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from presence.core.registry import Registry
from presence.jobs.context import JobResources

log = logging.getLogger(__name__)

RESTART_S = 2.0
BackgroundLoop = Callable[[JobResources], Awaitable[None]]
_REGISTRY: Registry[BackgroundLoop] = Registry("background loops")


def background_loop(name: str) -> Callable[[BackgroundLoop], BackgroundLoop]:
    """Register `async def run(resources)`, a loop without an end, under `name`."""
    return _REGISTRY.under(name)


async def run_loops(resources: JobResources) -> None:
    """Run every registered background loop forever."""
    await asyncio.gather(*(_keep(name, run, resources) for name, run in _REGISTRY.items()))
    await asyncio.Event().wait()  # a worker without loops goes on all the same


async def _keep(name: str, run: BackgroundLoop, resources: JobResources) -> None:
    while True:
        try:
            await run(resources)
        except Exception as error:
            log.warning("Background loop %s failed: %s: %s", name, type(error).__name__, error)
        await asyncio.sleep(RESTART_S)

"""What has to be erased bit by bit before a brand or a workspace is erased as a whole.

Invariant: it is called only for what is due and can no longer be restored, and may be called again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from uuid import UUID

from presence.core.registry import Registry
from presence.jobs.context import JobContext

Eraser = Callable[[JobContext, UUID | None], Awaitable[None]]
_REGISTRY: Registry[Eraser] = Registry("erasers")


def ahead_of_purge(name: str) -> Callable[[Eraser], Eraser]:
    """Register `async def eraser(context, brand_id)`; without a brand it is of all of them."""
    return _REGISTRY.under(name)


async def erase_ahead(context: JobContext, brand_id: UUID | None) -> None:
    """Let every slice erase what it has much of, of a brand or of the whole workspace."""
    for eraser in _REGISTRY.values():
        await eraser(context, brand_id)

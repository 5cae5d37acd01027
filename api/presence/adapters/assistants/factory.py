"""Makes engines, keeps them for the next question, and closes what they opened.

Invariant: equal accesses share one engine; SDKs are imported by the first question that needs
them, never with this module.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, Final

from httpx2 import AsyncClient

from presence.adapters.assistants.engine import Engine, Wire
from presence.adapters.assistants.specs import PRODUCTS, address_of, is_local, spec_of
from presence.adapters.assistants.transport import open_pool
from presence.analysis.ports import Clock, EngineAccess, Probe
from presence.core.clock import SystemClock

_MOST_ENGINES: Final = 256
_PACKAGE: Final = "presence.adapters.assistants"


class Assistants:
    """An `EngineFactory` and `EngineProbe`. Connections are shared and close with `aclose`."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock: Clock = clock or SystemClock()
        self._engines: OrderedDict[EngineAccess, Engine] = OrderedDict()
        self._pools: dict[bool, AsyncClient] = {}
        self._opening = threading.Lock()

    def __call__(self, access: EngineAccess) -> Engine:
        """The engine behind an access. ValueError for an unknown engine id."""
        engine = self._engines.get(access)
        if engine is None:
            engine = Engine(access, spec_of(access), partial(self._connect, access), self._clock)
            self._engines[access] = engine
        self._engines.move_to_end(access)
        if len(self._engines) > _MOST_ENGINES:
            # Whoever is asking it keeps it alive; it holds no connection of its own.
            self._engines.popitem(last=False)
        return engine

    async def probe(self, access: EngineAccess) -> Probe:
        """Whether an access works, in one sentence for the person who entered it."""
        return await self(access).probe()

    async def aclose(self) -> None:
        """Close every connection; an engine handed out before cannot be asked any more."""
        pools = tuple(self._pools.values())
        self._engines.clear()
        self._pools.clear()
        for pool in pools:
            await pool.aclose()

    def _connect(self, access: EngineAccess) -> Wire:
        """Import the engine's module and build its SDK client; runs in a thread."""
        module: Any = import_module(f"{_PACKAGE}.{PRODUCTS[access.engine].module}")
        connect: Callable[[EngineAccess, AsyncClient], Wire] = module.connect
        return connect(access, self._pool(direct=is_local(address_of(access))))

    def _pool(self, *, direct: bool) -> AsyncClient:
        with self._opening:
            if direct not in self._pools:
                self._pools[direct] = open_pool(direct=direct)
            return self._pools[direct]

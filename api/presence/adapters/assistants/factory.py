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
from typing import Any, Final, Literal

from httpx2 import AsyncClient

from presence.adapters.assistants.engine import ConnectedEngine, Wire
from presence.adapters.assistants.specs import PRODUCTS, address_of, is_local, spec_of
from presence.adapters.assistants.transport import open_pool
from presence.adapters.outbound import AddressPolicy, Lookup
from presence.adapters.outbound.guarded import open_guarded
from presence.adapters.outbound.resolver import SystemLookup
from presence.analysis.ports import Clock, EngineAccess, Probe
from presence.core.clock import SystemClock

Road = Literal["public", "direct", "guarded"]

_MOST_ENGINES: Final = 256
_PACKAGE: Final = "presence.adapters.assistants"


class Assistants:
    """An `EngineFactory` that also tries accesses. Connections are shared and close with `aclose`.

    `policy` says which addresses a customer's own server may have; `lookup` replaces the system's
    resolver, for tests.
    """

    def __init__(
        self,
        clock: Clock | None = None,
        *,
        policy: AddressPolicy | None = None,
        lookup: Lookup | None = None,
    ) -> None:
        self._clock: Clock = clock or SystemClock()
        self._policy = policy or AddressPolicy()
        self._system = SystemLookup() if lookup is None else None
        self._lookup: Lookup = lookup or self._system or SystemLookup()
        self._engines: OrderedDict[EngineAccess, ConnectedEngine] = OrderedDict()
        self._pools: dict[Road, AsyncClient] = {}
        self._opening = threading.Lock()

    def __call__(self, access: EngineAccess) -> ConnectedEngine:
        """The engine behind an access. ValueError for an unknown engine id."""
        engine = self._engines.get(access)
        if engine is None:
            engine = ConnectedEngine(
                access, spec_of(access), partial(self._connect, access), self._clock
            )
            self._engines[access] = engine
        self._engines.move_to_end(access)
        if len(self._engines) > _MOST_ENGINES:
            # Whoever is asking it keeps it alive; it holds no connection of its own.
            self._engines.popitem(last=False)
        return engine

    async def probe(self, access: EngineAccess) -> Probe:
        """Whether the credentials work, in one sentence for the person who entered them."""
        return await self(access).probe()

    async def aclose(self) -> None:
        """Close every connection; an engine handed out before cannot be asked any more."""
        pools = tuple(self._pools.values())
        self._engines.clear()
        self._pools.clear()
        for pool in pools:
            await pool.aclose()
        if self._system is not None:
            self._system.close()

    def _connect(self, access: EngineAccess) -> Wire:
        """Import the engine's module and build its SDK client; runs in a thread."""
        module: Any = import_module(f"{_PACKAGE}.{PRODUCTS[access.engine].module}")
        connect: Callable[[EngineAccess, AsyncClient], Wire] = module.connect
        return connect(access, self._pool(_road(access)))

    def _pool(self, road: Road) -> AsyncClient:
        with self._opening:
            if road not in self._pools:
                self._pools[road] = (
                    open_guarded(self._policy, self._lookup)
                    if road == "guarded"
                    else open_pool(direct=road == "direct")
                )
            return self._pools[road]


def _road(access: EngineAccess) -> Road:
    """How an address is reached: guarded when a customer typed it, directly when it is ours."""
    if access.typed and access.base_url:
        return "guarded"
    return "direct" if is_local(address_of(access)) else "public"

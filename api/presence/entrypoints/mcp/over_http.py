"""`/mcp`: the protocol over HTTP, opened by an API key.

The protocol's library is loaded when it is first wanted: most processes never are.

Invariant: nothing is answered, not even the list of tools, before the API itself has accepted the
key of that very request; no state is kept between requests, so any server can take the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Protocol

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from presence.core.serving import HttpSettings
from presence.http.client import client_address
from presence.http.permission import Permission

PATH = "/mcp"
_HOW = "Send an API key of this workspace as Authorization: Bearer pk_…"


class Serving(Protocol):
    """What answers once it is loaded (`serving.py`)."""

    async def refusal(self, authorization: str, address: str) -> Response | None:
        """Why the API does not accept a key that `address` sent; None when it does."""
        ...

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request of the protocol."""
        ...

    async def run(self, ready: asyncio.Event, stop: asyncio.Event) -> None:
        """Be able to answer, from `ready` until `stop`."""
        ...


class McpOverHttp:
    """The endpoint of an application; `running` goes around the application's life."""

    permission = Permission("view", for_keys=True)  # asked by the API, at `/api/v1/mcp`

    def __init__(self, app: FastAPI, http: HttpSettings) -> None:
        self._app = app
        self._origin, self._proxies = http.origin, http.trusted_proxies
        self._loading = asyncio.Lock()
        self._stop = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._serving: Serving | None = None
        app.router.routes.append(Route(PATH, endpoint=self, include_in_schema=False))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve until the application ends."""
        try:
            yield
        finally:
            self._stop.set()
            if self._task is not None:
                await self._task

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the key, then let the protocol answer."""
        authorization = Headers(scope=scope).get("authorization", "")
        if not authorization.lower().startswith("bearer "):
            body = {"code": "unauthenticated", "message": _HOW}
            refusal: Response | None = JSONResponse(body, 401, {"WWW-Authenticate": "Bearer"})
        else:
            address = client_address(Request(scope), self._proxies)
            refusal = await (await self._loaded()).refusal(authorization, address)
        if refusal is not None:  # guard: mcp.key-accepted
            await refusal(scope, receive, send)
        else:
            await (await self._loaded()).answer(scope, receive, send)

    async def _loaded(self) -> Serving:
        async with self._loading:
            if self._serving is None:
                module = await asyncio.to_thread(import_module, "presence.entrypoints.mcp.serving")
                serving: Serving = module.ProtocolServer(self._app, self._origin)
                ready = asyncio.Event()
                self._task = asyncio.create_task(serving.run(ready, self._stop), name="mcp")
                await ready.wait()
                self._serving = serving
            return self._serving

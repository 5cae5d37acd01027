"""The protocol server behind `/mcp`, and the product's API as it calls it: in this process.

Invariant: each request stands alone; the key it carries is the key its tools call with.
"""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
from fastapi import FastAPI
from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from presence.entrypoints.mcp.calling import API, TIMEOUT_S, Api
from presence.entrypoints.mcp.tools import build_server

_PROBE = f"{API}/mcp"
_PASSED_ON = ("content-type", "retry-after")


class ProtocolServer:
    """Answers the protocol's requests of one application."""

    def __init__(self, app: FastAPI, origin: str) -> None:
        self._app = app
        inside = httpx2.ASGITransport(app=app)
        self._client = httpx2.AsyncClient(transport=inside, base_url=origin, timeout=TIMEOUT_S)
        self._server = build_server(Api(self._client, _key_of), app.version)
        # Foreign origins are refused by the product's own guard before they come here.
        self._server.streamable_http_app(
            json_response=True,
            stateless_http=True,
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )

    async def run(self, ready: asyncio.Event, stop: asyncio.Event) -> None:
        """Be able to answer, from `ready` until `stop`."""
        async with self._client, self._server.session_manager.run():
            ready.set()
            await stop.wait()

    async def refusal(self, authorization: str, address: str) -> Response | None:
        """The API's own answer when it does not accept a key; a made-up one counts as `address`."""
        request = self._client.build_request(
            "GET", _PROBE, headers={"Authorization": authorization}
        )
        # guard: mcp.counted-by-address -> httpx2.ASGITransport(app=self._app)
        asking = httpx2.ASGITransport(app=self._app, client=(address, 0))
        probe = await asking.handle_async_request(request)
        await probe.aread()
        if probe.is_success:
            return None
        kept = {name: value for name, value in probe.headers.items() if name in _PASSED_ON}
        if probe.status_code == 401:
            kept["WWW-Authenticate"] = "Bearer"
        return Response(probe.content, probe.status_code, kept)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._server.session_manager.handle_request(scope, receive, send)


def _key_of(ctx: Context[Any, Any]) -> str:
    return (ctx.headers or {}).get("authorization", "").partition(" ")[2].strip()

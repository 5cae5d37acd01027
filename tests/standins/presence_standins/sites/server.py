"""Serving a stand-in site over HTTP: one asyncio server, compressed answers kept in memory.

Invariant: answers depend on the path and the Host header only, so any port will do.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from presence_standins.sites.bulk import bulk_site
from presence_standins.sites.companies import LEDGERLY, MARLOW
from presence_standins.sites.harrow import BROKEN_SITE, CLOSED_SITE, DECENT, REPAIRED
from presence_standins.sites.hostile import HOSTILE, hostile_site
from presence_standins.sites.model import Answer, StandInSite
from presence_standins.sites.render import render_site

SITES: dict[str, StandInSite] = {
    site.name: site for site in (DECENT, REPAIRED, BROKEN_SITE, CLOSED_SITE, LEDGERLY, MARLOW)
}
HOSTILE_PREFIX = "hostile"

_Handler = Callable[[web.Request], Coroutine[Any, Any, web.StreamResponse]]


def names() -> list[str]:
    """Every site that can be served; `bulk-N` stands for any number of pages."""
    return [*SITES, "bulk-N", HOSTILE_PREFIX, *(f"{HOSTILE_PREFIX}-{n}" for n in HOSTILE)]


def site_named(name: str) -> StandInSite:
    """The site of a name; raises KeyError for an unknown one."""
    if name.startswith("bulk-") and name[5:].isdigit():
        return bulk_site(int(name[5:]))
    return SITES[name]


@asynccontextmanager
async def site_server(name: str, port: int = 0, host: str = "127.0.0.1") -> AsyncIterator[str]:
    """Serve a site in this event loop; yields its base address without trailing slash."""
    if name.startswith(HOSTILE_PREFIX):
        async with _hostile_server(name, port, host) as base:
            yield base
        return
    app = web.Application()
    app.router.add_get("/{path:.*}", _handler(site_named(name)))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    listener = web.TCPSite(runner, host, port)
    await listener.start()
    try:
        yield f"http://{host}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def _hostile_server(name: str, port: int, host: str) -> AsyncIterator[str]:
    behaviour = name.removeprefix(HOSTILE_PREFIX).removeprefix("-")
    server = await asyncio.start_server(hostile_site(behaviour), host, port)
    try:
        yield f"http://{host}:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


def _handler(site: StandInSite) -> _Handler:
    rendered: dict[str, dict[str, Answer]] = {}
    packed: dict[tuple[str, str], bytes] = {}
    delays = {page.path: page.first_byte_s for page in site.pages if page.first_byte_s}

    async def handle(request: web.Request) -> web.StreamResponse:
        base = f"http://{request.host}"
        if base not in rendered:
            rendered[base] = render_site(site, base)
        path = request.path
        if path in delays:
            await asyncio.sleep(delays[path])
        answer = rendered[base].get(path)
        if answer is None:
            return web.Response(text="<h1>Not found</h1>", status=404, content_type="text/html")
        headers = {"Content-Type": answer.content_type, **answer.headers}
        body = answer.body
        text = not answer.content_type.startswith("image/")
        if text and "gzip" in request.headers.get("Accept-Encoding", ""):
            key = (base, path)
            if key not in packed:
                packed[key] = gzip.compress(body, 6, mtime=0)
            body = packed[key]
            headers["Content-Encoding"] = "gzip"
        return web.Response(body=body, status=answer.status, headers=headers)

    return handle

"""Serves all stand-in engines from one process, each under its own path, with meters beside them.

Paths: `/openai`, `/anthropic`, `/gemini`, `/perplexity`, `/local` as the providers lay them out;
GET `/_counts` reads the meters, POST `/_script` replaces the script, POST `/_reset` zeroes meters.
Invariant: loopback unless told otherwise; nothing is ever sent anywhere.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from presence_standins.engines.counts import Meter
from presence_standins.engines.dialects import DIALECTS
from presence_standins.engines.handling import EngineHost
from presence_standins.engines.script import Rule, Script, read_rules
from presence_standins.engines.world import DEFAULT_WORLD, World

ENGINES = tuple(DIALECTS)
_BASES = {
    "chatgpt": "/openai/v1",
    "claude": "/anthropic",
    "gemini": "/gemini",
    "perplexity": "/perplexity",
    "compatible": "/local/v1",
}
_LARGEST_REQUEST = 8_000_000


@dataclass
class EngineStandIns:
    """The running stand-ins."""

    url: str
    hosts: Mapping[str, EngineHost]
    _script: Script = field(repr=False)

    def base(self, engine: str) -> str:
        """The base URL the product is given for an engine."""
        return self.url + _BASES[engine]

    def script(self, *rules: Rule) -> None:
        """Follow these rules from now on; none means success always."""
        self._script.replace(rules)

    def counts(self, engine: str) -> dict[str, Any]:
        """The meters of an engine."""
        return self.hosts[engine].meter.read()

    def last(self, engine: str) -> Mapping[str, Any]:
        """The body of the latest request to an engine."""
        return self.hosts[engine].last

    def reset(self) -> None:
        """Meters at zero."""
        for host in self.hosts.values():
            host.meter = Meter(time.monotonic)

    def variables(self, key: str) -> list[str]:
        """Settings that connect a product to these engines, as NAME=value."""
        lines = [
            f"PRESENCE_ENGINES__{engine.upper()}__{name}={value}"
            for engine in ENGINES
            for name, value in (("API_KEY", key), ("BASE_URL", self.base(engine)))
        ]
        return [*lines, "PRESENCE_ENGINES__COMPATIBLE__MODEL=stand-in-model"]


@asynccontextmanager
async def start(
    port: int = 0,
    *,
    host: str = "127.0.0.1",
    world: World = DEFAULT_WORLD,
    rules: Iterable[Rule] = (),
    latency_s: float = 0.0,
    requests_per_minute: int | None = None,
) -> AsyncIterator[EngineStandIns]:
    """Serve every engine in this event loop. Port 0 picks a free one.

    `requests_per_minute` makes each engine refuse what exceeds it, as its provider would.
    """
    script = Script(rules)
    hosts = {
        name: EngineHost(
            name, dialect, Meter(time.monotonic), script, world, latency_s, requests_per_minute
        )
        for name, dialect in DIALECTS.items()
    }
    running = EngineStandIns("", hosts, script)
    runner = web.AppRunner(_app(running), access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    await web.TCPSite(runner, host, port, backlog=512).start()
    running.url = f"http://{host}:{runner.addresses[0][1]}"
    try:
        yield running
    finally:
        await runner.cleanup()


def _app(running: EngineStandIns) -> web.Application:
    app = web.Application(client_max_size=_LARGEST_REQUEST)
    for host in running.hosts.values():
        dialect = host.dialect
        app.router.add_post(dialect.prefix + dialect.ask_path, host.ask)
        if dialect.model_path:
            app.router.add_get(dialect.prefix + dialect.model_path, host.model)

    async def counts(_: web.Request) -> web.Response:
        return web.json_response({name: running.counts(name) for name in running.hosts})

    async def replace_script(request: web.Request) -> web.Response:
        try:
            running.script(*read_rules(await request.json()))
        except ValueError as error:
            return web.Response(text=f"{error}\n", status=422)
        return web.Response(status=204)

    async def reset(_: web.Request) -> web.Response:
        running.reset()
        return web.Response(status=204)

    app.router.add_get("/_counts", counts)
    app.router.add_post("/_script", replace_script)
    app.router.add_post("/_reset", reset)
    return app

"""`presence mcp`: the Model Context Protocol over standard input and output.

Invariant: standard output carries the protocol and nothing else; the key comes from the
environment, so that it does not appear in process lists.
"""

from __future__ import annotations

import asyncio
import os
from typing import Annotated, Any

import httpx2
import typer
from mcp.server.mcpserver import Context

from presence.entrypoints.mcp.calling import TIMEOUT_S, Api
from presence.entrypoints.mcp.tools import build_server

KEY = "PRESENCE_API_KEY"
VERSION = "1"


def mcp(
    url: Annotated[
        str, typer.Option(envvar="PRESENCE_URL", help="Address of the product.")
    ] = "http://localhost:8000",
) -> None:
    """Serve a workspace's results to an assistant. PRESENCE_API_KEY holds a key of the workspace.

    The same over HTTP, without this command: ADDRESS/mcp with the key as bearer token.
    """
    key = os.environ.get(KEY, "").strip()
    if not key:
        typer.echo(f"presence: Set {KEY} to an API key of your workspace.", err=True)
        raise typer.Exit(1)
    asyncio.run(_serve(url.rstrip("/"), key))


async def _serve(url: str, key: str) -> None:
    def own_key(_: Context[Any, Any]) -> str:
        return key

    async with httpx2.AsyncClient(base_url=url, timeout=TIMEOUT_S) as client:
        await build_server(Api(client, own_key), VERSION).run_stdio_async()

"""A browser's way through Google, against the stand-in provider."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import httpx

from presence_standins.google import Account, Provider
from presence_standins.google.server import callback


def path_of(url: str) -> str:
    """What follows the host, as the product sees it."""
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


async def leave(client: httpx.AsyncClient, next_path: str = "") -> str:
    """Press the button; the provider's address the browser is sent to."""
    query = {"next": next_path} if next_path else {}
    response = await client.get("/auth/google", params=query)
    assert response.status_code == 302
    return str(response.headers["location"])


def agree(provider: Provider, address: str, account: Account | None) -> str:
    """Pick an account on the consent page (or cancel); the callback's path and query."""
    query = dict(parse_qsl(urlsplit(address).query))
    return path_of(callback(provider, query, account))


async def come_back(client: httpx.AsyncClient, path: str) -> str:
    """Follow the callback; where the browser ends up."""
    response = await client.get(path)
    assert response.status_code == 302, response.text
    return str(response.headers["location"])


async def sign_in(
    client: httpx.AsyncClient, provider: Provider, account: Account, next_path: str = ""
) -> str:
    """The whole way; where the browser ends up."""
    return await come_back(client, agree(provider, await leave(client, next_path), account))


async def is_signed_in(client: httpx.AsyncClient) -> bool:
    """Whether the browser has a session."""
    return (await client.get("/api/user")).status_code == 200

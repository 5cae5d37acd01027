"""Calls the product's API for a tool, in this process or over the network, with the caller's key.

Invariant: what the API refuses becomes its own sentence for the assistant to read; a key is never
part of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import httpx2
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

API = "/api/v1"
TIMEOUT_S = 30.0
Params = Mapping[str, Any]
KeyOf = Callable[[Context[Any, Any]], str]


class Api:
    """The API as one key sees it; `key_of` finds the key of a call."""

    def __init__(self, client: httpx2.AsyncClient, key_of: KeyOf) -> None:
        self._client = client
        self._key_of = key_of

    async def get(self, ctx: Context[Any, Any], path: str, params: Params | None = None) -> Any:
        """The JSON of a GET. Raises ToolError with the API's sentence."""
        return await self._call(ctx, "GET", path, params=given(params or {}))

    async def post(
        self, ctx: Context[Any, Any], path: str, body: Params, headers: Mapping[str, str]
    ) -> Any:
        """The JSON of a POST. Raises ToolError with the API's sentence."""
        return await self._call(ctx, "POST", path, json=dict(body), headers=dict(headers))

    async def _call(self, ctx: Context[Any, Any], method: str, path: str, **sent: Any) -> Any:
        headers = {"Authorization": f"Bearer {self._key_of(ctx)}", **sent.pop("headers", {})}
        try:
            answer = await self._client.request(method, f"{API}{path}", headers=headers, **sent)
        except httpx2.HTTPError as error:
            raise ToolError("Presence does not answer. Is it running at this address?") from error
        if answer.is_success:
            return answer.json()
        raise ToolError(sentence_of(answer))


def sentence_of(answer: httpx2.Response) -> str:
    """What a refusal says, with the field at fault and how long to wait."""
    try:
        problem = answer.json()
    except ValueError:
        return f"Presence answered {answer.status_code}."
    said = [str(problem.get("message") or problem.get("detail") or answer.status_code)]
    said += [f"{one['pointer']}: {one['detail']}" for one in problem.get("errors") or ()]
    wait = answer.headers.get("Retry-After")
    if wait:
        said.append(f"Try again in {wait} seconds.")
    return " ".join(said)


def given(params: Params) -> dict[str, Any]:
    """Parameters that were given."""
    return {name: value for name, value in params.items() if value not in (None, "", [])}

"""Asks Claude over Anthropic's Messages API with its web search tool.

A long search may be paused by the provider; the same turn is then continued, and all parts are
read as one answer. The provider gives no offsets: a citation spans the text block it stands on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

import httpx2
from anthropic import AsyncAnthropic
from anthropic.types import MessageParam, WebSearchTool20250305Param

from presence.adapters.assistants.location import country_of
from presence.adapters.assistants.reading import (
    Ending,
    Json,
    Malformed,
    ProviderReply,
    Sources,
    child,
    children,
    count_of,
    distinct,
    text_of,
    total,
)
from presence.adapters.assistants.specs import address_of
from presence.adapters.assistants.transport import idempotent, timeouts
from presence.analysis.ports import EngineAccess
from presence.analysis.types import Citation, Question

_MOST_TURNS: Final = 5
_MOST_OUTPUT_TOKENS: Final = 8_192  # the API insists on a limit; every current model takes this one
_ENDINGS: Final[dict[str, Ending]] = {
    "end_turn": "complete",
    "stop_sequence": "complete",
    "refusal": "refused",
    "max_tokens": "truncated",
    "model_context_window_exceeded": "truncated",
    "pause_turn": "truncated",
    "tool_use": "truncated",
}


class Messages:
    """The Messages API."""

    def __init__(self, access: EngineAccess, http: httpx2.AsyncClient) -> None:
        self._model = access.model
        self._client = AsyncAnthropic(
            api_key=access.api_key,
            base_url=address_of(access),
            timeout=timeouts(access.timeout_s),
            max_retries=0,
            http_client=http,
        )

    async def send(self, question: Question, bodies: list[str]) -> None:
        """Ask, and go on as long as the provider only paused."""
        messages: list[MessageParam] = [{"role": "user", "content": question.text}]
        for turn in range(1, _MOST_TURNS + 1):
            response = await self._client.messages.with_raw_response.create(
                model=self._model,
                max_tokens=_MOST_OUTPUT_TOKENS,
                messages=messages,
                tools=[_search(question.locale)],
                extra_headers=idempotent(question.key, turn),
            )
            bodies.append(response.http_response.text)
            content = _paused(bodies[-1])
            if content is None:
                return
            # The provider's own blocks go back exactly as they came.
            messages.append(cast("MessageParam", {"role": "assistant", "content": content}))

    def read(self, payloads: Sequence[Json]) -> ProviderReply:
        """All turns as one answer."""
        blocks = [block for payload in payloads for block in children(payload, "content")]
        if not any("content" in payload for payload in payloads):
            raise Malformed("There is no message in the body.")
        text, sources = _written(blocks)
        searched = False
        for results in _results(blocks):
            searched = True
            for result in results:
                sources.retrieved(text_of(result, "url"), text_of(result, "title"))
        usages = [child(payload, "usage") for payload in payloads]
        last = payloads[-1]
        return ProviderReply(
            text=text,
            model=text_of(last, "model"),
            ending=_ENDINGS.get(text_of(last, "stop_reason"), "truncated"),
            detail=text_of(child(last, "stop_details"), "explanation"),
            citations=sources.all() if searched or sources.all() else None,
            search_queries=distinct(_queries(blocks)),
            input_tokens=total(
                *(
                    count_of(usage, name)
                    for usage in usages
                    for name in (
                        "input_tokens",
                        "cache_creation_input_tokens",
                        "cache_read_input_tokens",
                    )
                )
            ),
            output_tokens=total(*(count_of(usage, "output_tokens") for usage in usages)),
            searches=total(
                *(count_of(child(u, "server_tool_use"), "web_search_requests") for u in usages)
            ),
        )

    async def check(self) -> None:
        """Looks the model up: the key must be good and the model within its reach."""
        await self._client.models.retrieve(self._model)


def connect(access: EngineAccess, http: httpx2.AsyncClient) -> Messages:
    """A client that uses these credentials."""
    return Messages(access, http)


def _search(locale: str) -> WebSearchTool20250305Param:
    """The search tool every current model takes; the country goes along where it is known."""
    tool: WebSearchTool20250305Param = {"type": "web_search_20250305", "name": "web_search"}
    country = country_of(locale)
    if country:
        tool["user_location"] = {"type": "approximate", "country": country}
    return tool


def _paused(body: str) -> list[Any] | None:
    """The content to send back if the turn was only paused, else None."""
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(payload, dict) or payload.get("stop_reason") != "pause_turn":
        return None
    content = payload.get("content")
    return content if isinstance(content, list) and content else None


def _written(blocks: list[Json]) -> tuple[str, Sources]:
    """The text and what it cites. Consecutive blocks are joined; text from before a search is
    kept apart from text after it.
    """
    text, sources, apart = "", Sources(), False
    for block in blocks:
        if block.get("type") != "text":
            apart = bool(text)
            continue
        if apart and not text.endswith("\n"):
            text += "\n\n"
        apart = False
        start = len(text)
        text += text_of(block, "text")
        for place in children(block, "citations"):
            if place.get("type") == "web_search_result_location":
                sources.cite(_citation(place, start, len(text)))
    # Words before a search that nothing follows announce an answer, but are not one.
    return ("", Sources()) if apart else (text, sources)


def _citation(place: Json, start: int, end: int) -> Citation:
    inside = start < end
    return Citation(
        url=text_of(place, "url"),
        title=text_of(place, "title"),
        start=start if inside else None,
        end=end if inside else None,
    )


def _results(blocks: list[Json]) -> Iterator[Iterator[Json]]:
    """The results of each search that worked; a failed search has an error in their place."""
    for block in blocks:
        if block.get("type") == "web_search_tool_result" and isinstance(block.get("content"), list):
            yield children(block, "content")


def _queries(blocks: list[Json]) -> Iterator[str]:
    for block in blocks:
        if block.get("type") == "server_tool_use" and block.get("name") == "web_search":
            query = text_of(child(block, "input"), "query")
            if query:
                yield query

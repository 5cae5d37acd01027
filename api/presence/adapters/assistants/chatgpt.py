"""Asks ChatGPT's models over OpenAI's Responses API with web search.

The question is the whole input: no instructions, nothing stored at the provider. Spans of
`url_citation` are character offsets into their own output text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import httpx2
from openai.types.responses import WebSearchToolParam

from presence.adapters.assistants.location import country_of
from presence.adapters.assistants.openai_client import openai_client
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
    items,
    span,
    text_of,
    texts,
)
from presence.adapters.assistants.transport import idempotent
from presence.analysis.ports import EngineAccess
from presence.analysis.types import Citation, Question

# Reasoning counts too. Nobody reads a longer answer; this limits what one may cost.
_MOST_OUTPUT_TOKENS: Final = 16_384
_ENDINGS: Final[dict[str, Ending]] = {
    "max_output_tokens": "truncated",
    "max_messages": "truncated",
    "steered": "truncated",
    "content_filter": "refused",
    "rate_limit_exceeded": "rate-limited",
    "server_error": "server-error",
    "invalid_prompt": "bad-request",
    "bio_policy": "refused",
    "misalignment_policy_violation": "refused",
}


class Responses:
    """The Responses API."""

    def __init__(self, access: EngineAccess, http: httpx2.AsyncClient) -> None:
        self._model = access.model
        self._client = openai_client(access, http)

    async def send(self, question: Question, bodies: list[str]) -> None:
        """Ask once. Without a country the location stays open: the default would be the USA."""
        response = await self._client.responses.with_raw_response.create(
            model=self._model,
            input=question.text,
            tools=[_search_from(country_of(question.locale))],
            include=["web_search_call.action.sources"],
            max_output_tokens=_MOST_OUTPUT_TOKENS,
            store=False,
            extra_headers=idempotent(question.key),
        )
        bodies.append(response.http_response.text)

    def read(self, payloads: Sequence[Json]) -> ProviderReply:
        """One response: its final messages, and what was searched on the way."""
        payload = payloads[-1]
        if "output" not in payload and "status" not in payload:
            raise Malformed("There is no response in the body.")
        text, sources, refusal = _messages(payload)
        calls = [c for c in children(payload, "output") if c.get("type") == "web_search_call"]
        for url in _searched_pages(calls):
            sources.retrieved(url)
        searched = any(text_of(c, "status") in {"completed", ""} for c in calls)
        known = searched or bool(sources.all())
        ending, detail = _ending(payload, refusal)
        usage = child(payload, "usage")
        return ProviderReply(
            text=text or refusal,
            model=text_of(payload, "model"),
            ending=ending,
            detail=detail,
            citations=sources.all() if known else None,
            search_queries=distinct(q for c in calls for q in _queries(child(c, "action"))),
            input_tokens=count_of(usage, "input_tokens"),
            output_tokens=count_of(usage, "output_tokens"),
            searches=_searches(payload, calls),
        )

    async def check(self) -> None:
        """Look up the model: the key must be valid and have access to it."""
        await self._client.models.retrieve(self._model)


def connect(access: EngineAccess, http: httpx2.AsyncClient) -> Responses:
    """A client that uses these credentials."""
    return Responses(access, http)


def _search_from(country: str) -> WebSearchToolParam:
    tool: WebSearchToolParam = {"type": "web_search", "user_location": {"type": "approximate"}}
    if country:
        tool["user_location"] = {"type": "approximate", "country": country}
    return tool


def _messages(payload: Json) -> tuple[str, Sources, str]:
    """Text of the answer, its citations and the words of a refusal.

    Some models comment on their work before they answer; where phases are named, only the final
    answer is what a person reads.
    """
    messages = [m for m in children(payload, "output") if m.get("type") == "message"]
    final = [m for m in messages if m.get("phase") == "final_answer"] or messages
    text, sources, refusals = "", Sources(), []
    for message in final:
        text += "\n\n" if text else ""
        for part in children(message, "content"):
            if part.get("type") == "refusal":
                refusals.append(text_of(part, "refusal"))
            if part.get("type") == "output_text":
                words = text_of(part, "text")
                for annotation in children(part, "annotations"):
                    if annotation.get("type") == "url_citation":
                        sources.cite(_citation(annotation, len(text), len(words)))
                text += words
    return text, sources, " ".join(refusals)


def _citation(annotation: Json, offset: int, length: int) -> Citation:
    ends = count_of(annotation, "start_index"), count_of(annotation, "end_index")
    start, end = span(*ends, length)
    return Citation(
        url=_page(text_of(annotation, "url")),
        title=text_of(annotation, "title"),
        start=None if start is None else start + offset,
        end=None if end is None else end + offset,
    )


def _page(url: str) -> str:
    """The page's own address: the provider marks its links, which is no part of it."""
    if "utm_source=" not in url:
        return url
    parts = urlsplit(url)
    query = [p for p in parse_qsl(parts.query, True) if p[0] != "utm_source"]
    return urlunsplit(parts._replace(query=urlencode(query)))


def _searched_pages(calls: list[Json]) -> Iterator[str]:
    for call in calls:
        action = child(call, "action")
        for source in children(action, "sources"):
            yield _page(text_of(source, "url"))
        if action.get("type") == "open_page":
            yield _page(text_of(action, "url"))


def _queries(action: Json) -> Iterator[str]:
    yield from texts(action, "queries")
    if not items(action, "queries") and text_of(action, "query"):
        yield text_of(action, "query")


def _searches(payload: Json, calls: list[Json]) -> int:
    """Billable searches as the provider counts them, else the searches it lists."""
    counted = count_of(child(child(payload, "tool_usage"), "web_search"), "num_requests")
    listed = sum(child(c, "action").get("type", "search") == "search" for c in calls)
    return listed if counted is None else counted


def _ending(payload: Json, refusal: str) -> tuple[Ending, str]:
    status = text_of(payload, "status")
    if status == "failed":
        error = child(payload, "error")
        return _ENDINGS.get(text_of(error, "code"), "unknown"), text_of(error, "message")
    if status in {"incomplete", "cancelled", "in_progress", "queued"}:
        reason = text_of(child(payload, "incomplete_details"), "reason")
        return _ENDINGS.get(reason, "truncated"), reason
    return ("refused", refusal) if refusal else ("complete", "")

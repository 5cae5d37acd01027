"""Asks Perplexity's search models over its OpenAI-compatible protocol.

Sources are a numbered list; [n] in the text refers to it. A source whose number stands in the
text is cited there; when the text has no numbers at all, the list is what the engine cites.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import httpx2

from presence.adapters.assistants import chat
from presence.adapters.assistants.location import country_of
from presence.adapters.assistants.openai_client import openai_client
from presence.adapters.assistants.reading import (
    Json,
    ProviderReply,
    Sources,
    child,
    children,
    count_of,
    distinct,
    items,
    storable,
    text_of,
    texts,
)
from presence.analysis.ports import EngineAccess
from presence.analysis.types import Citation, Question

_MARK: Final = re.compile(r"\[(\d{1,3})\](?!\()")


class Sonar:
    """The Sonar models."""

    def __init__(self, access: EngineAccess, http: httpx2.AsyncClient) -> None:
        self._model = access.model
        self._client = openai_client(access, http)

    async def send(self, question: Question, bodies: list[str]) -> None:
        """Ask once, from the country of the question's locale where it names one."""
        country = country_of(question.locale)
        extra: dict[str, object] = (
            {"web_search_options": {"user_location": {"country": country}}} if country else {}
        )
        bodies.append(await chat.ask(self._client, self._model, question, extra))

    def read(self, payloads: Sequence[Json]) -> ProviderReply:
        """A choice with the numbered sources beside it."""
        payload = payloads[-1]
        reading = chat.read(payload)
        has_sources = "citations" in payload or "search_results" in payload
        return replace(
            reading,
            citations=_citations(payload, reading.text) if has_sources else None,
            search_queries=distinct(_queries(payload)),
            searches=count_of(child(payload, "usage"), "num_search_queries"),
        )

    async def check(self) -> None:
        """One token without a search: this provider lists its models without asking for a key."""
        await self._client.chat.completions.with_raw_response.create(
            model=self._model,
            messages=[{"role": "user", "content": "Hi"}],
            max_tokens=1,
            extra_body={"disable_search": True},
        )


def connect(access: EngineAccess, http: httpx2.AsyncClient) -> Sonar:
    """A client that uses these credentials."""
    return Sonar(access, http)


def _citations(payload: Json, text: str) -> tuple[Citation, ...]:
    results = {text_of(r, "url"): text_of(r, "title") for r in children(payload, "search_results")}
    listed = [storable(v) if isinstance(v, str) else "" for v in items(payload, "citations")]
    numbered = listed or list(results)
    sources = Sources()
    marks = [m for m in _MARK.finditer(text) if 1 <= int(m.group(1)) <= len(numbered)]
    for mark in marks:
        number = int(mark.group(1))
        url = numbered[number - 1]
        sources.cite(
            Citation(url, results.get(url, ""), number=number, start=mark.start(), end=mark.end())
        )
    if not marks:
        for number, url in enumerate(listed, start=1):
            sources.cite(Citation(url, results.get(url, ""), number=number))
    for url in (*listed, *results):
        sources.retrieved(url, results.get(url, ""))
    return sources.all()


def _queries(payload: Json) -> Iterator[str]:
    """The searches, from models that show their steps."""
    for choice in children(payload, "choices"):
        for step in children(child(choice, "message"), "reasoning_steps"):
            yield from texts(child(step, "web_search"), "search_keywords")

"""Asks any server that speaks OpenAI's Chat Completions: a local model or another provider.

Most give text alone. Where a message carries `url_citation` annotations, as the protocol documents
for searching models, they are read too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import httpx2
from openai import NotFoundError

from presence.adapters.assistants import chat
from presence.adapters.assistants.openai_client import openai_client
from presence.adapters.assistants.reading import (
    Json,
    ProviderReply,
    Sources,
    child,
    children,
    count_of,
    span,
    text_of,
)
from presence.analysis.ports import EngineAccess
from presence.analysis.types import Citation, Question


class Completions:
    """Chat Completions of a configured server."""

    def __init__(self, access: EngineAccess, http: httpx2.AsyncClient) -> None:
        self._model = access.model
        self._client = openai_client(access, http)

    async def send(self, question: Question, bodies: list[str]) -> None:
        """Ask once."""
        bodies.append(await chat.ask(self._client, self._model, question, {}))

    def read(self, payloads: Sequence[Json]) -> ProviderReply:
        """A choice, with citations only where the message has annotations."""
        payload = payloads[-1]
        reading = chat.read(payload)
        message = child(next(children(payload, "choices"), {}), "message")
        if not isinstance(message.get("annotations"), list):
            return reading
        # Offsets count the message as sent; where thinking was taken off they would be wrong.
        whole = reading.text == text_of(message, "content")
        sources = Sources()
        for annotation in children(message, "annotations"):
            cited = child(annotation, "url_citation")
            ends = count_of(cited, "start_index"), count_of(cited, "end_index")
            start, end = span(*ends, len(reading.text)) if whole else (None, None)
            sources.cite(
                Citation(text_of(cited, "url"), text_of(cited, "title"), start=start, end=end)
            )
        return replace(reading, citations=sources.all())

    async def check(self) -> None:
        """Looks the model up; servers without a model list are asked for one token."""
        try:
            await self._client.models.retrieve(self._model)
        except NotFoundError:
            await self._client.chat.completions.with_raw_response.create(
                model=self._model, messages=[{"role": "user", "content": "Hi"}], max_tokens=1
            )


def connect(access: EngineAccess, http: httpx2.AsyncClient) -> Completions:
    """A client that uses these credentials."""
    return Completions(access, http)

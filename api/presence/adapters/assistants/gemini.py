"""Asks Gemini over Google's generateContent with grounding in Google Search.

Spans of the provider count UTF-8 bytes of one part of the answer; here they become characters of
the whole. Sources are redirect links of the provider: the title is then the site's name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

import httpx2
from google import genai
from google.genai import types

from presence.adapters.assistants.location import language_of
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
    total,
)
from presence.adapters.assistants.transport import idempotent
from presence.analysis.ports import EngineAccess
from presence.analysis.types import Citation, Question

_VERSION: Final = "v1beta"  # the one whose documentation has the search tool
_REDIRECT: Final = "vertexaisearch.cloud.google.com"
_SITE: Final = re.compile(r"[a-z0-9][a-z0-9.-]*\.[a-z]{2,}", re.IGNORECASE)
_ENDINGS: Final[dict[str, Ending]] = {
    "STOP": "complete",
    "MAX_TOKENS": "truncated",
    "CONTINUATION": "truncated",
    "TOO_MANY_TOOL_CALLS": "truncated",
    "SAFETY": "refused",
    "RECITATION": "refused",
    "BLOCKLIST": "refused",
    "PROHIBITED_CONTENT": "refused",
    "SPII": "refused",
    "LANGUAGE": "refused",
    "ESCALATION": "refused",
    "MODEL_ARMOR": "refused",
}


class GenerateContent:
    """The Gemini API."""

    def __init__(self, access: EngineAccess, http: httpx2.AsyncClient) -> None:
        self._model = access.model
        self._client = genai.Client(
            api_key=access.api_key,
            vertexai=False,
            http_options=types.HttpOptions(
                base_url=access.base_url or None,
                api_version=_VERSION,
                timeout=int(access.timeout_s * 1_000),
                retry_options=types.HttpRetryOptions(attempts=1),
                httpx_async_client=http,
            ),
        )

    async def send(self, question: Question, bodies: list[str]) -> None:
        """Ask once. The API takes the language of the person; it has no parameter for a country."""
        language = language_of(question.locale)
        response = await self._client.aio.models.generate_content(
            model=self._model,
            contents=question.text,
            config=types.GenerateContentConfig(
                tools=[types.Tool(google_search=types.GoogleSearch())],
                tool_config=types.ToolConfig(
                    retrieval_config=types.RetrievalConfig(language_code=language)
                )
                if language
                else None,
                http_options=types.HttpOptions(headers=idempotent(question.key)),
                should_return_http_response=True,
            ),
        )
        sent = response.sdk_http_response
        bodies.append((sent.body if sent else None) or "")

    def read(self, payloads: Sequence[Json]) -> ProviderReply:
        """The first candidate; a blocked prompt has none."""
        payload = payloads[-1]
        feedback = child(payload, "promptFeedback")
        candidate = next(children(payload, "candidates"), {})
        if not candidate and not feedback:
            raise Malformed("There is no candidate in the body.")
        ending, detail = _ending(candidate, feedback)
        parts = [
            "" if part.get("thought") is True else text_of(part, "text")
            for part in children(child(candidate, "content"), "parts")
        ]
        grounding = child(candidate, "groundingMetadata")
        queries = distinct(texts(grounding, "webSearchQueries"))
        grounded = bool(queries or "groundingChunks" in grounding)
        usage = child(payload, "usageMetadata")
        return ProviderReply(
            text="".join(parts),
            model=text_of(payload, "modelVersion"),
            ending=ending,
            detail=detail,
            citations=_citations(grounding, parts) if grounded else None,
            search_queries=queries,
            input_tokens=total(
                count_of(usage, "promptTokenCount"), count_of(usage, "toolUsePromptTokenCount")
            ),
            output_tokens=total(
                count_of(usage, "candidatesTokenCount"), count_of(usage, "thoughtsTokenCount")
            ),
            searches=len(queries),
        )

    async def check(self) -> None:
        """Looks the model up: the key must be good and the model within its reach."""
        await self._client.aio.models.get(model=self._model)


def connect(access: EngineAccess, http: httpx2.AsyncClient) -> GenerateContent:
    """A client that uses these credentials."""
    return GenerateContent(access, http)


def _ending(candidate: Json, feedback: Json) -> tuple[Ending, str]:
    blocked = text_of(feedback, "blockReason")
    if blocked and not candidate:
        return "refused", text_of(feedback, "blockReasonMessage") or blocked
    reason = text_of(candidate, "finishReason")
    ending = _ENDINGS.get(reason, "unknown" if reason else "truncated")
    return ending, "" if ending == "complete" else text_of(candidate, "finishMessage") or reason


def _citations(grounding: Json, parts: list[str]) -> tuple[Citation, ...]:
    """One citation for each source of each supported segment, then the sources not used."""
    sources = Sources()
    chunks = [
        child(c, "web") if isinstance(c, dict) else {} for c in items(grounding, "groundingChunks")
    ]
    for support in children(grounding, "groundingSupports"):
        start, end = _place(child(support, "segment"), parts)
        for index in items(support, "groundingChunkIndices"):
            if isinstance(index, int) and 0 <= index < len(chunks):
                web = chunks[index]
                sources.cite(
                    Citation(
                        url=text_of(web, "uri"),
                        title=text_of(web, "title"),
                        domain=_domain(web),
                        start=start,
                        end=end,
                    )
                )
    for web in chunks:
        sources.retrieved(text_of(web, "uri"), text_of(web, "title"), _domain(web))
    return sources.all()


def _domain(web: Json) -> str:
    """The cited site where the link itself hides it behind the provider's redirect."""
    named = text_of(web, "domain")
    try:
        hidden = urlsplit(text_of(web, "uri")).hostname == _REDIRECT
    except ValueError:
        hidden = False
    title = text_of(web, "title").strip()
    return (named or (title if _SITE.fullmatch(title) else "")).lower() if hidden else ""


def _place(segment: Json, parts: list[str]) -> tuple[int, int] | tuple[None, None]:
    """A segment in characters of the joined parts, held against the words it should cover."""
    number = count_of(segment, "partIndex") or 0
    if number >= len(parts):
        return None, None
    part, before = parts[number], sum(map(len, parts[:number]))
    encoded = part.encode()
    first, last = count_of(segment, "startIndex") or 0, count_of(segment, "endIndex") or 0
    start = len(encoded[:first].decode(errors="ignore"))
    end = len(encoded[:last].decode(errors="ignore"))
    words = text_of(segment, "text")
    if words and part[start:end] != words:
        start = part.find(words)
        end = start + len(words)
    low, high = span(start, end, len(part))
    return (None, None) if low is None or high is None else (low + before, high + before)

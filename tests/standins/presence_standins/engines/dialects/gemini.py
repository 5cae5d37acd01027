"""Google's generateContent with grounding in Google Search.

Shapes: candidates with `groundingMetadata`: search queries, chunks behind redirect links whose
title is the site, supports whose segments count UTF-8 bytes; promptFeedback for a blocked prompt.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from presence_standins.engines.dialects.base import (
    STATUS,
    Json,
    Kind,
    Problem,
    Turn,
    wait_headers,
    with_strange,
)

_REDIRECT = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/"
_ERRORS: Mapping[str, tuple[str, str]] = {
    "rate-limited": ("RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
    "no-credit": ("RESOURCE_EXHAUSTED", "You exceeded your current quota, limit: 0, model: gemini"),
    "unauthorized": ("INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."),
    "bad-request": ("INVALID_ARGUMENT", "Search Grounding is not supported."),
    "unavailable": ("UNAVAILABLE", "The model is overloaded. Please try again later."),
    "overloaded": ("UNAVAILABLE", "The model is overloaded. Please try again later."),
}


class Gemini:
    """POST /v1beta/models/{model}:generateContent."""

    prefix = "/gemini"
    ask_path = "/v1beta/models/{model}:generateContent"
    model_path = "/v1beta/models/{model}"

    def key(self, headers: Mapping[str, str]) -> str:
        """The x-goog-api-key header."""
        return headers.get("x-goog-api-key", "")

    def question(self, body: Json) -> str:
        """The one part of the one content."""
        return str(body["contents"][0]["parts"][0]["text"])

    def answer(self, turn: Turn) -> Json:
        """The response: one candidate, or feedback alone for a blocked prompt."""
        document: Json = {
            "usageMetadata": {
                "promptTokenCount": turn.input_tokens,
                "candidatesTokenCount": turn.output_tokens,
                "totalTokenCount": turn.input_tokens + turn.output_tokens,
            },
            "modelVersion": turn.model,
            "responseId": f"r{turn.number:08x}",
        }
        if turn.ending == "blocked":
            document["promptFeedback"] = {"blockReason": "PROHIBITED_CONTENT"}
        else:
            document["candidates"] = [_candidate(turn)]
        return with_strange(document, turn)

    def problem(self, kind: Kind, seconds: float, key: str) -> Problem:
        """An error with google.rpc details; a bad key is status 400 here."""
        family = "rate-limited" if kind.startswith("rate-limited") else kind
        name, message = _ERRORS.get(family, ("INTERNAL", "An internal error has occurred."))
        status = 400 if kind == "unauthorized" else STATUS[kind]
        details: list[Json] = []
        if kind == "rate-limited-resets":
            details = [
                {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": []},
                {
                    "@type": "type.googleapis.com/google.rpc.RetryInfo",
                    "retryDelay": f"{seconds:g}s",
                },
            ]
        if kind == "unauthorized":
            details = [
                {
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                    "reason": "API_KEY_INVALID",
                    "domain": "googleapis.com",
                }
            ]
        error = {"code": status, "message": message, "status": name, "details": details}
        return Problem(status, {"error": error}, wait_headers(kind, seconds))

    def model(self, name: str) -> Json:
        """A model resource."""
        return {"name": f"models/{name}", "version": "001", "displayName": name}


def _candidate(turn: Turn) -> Json:
    if turn.ending == "refused":
        return {"finishReason": "SAFETY", "index": 0, "safetyRatings": []}
    candidate: Json = {
        "content": {"role": "model", "parts": [{"text": turn.said.text}]},
        "finishReason": "MAX_TOKENS" if turn.ending == "truncated" else "STOP",
        "index": 0,
    }
    if turn.searched:
        candidate["groundingMetadata"] = with_strange(_grounding(turn), turn)
    return candidate


def _grounding(turn: Turn) -> Json:
    chunks: list[object] = [
        {
            "web": {
                "uri": f"{_REDIRECT}{number:04d}",
                "title": (urlsplit(source.url).hostname or "").removeprefix("www."),
            }
        }
        for number, source in enumerate(turn.said.sources)
    ]
    supports: list[object] = []
    at = 0
    for segment in turn.said.segments:
        size = len(segment.text.encode())
        if segment.sources:
            place: Json = {"endIndex": at + size, "text": segment.text}
            if at:  # zero is left out on the wire
                place["startIndex"] = at
            supports.append({"segment": place, "groundingChunkIndices": [*segment.sources]})
        at += size
    if turn.flawed:
        chunks += [None, {"web": {"title": "no address"}}, {"web": {"uri": 3}}]
        supports += [
            None,
            {
                "segment": {"startIndex": 10**9, "endIndex": 5},
                "groundingChunkIndices": [0, 99, "x"],
            },
            {"groundingChunkIndices": None},
            {"segment": {"partIndex": 7}, "groundingChunkIndices": [len(chunks) - 1]},
        ]
    return {
        "searchEntryPoint": {"renderedContent": "<div></div>"},
        "groundingChunks": chunks,
        "groundingSupports": supports,
        "webSearchQueries": list(turn.said.queries),
    }

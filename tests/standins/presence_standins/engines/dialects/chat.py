"""Chat Completions, as Perplexity extends it and as local servers speak it.

Shapes: choices with a finish reason; Perplexity adds `citations` (addresses in the order of their
[n] in the text), `search_results` and its own usage fields.
"""

from __future__ import annotations

from collections.abc import Mapping

from presence_standins.engines.dialects.base import (
    REFUSAL,
    STATUS,
    Json,
    Kind,
    Problem,
    Turn,
    bearer,
    wait_headers,
    with_strange,
)
from presence_standins.engines.dialects.openai import OpenAI


class Local:
    """POST /v1/chat/completions of a server without search."""

    prefix = "/local"
    ask_path = "/v1/chat/completions"
    model_path = "/v1/models/{model}"

    def key(self, headers: Mapping[str, str]) -> str:
        """Bearer authentication."""
        return bearer(headers)

    def question(self, body: Json) -> str:
        """The one message."""
        return str(body["messages"][0]["content"])

    def answer(self, turn: Turn) -> Json:
        """A completion: words alone."""
        return self._completion(turn, turn.said.text)

    def problem(self, kind: Kind, seconds: float, key: str) -> Problem:
        """Errors in the form of the protocol's inventor."""
        return OpenAI().problem(kind, seconds, key)

    def model(self, name: str) -> Json:
        """A model object."""
        return OpenAI().model(name)

    def _completion(self, turn: Turn, text: str) -> Json:
        message: Json = {"role": "assistant", "content": text}
        if turn.ending == "refused":
            message = {"role": "assistant", "content": None, "refusal": REFUSAL}
        reason = {"truncated": "length", "blocked": "content_filter"}.get(turn.ending, "stop")
        return with_strange(
            {
                "id": f"chatcmpl-{turn.number:08x}",
                "object": "chat.completion",
                "created": 1_764_000_000,
                "model": turn.model,
                "choices": [{"index": 0, "finish_reason": reason, "message": message}],
                "usage": {
                    "prompt_tokens": turn.input_tokens,
                    "completion_tokens": turn.output_tokens,
                    "total_tokens": turn.input_tokens + turn.output_tokens,
                },
            },
            turn,
        )


class Perplexity(Local):
    """POST /chat/completions with sources."""

    prefix = "/perplexity"
    ask_path = "/chat/completions"
    model_path = ""  # this provider has no such endpoint

    def answer(self, turn: Turn) -> Json:
        """A completion with numbered sources beside it."""
        if not turn.searched or turn.ending == "refused":
            return self._completion(turn, turn.said.text)
        text = "".join(
            segment.text + "".join(f"[{i + 1}]" for i in segment.sources)
            for segment in turn.said.segments
        )
        citations: list[object] = [source.url for source in turn.said.sources]
        results: list[object] = [
            {"title": s.title, "url": s.url, "date": "2026-10-01", "snippet": s.title}
            for s in turn.said.sources
        ]
        if turn.flawed:
            text += "[99][0]"
            citations += [None, 17, "ftp://files.example/x", "https://[broken"]
            results += [None, {"url": None}, {"title": "no address"}]
        document = self._completion(turn, text)
        document["usage"]["num_search_queries"] = len(turn.said.queries)
        document["usage"]["search_context_size"] = "low"
        return {**document, "citations": citations, "search_results": results}

    def problem(self, kind: Kind, seconds: float, key: str) -> Problem:
        """Errors whose code is the status; an empty account is status 401 here."""
        given = OpenAI().problem(kind, seconds, key)
        status = 401 if kind == "no-credit" else STATUS[kind]
        error = {**given.body["error"], "code": status}
        return Problem(status, {"error": error}, {**given.headers, **wait_headers(kind, seconds)})

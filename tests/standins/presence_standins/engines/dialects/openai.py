"""OpenAI's Responses API with the web search tool.

Shapes: response object with `web_search_call` and `message` items, `output_text` parts with
`url_citation` annotations that cover the link in the text, `incomplete_details`, refusal parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

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

_ERRORS: Mapping[str, tuple[str, str | None, str]] = {
    "rate-limited": ("requests", "rate_limit_exceeded", "Rate limit reached. Please slow down."),
    "no-credit": ("insufficient_quota", "insufficient_quota", "You exceeded your current quota."),
    "unauthorized": ("invalid_request_error", "invalid_api_key", "Incorrect API key provided: "),
    "bad-request": ("invalid_request_error", None, "The model does not support web search."),
    "server-error": ("server_error", None, "The server had an error."),
}


class OpenAI:
    """POST /v1/responses."""

    prefix = "/openai"
    ask_path = "/v1/responses"
    model_path = "/v1/models/{model}"

    def key(self, headers: Mapping[str, str]) -> str:
        """Bearer authentication."""
        return bearer(headers)

    def question(self, body: Json) -> str:
        """The input, which the product sends as plain text."""
        return str(body["input"])

    def answer(self, turn: Turn) -> Json:
        """The response object."""
        output: list[Json] = []
        if turn.searched and turn.ending != "refused":
            output.append(_search(turn))
        output.append(_message(turn))
        status = "incomplete" if turn.ending == "truncated" else "completed"
        return with_strange(
            {
                "id": f"resp_{turn.number:08x}",
                "object": "response",
                "created_at": 1_764_000_000,
                "status": status,
                "error": None,
                "incomplete_details": (
                    {"reason": "max_output_tokens"} if status == "incomplete" else None
                ),
                "model": turn.model,
                "output": output,
                "parallel_tool_calls": True,
                "tool_choice": "auto",
                "tools": [{"type": "web_search", "search_context_size": "medium"}],
                "usage": {
                    "input_tokens": turn.input_tokens,
                    "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
                    "output_tokens": turn.output_tokens,
                    "output_tokens_details": {"reasoning_tokens": 0},
                    "total_tokens": turn.input_tokens + turn.output_tokens,
                },
            },
            turn,
        )

    def problem(self, kind: Kind, seconds: float, key: str) -> Problem:
        """An error object; a wrong key is quoted back, as the provider does."""
        family = "rate-limited" if kind.startswith("rate-limited") else kind
        name, code, message = _ERRORS.get(family, _ERRORS["server-error"])
        headers = wait_headers(kind, seconds)
        if kind == "rate-limited-resets":
            headers = {
                "x-ratelimit-remaining-requests": "0",
                "x-ratelimit-reset-requests": f"{seconds:g}s",
                "x-ratelimit-remaining-tokens": "90000",
                "x-ratelimit-reset-tokens": "1m30s",
            }
        words = message + key if kind == "unauthorized" else message
        error = {"message": words, "type": name, "param": None, "code": code}
        return Problem(STATUS[kind], {"error": error}, headers)

    def model(self, name: str) -> Json:
        """A model object."""
        return {"id": name, "object": "model", "created": 1_764_000_000, "owned_by": "openai"}


def _search(turn: Turn) -> Json:
    action: Json = {
        "type": "search",
        "query": turn.said.queries[0] if turn.said.queries else "",
        "queries": list(turn.said.queries),
        "sources": [{"type": "url", "url": source.url} for source in turn.said.sources],
    }
    return with_strange(
        {"id": "ws_1", "type": "web_search_call", "status": "completed", "action": action}, turn
    )


def _message(turn: Turn) -> Json:
    part = {"type": "refusal", "refusal": REFUSAL} if turn.ending == "refused" else _text(turn)
    return {
        "id": "msg_1",
        "type": "message",
        "status": "incomplete" if turn.ending == "truncated" else "completed",
        "role": "assistant",
        "content": [part],
    }


def _text(turn: Turn) -> Json:
    text, annotations = "", []
    for segment in turn.said.segments:
        text += segment.text
        for index in segment.sources if turn.searched else ():
            source = turn.said.sources[index]
            link = f" ([{urlsplit(source.url).hostname}]({source.url}?utm_source=openai))"
            annotations.append(
                {
                    "type": "url_citation",
                    "start_index": len(text) + 1,
                    "end_index": len(text) + len(link),
                    "url": f"{source.url}?utm_source=openai",
                    "title": source.title,
                }
            )
            text += link
    flaws: list[object] = [
        {"type": "url_citation", "start_index": 0, "end_index": 5},
        {"type": "url_citation", "url": 7, "title": None},
        {"type": "url_citation", "url": "javascript:alert(1)", "start_index": 0, "end_index": 1},
        {"type": "url_citation", "url": "https://[broken", "start_index": -4, "end_index": 2},
        {"type": "file_citation", "file_id": "file_1", "index": 3, "filename": "a.txt"},
        None,
        "text",
    ]
    return with_strange(
        {
            "type": "output_text",
            "text": text,
            "annotations": [*flaws, *annotations] if turn.flawed else annotations,
            "logprobs": [],
        },
        turn,
    )

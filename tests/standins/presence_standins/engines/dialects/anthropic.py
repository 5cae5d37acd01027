"""Anthropic's Messages API with the web search tool.

Shapes: `server_tool_use`, `web_search_tool_result` and text blocks with
`web_search_result_location` citations; stop reasons max_tokens, refusal and pause_turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

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

_ERRORS: Mapping[str, tuple[str, str]] = {
    "rate-limited": ("rate_limit_error", "This request would exceed your rate limit."),
    "no-credit": ("billing_error", "Your credit balance is too low to access the API."),
    "unauthorized": ("authentication_error", "invalid x-api-key"),
    "bad-request": ("invalid_request_error", "tools.0: web search is not enabled."),
    "overloaded": ("overloaded_error", "Overloaded"),
}
_STOPS = {"complete": "end_turn", "truncated": "max_tokens", "paused": "pause_turn"}


class Anthropic:
    """POST /v1/messages."""

    prefix = "/anthropic"
    ask_path = "/v1/messages"
    model_path = "/v1/models/{model}"

    def key(self, headers: Mapping[str, str]) -> str:
        """The x-api-key header of the documentation, or the bearer token of newer SDKs."""
        return headers.get("x-api-key", "") or bearer(headers)

    def question(self, body: Json) -> str:
        """The first message; later ones continue a paused turn."""
        return str(body["messages"][0]["content"])

    def answer(self, turn: Turn) -> Json:
        """The message object. A paused turn ends after the search; the next one goes on."""
        content = _content(turn)
        searched = any(block["type"] == "server_tool_use" for block in content)
        usage: Json = {
            "input_tokens": turn.input_tokens,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": turn.output_tokens,
            "service_tier": "standard",
        }
        if searched:
            usage["server_tool_use"] = {"web_search_requests": 1, "web_fetch_requests": 0}
        return with_strange(
            {
                "id": f"msg_{turn.number:08x}",
                "type": "message",
                "role": "assistant",
                "model": turn.model,
                "content": content,
                "stop_reason": _STOPS.get(turn.ending, "refusal"),
                "stop_sequence": None,
                "usage": usage,
            },
            turn,
        )

    def problem(self, kind: Kind, seconds: float, key: str) -> Problem:
        """An error object."""
        family = "rate-limited" if kind.startswith("rate-limited") else kind
        name, message = _ERRORS.get(family, ("api_error", "Internal server error"))
        headers = wait_headers(kind, seconds)
        if kind == "rate-limited-resets":
            at = datetime.now(UTC) + timedelta(seconds=seconds)
            headers = {
                "anthropic-ratelimit-requests-remaining": "0",
                "anthropic-ratelimit-requests-reset": at.isoformat().replace("+00:00", "Z"),
                "anthropic-ratelimit-tokens-remaining": "70000",
                "anthropic-ratelimit-tokens-reset": "2030-01-01T00:00:00Z",
            }
        status = 402 if kind == "no-credit" else STATUS[kind]
        error = {"type": name, "message": message}
        return Problem(status, {"type": "error", "error": error, "request_id": "req_1"}, headers)

    def model(self, name: str) -> Json:
        """A model object."""
        return {
            "id": name,
            "type": "model",
            "display_name": name,
            "created_at": "2026-01-01T00:00:00Z",
        }


def _content(turn: Turn) -> list[Json]:
    if turn.ending == "refused":
        return [{"type": "text", "text": REFUSAL}]
    blocks: list[Json] = []
    if turn.searched and not turn.continued:
        blocks += [{"type": "text", "text": "I'll look that up."}, *_search(turn)]
    if turn.ending == "paused":
        return blocks or [{"type": "text", "text": "Still looking."}]
    for segment in turn.said.segments:
        block: Json = {"type": "text", "text": segment.text}
        cited = [turn.said.sources[i] for i in segment.sources] if turn.searched else []
        places: list[object] = [
            {
                "type": "web_search_result_location",
                "url": source.url,
                "title": source.title,
                "encrypted_index": "Eo8BCioIAhgB",
                "cited_text": source.title,
            }
            for source in cited
        ]
        if turn.flawed:
            places = [
                None,
                {"type": "web_search_result_location", "url": 5},
                {"type": "x"},
                *places,
            ]
        if places:
            block["citations"] = places
        blocks.append(block)
    return blocks


def _search(turn: Turn) -> list[Json]:
    results: list[object] = [
        {
            "type": "web_search_result",
            "url": source.url,
            "title": source.title,
            "encrypted_content": "EqgfCioIARgBIiQ3",
            "page_age": "3 days ago",
        }
        for source in turn.said.sources
    ]
    if turn.flawed:
        results = [None, {"type": "web_search_result", "url": "not an address"}, *results]
    query = turn.said.queries[0] if turn.said.queries else ""
    return [
        {
            "type": "server_tool_use",
            "id": "srvtoolu_1",
            "name": "web_search",
            "input": {"query": query},
        },
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": results},
    ]

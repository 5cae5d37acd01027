"""Error responses the providers document, and what they mean for the person who pays."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest

from presence.adapters.assistants.failures import failure_of

NOW = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)


class StatusError(Exception):
    """What every SDK raises for a status: an exception with the response."""

    def __init__(self, response: httpx2.Response) -> None:
        super().__init__("status")
        self.response = response


def code_of(status: int, body: Any) -> str:
    """The code of an error response with a JSON or text body."""
    text = {"text": body} if isinstance(body, str) else {"json": body}
    response = httpx2.Response(status, **text)
    return failure_of(StatusError(response), "ChatGPT", NOW).code


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (429, {"type": "insufficient_quota", "code": "insufficient_quota"}),
        (400, {"type": "invalid_request_error", "code": "billing_hard_limit_reached"}),
        (402, {"type": "billing_error", "message": "Payment required."}),
        (400, {"type": "invalid_request_error", "message": "Your credit balance is too low to …"}),
        (429, {"details": {"error_code": "enforced_spend_limit_reached"}}),
        (401, {"type": "insufficient_quota", "message": "You exceeded your current quota."}),
        (429, {"status": "RESOURCE_EXHAUSTED", "message": "Quota exceeded, limit: 0, model: x"}),
    ],
)  # fmt: skip
def test_an_empty_account_is_not_a_matter_of_waiting(status: int, error: dict[str, Any]) -> None:
    assert code_of(status, {"error": error}) == "no-credit"


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (401, {"error": {"message": "No."}}, "unauthorized"),
        (403, {"error": {"status": "PERMISSION_DENIED"}}, "unauthorized"),
        (400, {"error": {"details": [{"reason": "API_KEY_INVALID"}]}}, "unauthorized"),
        (400, {"error": {"message": "API key expired. Please renew."}}, "unauthorized"),
        (400, {"error": {"message": "Unknown field."}}, "bad-request"),
        (404, {"error": {"message": "No such model."}}, "bad-request"),
        (413, "too large", "bad-request"),
        (308, "", "bad-request"),
        (408, {}, "timeout"),
        (504, "<html>gateway</html>", "timeout"),
        (429, "slow down", "rate-limited"),
        (500, [], "server-error"),
        (502, "<html>bad gateway</html>", "server-error"),
        (503, "<html>come back later</html>", "overloaded"),
        (529, {"error": {"type": "overloaded_error"}}, "overloaded"),
        (500, {"error": {"message": "Your credit balance is too low"}}, "server-error"),
    ],
)
def test_a_status_means_what_is_documented(status: int, body: Any, code: str) -> None:
    assert code_of(status, body) == code


def test_the_sentence_says_what_the_provider_said_only_where_that_helps() -> None:
    said = {"error": {"message": "Incorrect key sk-abc…xyz"}}
    unauthorized = failure_of(StatusError(httpx2.Response(401, json=said)), "ChatGPT", NOW)
    rejected = failure_of(StatusError(httpx2.Response(400, text="<html>")), "ChatGPT", NOW)
    assert unauthorized.sentence == "ChatGPT did not accept the key."
    assert rejected.sentence == "ChatGPT rejected the request. It said: status 400"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (httpx2.ReadTimeout("x"), "timeout"),
        (TimeoutError(), "timeout"),
        (httpx2.ConnectError("x"), "unreachable"),
        (httpx2.ConnectTimeout("x"), "unreachable"),
        (httpx2.PoolTimeout("x"), "unreachable"),
        (httpx2.WriteTimeout("x"), "timeout"),
        (httpx2.ReadError("x"), "disconnected"),
        (httpx2.ProxyError("x"), "disconnected"),
        (httpx2.RemoteProtocolError("x"), "disconnected"),
        (httpx2.DecodingError("x"), "malformed"),
        (KeyError("x"), "unknown"),
    ],
)
def test_a_failure_below_http_is_found_behind_what_an_sdk_raises(
    error: Exception, code: str
) -> None:
    wrapped = RuntimeError("Connection error.")
    wrapped.__cause__ = error
    assert failure_of(wrapped, "ChatGPT", NOW).code == code

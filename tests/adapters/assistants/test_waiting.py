"""Waits are read in every form the providers document, and never turn into nonsense."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from presence.adapters.assistants.retry_after import retry_after

NOW = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)
GONE = {"x-ratelimit-remaining-tokens": "0"}


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "12"}, 12),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        ({"retry-after": "Sat, 21 Nov 2026 12:00:30 GMT"}, 30),
        ({"retry-after": "Sat, 21 Nov 2026 11:00:00 GMT"}, 0),
        (
            {
                "retry-after": "Sat, 21 Nov 2026 09:00:30 GMT",
                "date": "Sat, 21 Nov 2026 09:00:10 GMT",
            },
            20,
        ),
        ({**GONE, "x-ratelimit-reset-tokens": "6m1s"}, 361),
        ({**GONE, "x-ratelimit-reset-tokens": "20ms"}, 0.02),
        ({**GONE, "x-ratelimit-reset-tokens": "1h2m3.5s"}, 3_723.5),
        (
            {
                "anthropic-ratelimit-requests-remaining": "0",
                "anthropic-ratelimit-requests-reset": "2026-11-21T12:00:45Z",
            },
            45,
        ),
    ],
)
def test_a_documented_wait_is_understood(headers: dict[str, str], seconds: float) -> None:
    assert retry_after(headers, {}, NOW) == pytest.approx(seconds)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"retry-after": "soon"},
        {"retry-after": "nan"},
        {"retry-after": "inf"},
        {"retry-after": ""},
        {"x-ratelimit-remaining-tokens": "9", "x-ratelimit-reset-tokens": "6m0s"},
        {**GONE, "x-ratelimit-reset-tokens": "a while"},
    ],
)
def test_what_cannot_be_understood_is_no_wait(headers: dict[str, str]) -> None:
    assert retry_after(headers, {}, NOW) is None


def test_of_two_limits_used_up_the_longer_wait_counts() -> None:
    headers = {
        **GONE,
        "x-ratelimit-reset-tokens": "10s",
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "40s",
    }
    assert retry_after(headers, {}, NOW) == 40


def test_a_retry_delay_in_the_body_is_understood() -> None:
    detail = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.07s"}
    assert retry_after({}, {"error": {"details": [detail]}}, NOW) == pytest.approx(34.07)

"""How long a provider asked us to wait, in whichever of their ways it said so.

Read, first one wins: `retry-after-ms` and `Retry-After` (RFC 9110: seconds or a date), Google's
`RetryInfo.retryDelay` in the body, then the reset headers of whichever limit is used up: OpenAI
writes durations ("6m0s"), Anthropic timestamps (RFC 3339).
Invariant: the wait is finite and not negative, or None where nothing understandable was said.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from presence.adapters.assistants.reading import Json, child, children, text_of

_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s)")
_SECONDS: Final = {"h": 3_600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_RESETS: Final = (
    ("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
    ("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
    ("anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"),
    ("anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"),
    ("anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"),
    ("anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"),
)


def retry_after(headers: Mapping[str, str], body: Json, now: datetime) -> float | None:
    """Seconds to wait. `headers` is looked up in lower case; `now` serves when no Date came."""
    sent_at = _date(headers.get("date", "")) or now
    waits = (
        _seconds(headers.get("retry-after-ms", ""), 0.001),
        _seconds(headers.get("retry-after", ""), 1.0),
        _until(_date(headers.get("retry-after", "")), sent_at),
        _retry_info(body),
        max(_resets(headers, sent_at), default=None),
    )
    return next((wait for wait in waits if wait is not None), None)


def _seconds(value: str, unit: float) -> float | None:
    try:
        wait = float(value) * unit
    except ValueError:
        return None
    return max(wait, 0.0) if math.isfinite(wait) else None


def _until(moment: datetime | None, now: datetime) -> float | None:
    return None if moment is None else max((moment - now).total_seconds(), 0.0)


def _date(value: str) -> datetime | None:
    for parse in (parsedate_to_datetime, datetime.fromisoformat):
        try:
            moment = parse(value.strip())
        except (ValueError, IndexError):
            continue
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return None


def _duration(value: str) -> float | None:
    parts = _DURATION.findall(value)
    if not parts or _DURATION.sub("", value.strip()):
        return None
    return sum(float(amount) * _SECONDS[unit] for amount, unit in parts)


def _retry_info(body: Json) -> float | None:
    for detail in children(child(body, "error"), "details"):
        if text_of(detail, "@type").endswith("google.rpc.RetryInfo"):
            return _duration(text_of(detail, "retryDelay"))
    return None


def _resets(headers: Mapping[str, str], now: datetime) -> Iterator[float]:
    """Waits of the limits with nothing left; the longest counts, for all must have room."""
    for remaining, reset in _RESETS:
        if headers.get(remaining, "").strip() == "0":
            value = headers.get(reset, "")
            wait = _duration(value)
            wait = _until(_date(value), now) if wait is None else wait
            if wait is not None:
                yield wait

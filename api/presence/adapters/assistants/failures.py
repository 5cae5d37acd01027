"""Tells what went wrong with a call, in one code and one sentence, whichever SDK raised it.

The SDKs share a transport, so what matters is found along an exception's chain of causes: a
response with a status, or a failure of the connection. Nothing of an SDK is imported here.
Invariant: a sentence never repeats what a provider wrote about a key.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import httpx2

from presence.adapters.assistants.reading import Json, Malformed, child, document, text_of
from presence.adapters.assistants.retry_after import retry_after
from presence.adapters.causes import causes

_SENTENCES: Final = {
    "rate-limited": "{name} asked us to slow down.",
    "overloaded": "{name} is overloaded or out of order at the moment.",
    "unreachable": "{name} could not be reached.",
    "server-error": "{name} reported an error of its own.",
    "timeout": "{name} did not answer in time.",
    "disconnected": "The connection to {name} broke off.",
    "unauthorized": "{name} did not accept the key.",
    "no-credit": "The account at {name} has no credit or quota left.",
    "bad-request": "{name} rejected the request.",
    "refused": "{name} declined to answer.",
    "truncated": "{name} stopped before the answer was complete.",
    "empty": "{name} sent an answer without text.",
    "malformed": "{name} sent something that cannot be read.",
    "unknown": "{name} failed in a way we do not know.",
}
_DETAILED: Final = frozenset({"bad-request", "refused", "unknown"})
_LONGEST_DETAIL: Final = 300
_LONGEST_BODY: Final = 20_000

# Codes and types the providers document for an account that must be paid or topped up first.
_NO_CREDIT: Final = frozenset(
    {
        "insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error",
        "enforced_spend_limit_reached", "contract_spend_limit_reached", "insufficient_credits",
    }
)  # fmt: skip
_NO_CREDIT_WORDS: Final = ("credit balance is too low", "limit: 0,", "billing to be enabled")
_BAD_KEY: Final = ("API_KEY_INVALID", "api key not valid", "api key expired")
# What the providers document for "we do not take this on now". Any other 5xx is a fault in the
# middle of the work, which may be charged for.
_NOT_TAKEN_ON: Final = frozenset({503, 529})
_NEVER_SENT: Final = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer. `body` is what the provider sent, if it sent anything."""

    code: str
    sentence: str
    retry_after_s: float | None = None
    body: str = ""


def sentence(code: str, name: str, detail: str = "") -> str:
    """What a person reads about a failure of the engine called `name`."""
    said = _SENTENCES[code].format(name=name)
    words = " ".join(detail.split())[:_LONGEST_DETAIL]
    return f"{said} It said: {words}" if words and code in _DETAILED else said


def failure_of(error: BaseException, name: str, now: datetime) -> Failure:
    """The failure behind an exception of an SDK or of the transport below it."""
    chain = tuple(causes(error))
    for cause in chain:
        response = getattr(cause, "response", None)
        if isinstance(response, httpx2.Response):
            return _of_response(response, name, now)
    return _plain(_code_of(chain), name)


def _plain(code: str, name: str) -> Failure:
    return Failure(code, sentence(code, name))


def _code_of(chain: tuple[BaseException, ...]) -> str:
    below = next((c for c in chain if isinstance(c, httpx2.TransportError)), None)
    if isinstance(below, _NEVER_SENT):
        return "unreachable"
    if any(isinstance(c, httpx2.TimeoutException | TimeoutError) for c in chain):
        return "timeout"
    if any(isinstance(c, httpx2.TransportError | OSError) for c in chain):
        return "disconnected"
    if any(isinstance(c, Malformed | ValueError | httpx2.DecodingError) for c in chain):
        return "malformed"
    return "unknown"


def _of_response(response: httpx2.Response, name: str, now: datetime) -> Failure:
    body = _body(response)
    try:
        said = document(body)
    except Malformed:
        said = {}
    code = _code_of_status(response.status_code, said)
    return Failure(
        code=code,
        sentence=sentence(code, name, _message(said) or f"status {response.status_code}"),
        retry_after_s=retry_after(response.headers, said, now),
        body=body,
    )


def _code_of_status(status: int, said: Json) -> str:
    words = _message(said)
    if status < 500 and (_markers(said) & _NO_CREDIT or _holds(words, _NO_CREDIT_WORDS)):
        return "no-credit"
    if status in {401, 403} or _holds(str(said) if status == 400 else "", _BAD_KEY):
        return "unauthorized"
    if status in {408, 504}:
        return "timeout"
    by_status = {402: "no-credit", 429: "rate-limited"}
    if status in by_status:
        return by_status[status]
    if status >= 500:
        return "overloaded" if status in _NOT_TAKEN_ON else "server-error"
    # A redirect is not followed: the address that was configured is not the engine's.
    return "bad-request" if status >= 300 else "unknown"


def _markers(said: Json) -> set[str]:
    """Every place a provider names the kind of an error."""
    error = child(said, "error")
    details = child(error, "details")
    return {
        text_of(error, "code"),
        text_of(error, "type"),
        text_of(details, "error_code"),
        text_of(said, "code"),
        text_of(said, "type"),
    }


def _message(said: Json) -> str:
    error = child(said, "error")
    return text_of(error, "message") or text_of(said, "message") or text_of(said, "error")


def _holds(words: str, signs: tuple[str, ...]) -> bool:
    folded = words.casefold()
    return any(sign.casefold() in folded for sign in signs)


def _body(response: httpx2.Response) -> str:
    """What came; nothing when the connection broke while the error itself was being read."""
    try:
        return response.content.decode("utf-8", "replace")[:_LONGEST_BODY]
    except httpx2.StreamError:
        return ""

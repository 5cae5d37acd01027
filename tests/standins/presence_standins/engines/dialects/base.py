"""What every dialect is given and gives back.

Invariant: tokens are counted from the words alone, four characters to a token, so that tests can
predict them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any, Literal, Protocol

from presence_standins.engines.said import Said

Json = dict[str, Any]
Kind = Literal[
    "rate-limited", "rate-limited-date", "rate-limited-resets", "no-credit", "unauthorized",
    "bad-request", "server-error", "bad-gateway", "unavailable", "overloaded",
]  # fmt: skip
STATUS: Mapping[str, int] = {
    "rate-limited": 429, "rate-limited-date": 429, "rate-limited-resets": 429, "no-credit": 429,
    "unauthorized": 401, "bad-request": 400, "server-error": 500, "bad-gateway": 502,
    "unavailable": 503, "overloaded": 529,
}  # fmt: skip
SEARCH_TOKENS = 300
REFUSAL = "I can't help with that request."
# What a later version of a protocol may add anywhere.
STRANGE: Json = {"x_new_field": {"nested": [1, None, "text"]}, "another_one": "value"}


@dataclass(frozen=True)
class Turn:
    """One answer to render. `searched` False: the engine answered without looking anything up.

    `flawed` breaks the citations the way real ones are broken; `strange` adds unknown fields;
    `continued` goes on after a pause.
    """

    said: Said
    model: str
    question: str
    ending: Literal["complete", "truncated", "refused", "paused", "blocked"] = "complete"
    searched: bool = True
    flawed: bool = False
    strange: bool = False
    number: int = 1
    continued: bool = False

    @property
    def input_tokens(self) -> int:
        """Tokens of the question and of what a search puts before the model."""
        return len(self.question) // 4 + 1 + (SEARCH_TOKENS if self.searched else 0)

    @property
    def output_tokens(self) -> int:
        """Tokens of the answer."""
        return len(self.said.text) // 4 + 1


@dataclass(frozen=True)
class Problem:
    """An error response."""

    status: int
    body: Json
    headers: Mapping[str, str] = field(default_factory=dict)


class Dialect(Protocol):
    """One provider's protocol."""

    prefix: str
    ask_path: str
    model_path: str

    def key(self, headers: Mapping[str, str]) -> str:
        """The API key of a request, empty when there is none."""
        ...

    def question(self, body: Json) -> str:
        """The words put to the model. Raises LookupError for a request of another shape."""
        ...

    def answer(self, turn: Turn) -> Json:
        """A successful response."""
        ...

    def problem(self, kind: Kind, seconds: float, key: str) -> Problem:
        """An error response."""
        ...

    def model(self, name: str) -> Json:
        """The description of a model."""
        ...


def bearer(headers: Mapping[str, str]) -> str:
    """The key of an Authorization header."""
    scheme, _, key = headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


def wait_headers(kind: Kind, seconds: float) -> dict[str, str]:
    """Retry-After in seconds or, for the kind that says so, as a date."""
    if kind == "rate-limited-date":
        now = datetime.now(UTC)
        at = now + timedelta(seconds=seconds)
        return {"Retry-After": format_datetime(at, usegmt=True)}
    if kind in {"rate-limited", "unavailable", "overloaded"}:
        return {"Retry-After": f"{seconds:g}"}
    return {}


def with_strange(document: Json, turn: Turn) -> Json:
    """The document, with unknown fields where the turn asks for them."""
    return {**document, **STRANGE} if turn.strange else document

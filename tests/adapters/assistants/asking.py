"""What the tests of the engines share: an access to a stand-in and an ordinary question.

Invariant: every request carries the canary key, so a leak anywhere shows in any of these tests.
"""

from __future__ import annotations

from presence.adapters.assistants import Assistants
from presence.analysis.ports import EngineAccess
from presence.analysis.types import Question, RawAnswer
from presence_standins.engines import EngineStandIns

CANARY = "sk-canary-7f3a9c51d2"
ASKED = "Which oak table makers are best for a small home?"
MODEL = "model-1"
# What a stand-in does, and the status and code that it must be told as, whichever the engine.
FAILURES = {
    "rate-limited": ("failed", "rate-limited"),
    "rate-limited-date": ("failed", "rate-limited"),
    "rate-limited-resets": ("failed", "rate-limited"),
    "no-credit": ("failed", "no-credit"),
    "unauthorized": ("failed", "unauthorized"),
    "bad-request": ("failed", "bad-request"),
    "server-error": ("failed", "server-error"),
    "bad-gateway": ("failed", "server-error"),
    "unavailable": ("failed", "overloaded"),
    "overloaded": ("failed", "overloaded"),
    "cut": ("failed", "disconnected"),
    "refused": ("refused", "refused"),
    "truncated": ("failed", "truncated"),
    "empty": ("failed", "empty"),
    "invalid-json": ("failed", "malformed"),
    "not-an-object": ("failed", "malformed"),
}


def access(
    standins: EngineStandIns,
    engine: str,
    *,
    key: str = CANARY,
    model: str = MODEL,
    timeout_s: float = 10.0,
) -> EngineAccess:
    """Access to a stand-in engine."""
    return EngineAccess(engine, model, key, standins.base(engine), timeout_s)


def question(text: str = ASKED, *, locale: str = "en-US", key: str = "") -> Question:
    """A question as a run puts it."""
    return Question(prompt_id="p1", text=text, locale=locale, sample=0, seed=1, key=key)


async def answer_of(
    assistants: Assistants, standins: EngineStandIns, engine: str, text: str = ASKED
) -> RawAnswer:
    """One answer to an ordinary question."""
    return await assistants(access(standins, engine)).ask(question(text))

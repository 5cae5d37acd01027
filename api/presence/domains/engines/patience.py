"""How long to wait after a failure, and what a failure means for the next question.

Invariant: a failure that the provider may have charged for is not repeated more than once.
"""

from __future__ import annotations

from random import Random
from typing import Final

from presence.analysis.types import RawAnswer

_BASE_S: Final = 1.0
_LONGEST_S: Final = 30.0
# The provider answered; what it said is not its weakness.
_HEALTHY: Final = frozenset({"", "refused", "truncated", "empty", "malformed", "bad-request"})
_REPEATED: Final = frozenset({"rate-limited", "overloaded", "disconnected", "timeout", "unknown"})
# Turned away at the door: nobody counted a token.
_NOT_LET_IN: Final = frozenset({"unauthorized", "no-credit", "bad-request"})
# The request reached the provider, which may have worked on it, and charged for it.
_PERHAPS_CHARGED: Final = frozenset({"timeout", "disconnected", "unknown"})


def is_healthy(raw: RawAnswer) -> bool:
    """Whether the answer says that the provider works."""
    return raw.error_code in _HEALTHY


def may_repeat(raw: RawAnswer, repeats: int) -> bool:
    """Whether asking once more makes sense after `repeats` repetitions."""
    if raw.error_code not in _REPEATED:
        return False
    return repeats == 0 or raw.error_code not in _PERHAPS_CHARGED


def billed_tokens(raw: RawAnswer) -> int | None:
    """Tokens the provider counted towards its limit; None when it may have and did not say.

    A provider counts a request that it then fails, or refuses for the pace, like any other.
    """
    if raw.input_tokens is not None or raw.output_tokens is not None:
        return (raw.input_tokens or 0) + (raw.output_tokens or 0)
    return 0 if raw.error_code in _NOT_LET_IN else None


def back_off(rng: Random, failures: int) -> float:
    """Seconds to wait after the n-th failure in a row: full jitter over a doubling range.

    Brooker, "Exponential Backoff And Jitter", 2015: of the strategies compared there, full jitter
    needs the least work of clients that compete.
    """
    return rng.uniform(0.0, min(_LONGEST_S, _BASE_S * 2.0 ** (failures - 1)))

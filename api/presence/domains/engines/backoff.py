"""How long to wait after a failure, and what a failure means for the next request.

Invariant: a request that the provider may have charged for is never repeated without a person's
order.
"""

from __future__ import annotations

from random import Random
from typing import Final

from presence.analysis.types import RawAnswer

_BASE_S: Final = 1.0
_LONGEST_S: Final = 30.0
# The provider responded; the content of the response is no sign of weakness.
_HEALTHY: Final = frozenset({"", "refused", "truncated", "empty", "malformed", "bad-request"})
# Rejected before any work was done, or never delivered: a retry may succeed later.
_REPEATED: Final = frozenset({"rate-limited", "overloaded", "unreachable"})
# No tokens were counted.
_NOT_LET_IN: Final = frozenset({"unauthorized", "no-credit", "bad-request", "unreachable"})


def is_healthy(raw: RawAnswer) -> bool:
    """Whether the answer shows that the provider works."""
    return raw.error_code in _HEALTHY


def may_repeat(raw: RawAnswer) -> bool:
    """Whether a retry makes sense and cannot be charged twice."""
    return raw.error_code in _REPEATED and not raw.begun


def billed_tokens(raw: RawAnswer) -> int | None:
    """Tokens that the provider counted towards its limit; None if it may have but did not say.

    A provider counts a request that it then fails, or rejects because of the rate, like any other.
    """
    if raw.input_tokens is not None or raw.output_tokens is not None:
        return (raw.input_tokens or 0) + (raw.output_tokens or 0)
    return 0 if raw.error_code in _NOT_LET_IN and not raw.begun else None


def back_off(rng: Random, failures: int) -> float:
    """Seconds to wait after the n-th failure in a row: full jitter over a doubling range.

    Brooker, "Exponential Backoff And Jitter", 2015: of the strategies compared there, full jitter
    needs the least work from competing clients.
    """
    return rng.uniform(0.0, min(_LONGEST_S, _BASE_S * 2.0 ** (failures - 1)))

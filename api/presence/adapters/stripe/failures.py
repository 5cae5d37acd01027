"""Stripe's failures in the product's words, and a circuit breaker for an unavailable provider.

Invariant: a response never opens the circuit, whether it is a refusal or a request to come back
later; only silence, server errors and too many requests do. Every sentence ends with what happened
to the money: nothing was charged or, if something may have been changed, that it will show later.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from math import inf
from typing import TypeVar

import aiohttp
import stripe

from presence.core import metrics
from presence.core.errors import AppError
from presence.core.payments import PaymentsDown, PaymentsMissing, PaymentsRefused
from presence.core.settings import StripeSettings

log = logging.getLogger(__name__)

DOWN = "Our payment provider does not answer right now."
REFUSED = "Our payment provider refused the request."
UNTOUCHED = "Nothing was charged."
LATER = "What was paid or changed there will show here later."
_UNFINISHED = 409  # an earlier request of ours with the same key is still being processed
T = TypeVar("T")


class Circuit:
    """After several failures in a row, or one long silence for all, no calls are made for a while.

    Then one call may try, and the others wait for its result.
    """

    def __init__(self, settings: StripeSettings, monotonic: Callable[[], float]) -> None:
        self._settings, self._monotonic = settings, monotonic
        self._failed, self._closed_again, self._answered = 0, 0.0, -inf

    async def call(self, ask: Callable[[], Awaitable[T]], ending: str = UNTOUCHED) -> T:
        """The result of `ask`.

        Raises PaymentsDown, PaymentsRefused or PaymentsMissing with `ending`.
        """
        asked = self._monotonic()
        if self._failed >= self._settings.circuit_failures:
            wait = self._closed_again - asked
            if wait > 0:
                raise down(wait, ending)
            self._open()  # the others wait for this one
        try:
            answer = await ask()
        except (stripe.StripeError, aiohttp.ClientError, TimeoutError, OSError) as error:
            failure = translated(error, ending)
            self._count(failure, _status(error), asked)
            metrics.stripe_errors.labels(failure.code).inc()
            log.warning("Stripe: %s: %s", type(error).__name__, _reason(error))
            raise failure from error
        self._hear()
        return answer

    def _count(self, failure: AppError, status: int | None, asked: float) -> None:
        """A long wait without a response counts for all calls, unless another got one."""
        if not isinstance(failure, PaymentsDown) or status == _UNFINISHED:
            self._hear()
            return
        most = self._settings.circuit_failures
        long = self._monotonic() - asked >= self._settings.circuit_silence_s
        silent = status is None and long and self._answered <= asked
        self._failed = most if silent else self._failed + 1
        if self._failed >= most:
            self._open()

    def _hear(self) -> None:
        self._failed, self._answered = 0, self._monotonic()

    def _open(self) -> None:
        self._closed_again = self._monotonic() + self._settings.circuit_open_s


def down(wait_s: float = 5.0, ending: str = UNTOUCHED) -> PaymentsDown:
    """503 with the wait in `Retry-After`."""
    return PaymentsDown(f"{DOWN} {ending}", headers={"Retry-After": str(max(1, round(wait_s)))})


def translated(error: Exception, ending: str = UNTOUCHED) -> AppError:
    """The product's error for an error of the library or the network."""
    if isinstance(error, stripe.InvalidRequestError) and error.code == "resource_missing":
        return PaymentsMissing(f"{REFUSED} {ending}")
    status = _status(error)
    waits = isinstance(error, stripe.RateLimitError | stripe.APIConnectionError)
    if waits or status is None or status >= 500 or status == _UNFINISHED:
        return down(ending=ending)
    return PaymentsRefused(f"{REFUSED} {ending}")


def _status(error: Exception) -> int | None:
    """Stripe's status code; None without a response."""
    status = getattr(error, "http_status", None)
    return status if isinstance(status, int) else None


def _reason(error: Exception) -> str:
    """What may be logged: code and request id, no text that could contain a customer's data."""
    if isinstance(error, stripe.StripeError):
        return f"status {error.http_status}, code {error.code}, request {error.request_id}"
    return "no answer"

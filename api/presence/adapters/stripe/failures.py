"""Stripe's failures in the product's words, and a switch that stops asking a provider that is down.

Invariant: a refusal (Stripe answered) never opens the circuit; only silence and server errors do.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import stripe

from presence.core import metrics
from presence.core.errors import AppError
from presence.core.payments import PaymentsDown, PaymentsMissing, PaymentsRefused
from presence.core.settings import StripeSettings

log = logging.getLogger(__name__)

DOWN = "Our payment provider does not answer right now. Nothing was charged."
REFUSED = "Our payment provider refused the request. Nothing was charged."
_UNFINISHED = 409  # an earlier request of ours, with the same key, is still being worked on
T = TypeVar("T")


class Circuit:
    """After several failures in a row, or one long silence, nothing is asked for a while.

    Then one call may try, and the others wait for what it learns.
    """

    def __init__(self, settings: StripeSettings, monotonic: Callable[[], float]) -> None:
        self._settings, self._monotonic = settings, monotonic
        self._failed, self._closed_again = 0, 0.0

    async def call(self, ask: Callable[[], Awaitable[T]]) -> T:
        """The answer of `ask`; PaymentsDown, PaymentsRefused or PaymentsMissing."""
        asked = self._monotonic()
        if self._failed >= self._settings.circuit_failures:
            wait = self._closed_again - asked
            if wait > 0:
                raise down(wait)
            self._open()  # the others wait for this one
        try:
            answer = await ask()
        except (stripe.StripeError, aiohttp.ClientError, TimeoutError, OSError) as error:
            failure = translated(error)
            self._count(failure, self._monotonic() - asked)
            metrics.stripe_errors.labels(failure.code).inc()
            log.warning("Stripe: %s: %s", type(error).__name__, _reason(error))
            raise failure from error
        self._failed = 0
        return answer

    def _count(self, failure: AppError, took_s: float) -> None:
        """Whoever waited long for nothing waited for everybody."""
        if not isinstance(failure, PaymentsDown):
            self._failed = 0
            return
        most = self._settings.circuit_failures
        self._failed = most if took_s >= self._settings.circuit_silence_s else self._failed + 1
        if self._failed >= most:
            self._open()

    def _open(self) -> None:
        self._closed_again = self._monotonic() + self._settings.circuit_open_s


def down(wait_s: float = 5.0) -> PaymentsDown:
    """503 with the wait in `Retry-After`."""
    return PaymentsDown(DOWN, headers={"Retry-After": str(max(1, round(wait_s)))})


def translated(error: Exception) -> AppError:
    """The product's error for one of the library's or the network's."""
    if isinstance(error, stripe.InvalidRequestError) and error.code == "resource_missing":
        return PaymentsMissing(REFUSED)
    status = getattr(error, "http_status", None)
    waits = isinstance(error, stripe.RateLimitError | stripe.APIConnectionError)
    if waits or status == _UNFINISHED:
        return down()
    if isinstance(error, stripe.StripeError) and isinstance(status, int) and status < 500:
        return PaymentsRefused(REFUSED)
    return down()


def _reason(error: Exception) -> str:
    """What may be logged: code and request id, no text that could hold a customer's data."""
    if isinstance(error, stripe.StripeError):
        return f"status {error.http_status}, code {error.code}, request {error.request_id}"
    return "no answer"

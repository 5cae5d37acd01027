"""What goes wrong between Stripe and its users, when a script says so.

Invariant: without orders nothing goes wrong; an order counts down the requests it spoils.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from presence_standins.stripe.problems import Problem

# error, unavailable, rate-limited: refused before anything was done; in-progress: because a request
# with the same idempotency key is not finished. timeout: the connection breaks before, lost: after
# the effect, so that only a repeated idempotency key is safe.
KINDS = ("error", "unavailable", "rate-limited", "in-progress", "timeout", "lost")


class ConnectionLost(Exception):
    """The caller gets no answer."""


@dataclass
class Order:
    """The next `times` requests (of `method`, whose path starts with `path`) go wrong."""

    do: str
    times: int = 1
    method: str = ""
    path: str = ""

    def __post_init__(self) -> None:
        if self.do not in KINDS:
            raise ValueError(f"There is no fault {self.do!r}; there are: {', '.join(KINDS)}.")


@dataclass
class Faults:
    """The orders in force, and how many requests were spoiled so far."""

    orders: list[Order] = field(default_factory=list)
    spoiled: int = 0

    def order(self, do: str, times: int = 1, method: str = "", path: str = "") -> None:
        """Spoil requests from now on."""
        self.orders.append(Order(do, times, method, path))

    def clear(self) -> None:
        """Nothing goes wrong any more."""
        self.orders.clear()

    def take(self, method: str, path: str) -> str | None:
        """What happens to this request; None when nothing does."""
        for order in self.orders:
            if order.times > 0 and method.startswith(order.method) and path.startswith(order.path):
                order.times -= 1
                self.spoiled += 1
                return order.do
        return None


def refuse(kind: str) -> None:
    """Raise what a request meets before anything is done for it."""
    if kind == "timeout":
        raise ConnectionLost
    if kind == "rate-limited":
        raise Problem(
            429, "invalid_request_error", "Request rate limit exceeded.", code="rate_limit"
        )
    if kind == "in-progress":
        raise Problem(
            409,
            "invalid_request_error",
            "There is currently another in-progress request using this Idempotent Key.",
            code="idempotency_key_in_use",
        )
    if kind in {"error", "unavailable"}:
        status = 500 if kind == "error" else 503
        raise Problem(status, "api_error", "Sorry, something went wrong on our side.")

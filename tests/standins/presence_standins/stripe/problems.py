"""Refusals in the shape of Stripe's error object.

Invariant: whatever a handler refuses is a `Problem`; any other exception is a bug of the model.
"""

from __future__ import annotations

from typing import Any


class Problem(Exception):
    """An answer other than 200: `error` is the body's error object.

    `saved` says whether an idempotency key remembers it: what fails before the endpoint ran is
    not remembered.
    """

    def __init__(self, status: int, kind: str, message: str, **fields: Any) -> None:
        super().__init__(message)
        self.status = status
        self.saved = bool(fields.pop("saved", False))
        self.error = {"type": kind, "message": message, **fields}


def invalid(message: str, **fields: Any) -> Problem:
    """400 about the request."""
    return Problem(400, "invalid_request_error", message, **fields)


def missing(kind: str, wanted: str, param: str = "id") -> Problem:
    """404: there is no such object."""
    return Problem(
        404,
        "invalid_request_error",
        f"No such {kind}: '{wanted}'",
        code="resource_missing",
        param=param,
    )


def declined(code: str, **fields: Any) -> Problem:
    """402: the card was refused."""
    return Problem(
        402,
        "card_error",
        "Your card was declined.",
        code="card_declined",
        decline_code=code,
        saved=True,
        **fields,
    )


def not_modelled(what: str) -> Problem:
    """501: the model does not do this; louder than a wrong answer."""
    return Problem(501, "api_error", f"The Stripe stand-in does not model {what}.")

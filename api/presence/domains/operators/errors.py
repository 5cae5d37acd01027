"""Refusals of the console."""

from __future__ import annotations

from presence.core.errors import (
    Conflict,
    FieldError,
    Forbidden,
    NotFound,
    Unauthenticated,
    ValidationFailed,
)

NOT_SIGNED_IN = "You are not signed in to the console."
USE_PROVIDER = "Sign in with your organization's account."
WRONG_CREDENTIALS = "The email or password you entered is incorrect"


def not_signed_in() -> Unauthenticated:
    """401: no session of staff, or one that has ended."""
    return Unauthenticated(NOT_SIGNED_IN)


def use_provider() -> Forbidden:
    """403: where staff have a provider of their own, a password opens nothing."""
    return Forbidden(USE_PROVIDER)


def wrong_credentials() -> Unauthenticated:
    """401, the same for an unknown e-mail, a wrong password and a disabled account."""
    return Unauthenticated(WRONG_CREDENTIALS)


def wrong_code() -> ValidationFailed:
    """422: not a code of the authenticator app, or one that was used."""
    return at_fault("/code", "This code is not right, or was already used.")


def link_unusable() -> NotFound:
    """404: an invitation that never was, was used, or is too old."""
    return NotFound("This invitation has expired or was already used. Ask for a new one.")


def may_not() -> Forbidden:
    """403: another role is needed."""
    return Forbidden("Your role in the console does not allow that.")


def nothing_there() -> NotFound:
    """404: there is no such record, or not for you."""
    return NotFound("We could not find that.")


def not_yourself() -> Conflict:
    """409: what somebody asked for is decided by somebody else."""
    return Conflict("You asked for this yourself. Somebody else has to decide.")


def at_fault(pointer: str, sentence: str) -> ValidationFailed:
    """422 at one field."""
    return ValidationFailed(sentence, errors=(FieldError(pointer, sentence),))

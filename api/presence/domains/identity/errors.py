"""Refusals of identity, in the specification's words."""

from __future__ import annotations

from presence.core.errors import (
    Conflict,
    FieldError,
    Forbidden,
    RateLimited,
    Unauthenticated,
    ValidationFailed,
)
from presence.core.settings import ThrottleSettings
from presence.http.rates import Standing

EMAIL_TAKEN = "This email address is already registered"
WRONG_CREDENTIALS = "The email or password you entered is incorrect"
NOT_SIGNED_IN = "You are not signed in."
SECOND_FACTOR = "Enter the code of your authenticator app."
LINK_UNUSABLE = "This link has expired or was already used. Ask for a new one."
NOT_CURRENT = "This is not your current password."
WRONG_CODE = "This code is not right, or was already used."
TOO_COMMON = "This password is among the most common ones. Choose another."
UNCONFIRMED_INVITER = (
    "Confirm your email address before you invite people: invitations are sent in your name."
    " The link to confirm it is in your mailbox, and you can have it sent again."
)
_TOO_MANY_ACCOUNTS = "Too many accounts were created from your network. Please try again in {wait}."
SIGN_IN_AGAIN = "Sign out and in again, then try once more within ten minutes."


class SecondFactorRequired(Unauthenticated):
    """401: the password was right, the code of the authenticator app is due."""

    code = "second-factor-required"


class SignInAgain(Forbidden):
    """403: the log-in is too old for what is asked, and there is no password to ask for."""

    code = "sign-in-again"


class EmailUnconfirmed(Forbidden):
    """403: the person's own address is not confirmed, and what is asked sends mail for them."""

    code = "email-unconfirmed"


def email_taken() -> Conflict:
    """409: the e-mail belongs to an account."""
    return Conflict(EMAIL_TAKEN)


def wrong_credentials() -> Unauthenticated:
    """401, the same for an unknown e-mail, a wrong password and a disabled account."""
    return Unauthenticated(WRONG_CREDENTIALS)


def not_signed_in() -> Unauthenticated:
    """401: no session, or one that has ended."""
    return Unauthenticated(NOT_SIGNED_IN)


def link_unusable() -> ValidationFailed:
    """422: a link of a mail that never was, was used, or is too old."""
    return _at_fault("/token", LINK_UNUSABLE)


def wrong_password(pointer: str = "/password") -> ValidationFailed:
    """422: not the password of the signed-in person."""
    return _at_fault(pointer, NOT_CURRENT)


def wrong_code() -> ValidationFailed:
    """422: not a code of the authenticator app, or one that was used."""
    return _at_fault("/code", WRONG_CODE)


def common_password() -> ValidationFailed:
    """422: on the list of common passwords, and a workspace of the person refuses those."""
    return _at_fault("/password", TOO_COMMON)


def _at_fault(pointer: str, sentence: str) -> ValidationFailed:
    return ValidationFailed(sentence, errors=(FieldError(pointer, sentence),))


def too_many_attempts(
    wait_seconds: int,
    limits: ThrottleSettings,
    what: str = "login attempts",
    policy: str = "login",
) -> RateLimited:
    """429 with Retry-After and the RateLimit fields of draft-ietf-httpapi-ratelimit-headers."""
    return RateLimited(
        f"Too many {what}. Please try again in {_spoken(wait_seconds)}.",
        headers={
            "Retry-After": str(wait_seconds),
            "RateLimit-Policy": (
                f'"{policy}";q={limits.per_pair};w={limits.pair_window_s},'
                f' "{policy}-account";q={limits.per_account};w={limits.account_window_s}'
            ),
            "RateLimit": f'"{policy}";r=0;t={wait_seconds}',
        },
    )


def too_many_accounts(standing: Standing) -> RateLimited:
    """429: one address registered as many accounts as it may."""
    return standing.refusal(_TOO_MANY_ACCOUNTS.format(wait=_spoken(standing.reset_s)))


def _spoken(seconds: int) -> str:
    if seconds < 60:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    minutes = -(-seconds // 60)
    return f"{minutes} minute{'' if minutes == 1 else 's'}"

"""Refusals of identity, in the specification's words."""

from __future__ import annotations

from presence.core.errors import Conflict, RateLimited, Unauthenticated
from presence.core.settings import ThrottleSettings

EMAIL_TAKEN = "This email address is already registered"
WRONG_CREDENTIALS = "The email or password you entered is incorrect"
NOT_SIGNED_IN = "You are not signed in."


def email_taken() -> Conflict:
    """409: the e-mail belongs to an account."""
    return Conflict(EMAIL_TAKEN)


def wrong_credentials() -> Unauthenticated:
    """401, the same for an unknown e-mail, a wrong password and a disabled account."""
    return Unauthenticated(WRONG_CREDENTIALS)


def not_signed_in() -> Unauthenticated:
    """401: no session, or one that has ended."""
    return Unauthenticated(NOT_SIGNED_IN)


def too_many_attempts(wait_seconds: int, limits: ThrottleSettings) -> RateLimited:
    """429 with Retry-After and the RateLimit fields of draft-ietf-httpapi-ratelimit-headers."""
    return RateLimited(
        f"Too many login attempts. Please try again in {_spoken(wait_seconds)}.",
        headers={
            "Retry-After": str(wait_seconds),
            "RateLimit-Policy": (
                f'"login";q={limits.per_pair};w={limits.pair_window_s},'
                f' "login-account";q={limits.per_account};w={limits.account_window_s}'
            ),
            "RateLimit": f'"login";r=0;t={wait_seconds}',
        },
    )


def _spoken(seconds: int) -> str:
    if seconds < 60:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    minutes = -(-seconds // 60)
    return f"{minutes} minute{'' if minutes == 1 else 's'}"

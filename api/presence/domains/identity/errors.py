"""The errors that identity returns, in the wording of the specification."""

from __future__ import annotations

from presence.core.errors import (
    Conflict,
    Forbidden,
    QuotaUsedUp,
    RateLimited,
    Unauthenticated,
    ValidationFailed,
)
from presence.core.guess_settings import ThrottleSettings
from presence.http.rates import RateLimitState

EMAIL_TAKEN = "This email address is already registered"
WRONG_CREDENTIALS = "The email or password you entered is incorrect"
NOT_SIGNED_IN = "You are not signed in."
SECOND_FACTOR = "Enter the code of your authenticator app."
LINK_UNUSABLE = "This link has expired or was already used. Ask for a new one."
NOT_CURRENT = "This is not your current password."
CODE_NEEDED = "Enter the code of your authenticator app, or one of your recovery codes."
PASSKEY_NEEDED = "Use a passkey, or enter one of your recovery codes."
WRONG_PASSKEY = "This passkey was not accepted. Try once more, or use another way."
PASSKEY_TOO_LATE = "That took too long, or was used already. Try once more."
PASSKEY_SIGN_IN = "We could not sign you in with this passkey. Sign in another way."
PASSKEY_KNOWN = "This passkey is set up already."
PASSKEYS_FULL = "You have as many passkeys as an account can have. Remove one first."
PASSKEY_GONE = "We could not find that passkey."
WRONG_CODE = "This code is not right, or was already used. Enter the next one."
TOO_COMMON = "This password is among the most common ones. Choose another."
UNCONFIRMED_INVITER = (
    "Confirm your email address before you invite people: invitations are sent in your name."
    " The link to confirm it is in your mailbox, and you can have it sent again."
)
_TOO_MANY_UNCONFIRMED = (
    "Many accounts were created from networks near yours and are not confirmed yet."
    " Please try again in {wait}."
)
_TOO_MANY_ACCOUNTS = "Too many accounts were created from your network. Please try again in {wait}."
FACTOR_DUE = (
    "This workspace asks its members for two-step sign-in. Set it up in your account to go on."
)
FACTOR_KEPT = (
    "One of your workspaces asks for two-step sign-in, so it cannot be switched off."
    " Leave that workspace first, or ask its owner."
)
FACTOR_CHANGED = "Your two-step sign-in was changed meanwhile. Reload the page and try once more."
SIGN_IN_AGAIN = "Sign out and in again, then try once more within ten minutes."


class SecondFactorRequired(Unauthenticated):
    """401: the password was right; now the code of the authenticator app is required."""

    code = "second-factor-required"


class SecondFactorDue(Forbidden):
    """403: the workspace asks its members for a second factor, and the caller has none."""

    code = "second-factor-due"


class SignInAgain(Forbidden):
    """403: the sign-in is too old for this request, and there is no password to ask for."""

    code = "sign-in-again"


class EmailUnconfirmed(Forbidden):
    """403: the person's own address is not confirmed, and the request depends on it."""

    code = "email-unconfirmed"


def email_taken() -> Conflict:
    """409: the e-mail address already belongs to an account."""
    return Conflict(EMAIL_TAKEN)


def wrong_credentials() -> Unauthenticated:
    """401, the same for an unknown e-mail, a wrong password and a disabled account."""
    return Unauthenticated(WRONG_CREDENTIALS)


def not_signed_in() -> Unauthenticated:
    """401: no session, or one that has ended."""
    return Unauthenticated(NOT_SIGNED_IN)


def link_unusable() -> ValidationFailed:
    """422: a link from an e-mail that is unknown, used or expired."""
    return ValidationFailed.at("/token", LINK_UNUSABLE)


def wrong_password(pointer: str = "/password") -> ValidationFailed:
    """422: not the password of the signed-in person."""
    return ValidationFailed.at(pointer, NOT_CURRENT)


def wrong_code() -> ValidationFailed:
    """422: not a code of the authenticator app, or one already used."""
    return ValidationFailed.at("/code", WRONG_CODE)


def code_needed(*, app: bool = True) -> ValidationFailed:
    """422: the request requires the second factor, and neither a code nor a passkey was sent."""
    return ValidationFailed.at("/code", CODE_NEEDED if app else PASSKEY_NEEDED)


def wrong_passkey() -> ValidationFailed:
    """422: the browser's response does not prove possession of one of the person's passkeys."""
    return ValidationFailed.at("/passkey", WRONG_PASSKEY)


def passkey_too_late() -> ValidationFailed:
    """422: the challenge has expired, was used, or was issued for something else."""
    return ValidationFailed.at("/passkey", PASSKEY_TOO_LATE)


def passkey_sign_in() -> Unauthenticated:
    """401, the same for an unknown passkey, an invalid response and a disabled account."""
    return Unauthenticated(PASSKEY_SIGN_IN)


def common_password() -> ValidationFailed:
    """422: a common password, which a workspace of the person refuses."""
    return ValidationFailed.at("/password", TOO_COMMON)


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


def too_many_accounts(state: RateLimitState, *, network: bool = False) -> QuotaUsedUp:
    """429: one address, or the `network` around it, has registered as many accounts as allowed."""
    said = _TOO_MANY_UNCONFIRMED if network else _TOO_MANY_ACCOUNTS
    sentence = said.format(wait=_spoken(state.reset_s))
    return QuotaUsedUp(sentence, headers=state.refusal().headers)


def _spoken(seconds: int) -> str:
    if seconds < 60:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    if seconds > 2 * 3_600:
        return f"{-(-seconds // 3_600)} hours"
    minutes = -(-seconds // 60)
    return f"{minutes} minute{'' if minutes == 1 else 's'}"

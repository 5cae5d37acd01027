"""The errors that the console returns."""

from __future__ import annotations

from presence.core.errors import Conflict, Forbidden, NotFound, Unauthenticated, ValidationFailed

NOT_SIGNED_IN = "You are not signed in to the console."
USE_PROVIDER = "Sign in with your organization's account."
WRONG_CREDENTIALS = (
    "The email or password you entered is incorrect. Try again, or ask an admin to send you a link"
    " to reset it."
)


def not_signed_in() -> Unauthenticated:
    """401: no staff session, or one that has ended."""
    return Unauthenticated(NOT_SIGNED_IN)


class SessionIdle(Unauthenticated):
    """401: a staff session that was unused for too long."""

    code = "session-idle"


def session_idle(minutes: int) -> SessionIdle:
    """401: signed out because nobody used the console."""
    unit = "minute" if minutes == 1 else "minutes"
    return SessionIdle(
        f"You were signed out because the console was not used for {minutes} {unit}."
        " Sign in again to go on."
    )


def use_provider() -> Forbidden:
    """403: passwords are not accepted where staff sign in with their own provider."""
    return Forbidden(USE_PROVIDER)


def password_at_provider() -> Forbidden:
    """403: where staff sign in with a provider, passwords are changed there."""
    return Forbidden("You sign in with your organization's account. Change your password there.")


def wrong_credentials() -> Unauthenticated:
    """401, the same for an unknown e-mail, a wrong password and a disabled account."""
    return Unauthenticated(WRONG_CREDENTIALS)


def wrong_code() -> ValidationFailed:
    """422: not a code of the authenticator app."""
    return ValidationFailed.at("/code", "This code is not right. Enter the one your app shows now.")


def used_code() -> ValidationFailed:
    """422: a right code that, like every one before it, no longer counts."""
    return ValidationFailed.at(
        "/code", "You used this code already. Wait for the next one your app shows, 30 s at most."
    )


def link_unusable() -> NotFound:
    """404: an invitation or reset link that is unknown, used or expired."""
    return NotFound("This link has expired or was already used. Ask an admin for a new one.")


def opening_unusable() -> NotFound:
    """404: an impersonation link that is unknown, used, or older than a minute."""
    return NotFound(
        "This link works once, within a minute, and is over. Begin another support session in the"
        " console."
    )


def may_not() -> Forbidden:
    """403: this requires another role."""
    return Forbidden("Your role in the console does not allow that. Ask an admin if you need it.")


def nothing_there() -> NotFound:
    """404: the record does not exist, or not for this person."""
    return NotFound("We could not find that.")


def not_yourself() -> Conflict:
    """409: a request is decided by somebody other than its author."""
    return Conflict("You asked for this yourself. Somebody else has to decide.")


def not_yours() -> Conflict:
    """409: only the person who made the request can withdraw it."""
    return Conflict("A colleague asked for this. Refuse it, or ask them to withdraw it.")


def about_yourself() -> Conflict:
    """409: nobody decides about their own account."""
    return Conflict("This is about your own account. Another admin has to decide.")


def not_two_people(requester: str) -> Forbidden:
    """403: one of the two admitted the other, or both depend on the same person."""
    return Forbidden(
        f"You and {requester} do not count as two people: one of you let the other in, you share"
        " a mailbox, or the same person let both of you in within 90 days. Another admin has to"
        " decide."
    )


def no_second_admin() -> Conflict:
    """409: there is nobody who could approve it."""
    return Conflict(
        "This needs a second admin, and there is none who can approve your requests. Let one in"
        " on the server with `presence staff invite EMAIL --role admin`, then ask again."
    )


def no_authenticator() -> ValidationFailed:
    """422: staff who use a provider have no second factor here until they set one up."""
    return ValidationFailed.at(
        "/code",
        "Your account has no authenticator app yet. Open the link of your invitation to set it"
        " up, or ask another admin to reset your sign-in.",
    )


def no_mail() -> Conflict:
    """409: staff links are sent only by e-mail, and this deployment sends none."""
    return Conflict(
        "No mail server is set up, so the link cannot reach them. Set one up, or run `presence"
        " staff invite` or `presence staff reset` on the server."
    )

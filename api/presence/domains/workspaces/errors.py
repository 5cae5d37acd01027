"""Refusals of the workspace slice, each a sentence that says what to do next."""

from __future__ import annotations

from presence.core.errors import Conflict, Forbidden, NotFound
from presence.domains.identity.errors import EmailUnconfirmed

SEAT_PAUSED = (
    "Your seat is paused: this workspace has more members than its plan covers."
    " Ask an owner to change the plan or to free a seat."
)
INVITATION_OVER = {
    "accepted": "This invitation has already been accepted.",
    "revoked": "This invitation was withdrawn. Ask whoever invited you for a new one.",
    "expired": "This invitation has expired. Ask whoever invited you for a new one.",
}

CONFIRM_FIRST = "Confirm your address first, then open the invitation again."


class RightEnded(Forbidden):
    """403: it was permitted when the call began, but no longer when the body had arrived."""

    code = "right-ended"


def right_ended() -> RightEnded:
    """403: signed out, removed or demoted while a body was being sent."""
    return RightEnded(
        "Your access ended while this was being sent. Nothing was saved."
        " Sign in again, or ask an owner of the workspace."
    )


def no_member() -> NotFound:
    """404: not a member of this workspace."""
    return NotFound("We could not find that member.")


def no_invitation() -> NotFound:
    """404: no such invitation, or not of this workspace."""
    return NotFound("We could not find that invitation.")


def no_key() -> NotFound:
    """404: no such API key, or not of this workspace."""
    return NotFound("We could not find that API key.")


def no_workspace() -> NotFound:
    """404: no such workspace, or the caller does not belong to it."""
    return NotFound("We could not find that workspace.")


def last_owner() -> Conflict:
    """409: somebody has to own the workspace."""
    return Conflict(
        "You are the only owner. Make somebody else an owner first, or delete the workspace."
    )


def no_seat() -> Conflict:
    """409: the plan does not cover this member's seat, so they cannot act."""
    return Conflict("Your plan does not cover this member's seat. Free a seat first.")


def seat_paused() -> Forbidden:
    """403: the plan does not cover the caller's own seat."""
    return Forbidden(SEAT_PAUSED)


def not_permitted() -> Forbidden:
    """403: the role table does not permit it."""
    return Forbidden(
        "Your role in this workspace does not allow that. Ask an owner if you need it."
    )


def owners_only() -> Forbidden:
    """403: only an owner may do this to an owner."""
    return Forbidden("Only an owner can change who owns the workspace.")


def already_member(email: str) -> Conflict:
    """409: the invited person is already a member."""
    return Conflict(f"{email} is already a member of this workspace.")


def already_invited(email: str) -> Conflict:
    """409: there is already an open invitation."""
    return Conflict(f"{email} has already been invited. Resend that invitation instead.")


def invitation_over(state: str) -> Conflict:
    """409: the invitation can no longer be accepted."""
    return Conflict(INVITATION_OVER[state], extra={"state": state})


def other_account(invited: str, signed_in: str) -> Forbidden:
    """403: signed in with another account."""
    return Forbidden(
        f"This invitation is for {invited}, and you are signed in as {signed_in}."
        " Log out and sign in with the invited address.",
        extra={"invitedEmail": invited},
    )


def confirm_first() -> EmailUnconfirmed:
    """403: the link was copied, so nothing proves that the address is the caller's."""
    return EmailUnconfirmed(CONFIRM_FIRST)


def wrong_name() -> Conflict:
    """409: the name entered is not the workspace's."""
    return Conflict("Type the workspace's name exactly as it is shown to delete it.")

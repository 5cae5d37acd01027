"""E-mails about an account itself; they cannot be switched off.

Invariant: a link's secret is created while its e-mail is written and is stored nowhere else.
Secrets follow the `#`, so that they never appear in a server's log.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from presence.domains.identity import service as identity
from presence.domains.messaging.service.mail.emails import (
    Email,
    EmailRequest,
    email_writer,
    to_person,
)

_RECOVER = "/auth?action=forgot"
_SIGN_IN = "/auth?action=login"
_LINKS = {
    "verify-email": "/auth?action=verify#",
    "confirm-new-email": "/auth?action=verify#",
    "reset-password": "/auth?action=reset#",
}


async def _with_link(template: str, request: EmailRequest) -> Email | None:
    person = await identity.profile_of(request.session, request.user_id)
    made = await identity.email_token(request.session, request.subject_id, request.now)
    if made is None:
        return None
    return Email(
        to=made.address,
        locale=person.locale,
        time_zone=person.time_zone,
        values={
            "name": identity.greeting_of(person.first_name),
            "address": made.address,
            "expires": made.expires_at,
        },
        button=request.link(f"{_LINKS[template]}{made.token}"),
    )


async def account_notice(
    request: EmailRequest, button: str | None = _RECOVER, **values: str | datetime
) -> Email:
    person = await identity.profile_of(request.session, request.user_id)
    return to_person(
        person,
        {
            "address": person.email,
            "at": request.now,
            **values,
        },
        request.link(button) if button else None,
    )


async def _of_a_passkey(request: EmailRequest) -> Email:
    name = await identity.passkey_name(request.session, request.subject_id)
    return await account_notice(request, passkey=identity.title_of(name) if name else "—")


@email_writer("verify-email")
async def verify_email(request: EmailRequest) -> Email | None:
    """The link that confirms the address an account was created with."""
    return await _with_link("verify-email", request)


@email_writer("confirm-new-email")
async def confirm_new_email(request: EmailRequest) -> Email | None:
    """The link that confirms a new address, sent to that address."""
    return await _with_link("confirm-new-email", request)


@email_writer("reset-password")
async def reset_password(request: EmailRequest) -> Email | None:
    """The link for choosing a new password."""
    return await _with_link("reset-password", request)


@email_writer("email-change-requested")
async def email_change_requested(request: EmailRequest) -> Email | None:
    """Informs the current address that a change to another one was requested."""
    change = await identity.change_of(request.session, request.subject_id)
    if change is None or change.previous is None:
        return None
    notice = await account_notice(request, address=change.address)
    return replace(notice, to=change.previous)


@email_writer("email-changed")
async def email_changed(request: EmailRequest) -> Email | None:
    """Informs the previous address that it is no longer in use."""
    change = await identity.change_of(request.session, request.subject_id)
    if change is None or change.previous is None:
        return None
    notice = await account_notice(request, None, address=change.address)
    return replace(notice, to=change.previous)


@email_writer("password-changed")
async def password_changed(request: EmailRequest) -> Email | None:
    """The password was changed."""
    return await account_notice(request)


@email_writer("second-factor-on")
async def second_factor_on(request: EmailRequest) -> Email | None:
    """Signing in now requires a code."""
    return await account_notice(request)


@email_writer("second-factor-off")
async def second_factor_off(request: EmailRequest) -> Email | None:
    """Signing in no longer requires a code."""
    return await account_notice(request)


@email_writer("app-removed")
async def app_removed(request: EmailRequest) -> Email | None:
    """The authenticator app was removed; a passkey still protects the account."""
    return await account_notice(request)


@email_writer("passkey-added")
async def passkey_added(request: EmailRequest) -> Email | None:
    """A passkey was added; it is named if it still exists."""
    return await _of_a_passkey(request)


@email_writer("passkey-removed")
async def passkey_removed(request: EmailRequest) -> Email | None:
    """A passkey was removed."""
    return await account_notice(request)


@email_writer("passkey-refused")
async def passkey_refused(request: EmailRequest) -> Email | None:
    """A passkey was refused because it may have been copied."""
    return await _of_a_passkey(request)


@email_writer("recovery-codes-new")
async def recovery_codes_new(request: EmailRequest) -> Email | None:
    """The recovery codes were replaced."""
    return await account_notice(request)


@email_writer("google-connected")
async def google_connected(request: EmailRequest) -> Email | None:
    """A Google account was connected; not sent if it was removed meanwhile."""
    address = await identity.google_address(request.session)
    return await account_notice(request, google=address) if address else None


@email_writer("google-removed")
async def google_removed(request: EmailRequest) -> Email | None:
    """The Google account was disconnected."""
    return await account_notice(request, None)


@email_writer("account-deletion")
async def account_deletion(request: EmailRequest) -> Email | None:
    """When the account will be deleted, and how to keep it; not sent once it is kept."""
    day = await identity.deletion.day_of(request.session, request.user_id)
    return await account_notice(request, _SIGN_IN, at=day) if day else None


@email_writer("account-kept")
async def account_kept(request: EmailRequest) -> Email | None:
    """Somebody signed in, so the account will not be deleted."""
    return await account_notice(request)

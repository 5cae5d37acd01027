"""E-mails about payment, sent to the person who pays whatever they chose to receive."""

from __future__ import annotations

from presence.db.tenancy import binding_of
from presence.domains.billing.service.emails import billing_email
from presence.domains.identity import service as identity
from presence.domains.messaging.service.addresses import screen_address
from presence.domains.messaging.service.mail.emails import (
    Email,
    EmailRequest,
    email_writer,
    to_person,
)

PAGE = "/dashboard/settings/subscription"


@email_writer("payment-failed")
async def payment_failed(request: EmailRequest) -> Email | None:
    """A payment failed, and until when the plan stays open."""
    return await _subscription_email(request, only_while="past_due")


@email_writer("subscription-ending")
async def subscription_ending(request: EmailRequest) -> Email | None:
    """The subscription was canceled, and when it ends."""
    return await _subscription_email(request, only_while="ending")


async def _subscription_email(request: EmailRequest, only_while: str) -> Email | None:
    found = await billing_email(request.session, request.subject_id, request.now)
    if found is None or found.state != only_while or found.until is None:
        return None
    person = await identity.profile_of(request.session, request.user_id)
    return to_person(
        person,
        {
            "plan": found.plan,
            "until": found.until,
        },
        request.link(screen_address(PAGE, binding_of(request.session).workspace_id)),
    )

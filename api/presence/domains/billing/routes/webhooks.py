"""The events that Stripe sends us."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Request

from presence.adapters.stripe import BadSignature, verify_webhook
from presence.core.errors import BadRequest, Unavailable
from presence.domains.billing.schemas import ReceivedOut
from presence.domains.billing.service.deliveries import read_event, receive
from presence.http.errors import documented
from presence.http.permission import PUBLIC
from presence.http.session import NowDep, SessionDep, SettingsDep

router = APIRouter()
PATH = "/api/v1/webhooks/stripe"


@router.post(PATH, openapi_extra=PUBLIC, responses=documented(400, 422, 503))
async def stripe_webhook(
    request: Request,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    signature: Annotated[str | None, Header(alias="Stripe-Signature")] = None,
) -> ReceivedOut:
    """Receive an event from Stripe.

    The event is verified, stored once and processed in the background. Receiving it again is
    harmless.
    """
    secrets = [secret.get_secret_value() for secret in settings.stripe.webhook_secrets]
    if not secrets:  # guard: billing.webhook-secret
        raise Unavailable("Webhooks are not set up.")
    body = await request.body()
    try:
        verify_webhook(body, signature, secrets)  # guard: billing.webhook-signature
    except BadSignature as error:
        raise BadRequest("The signature does not match.") from error
    await receive(session, read_event(body), now)
    return ReceivedOut()

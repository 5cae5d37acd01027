"""Outgoing webhooks and Slack; both have the same log of deliveries."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.identity.context import CurrentUser
from presence.domains.messaging.schemas.endpoints import (
    DeliveryDetailOut,
    DeliveryOut,
    EndpointChangeIn,
    EndpointListOut,
    EndpointOut,
    MadeWebhookOut,
    SlackIn,
    SlackOut,
    WebhookIn,
)
from presence.domains.messaging.service.endpoints import history, managing
from presence.domains.workspaces.context import Allowed, LongCallDep, TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent, idempotent_with_secret
from presence.http.listing import ListOut, PagingDep, cut
from presence.http.session import NowDep, SettingsDep

router = APIRouter(
    prefix="/api/v1", tags=["messaging"], responses=documented(401, 403, 404, 409, 422)
)
MANAGE = [Allowed("members")]
WEBHOOKS, SLACK = "/webhooks", "/integrations/slack"
ONE = f"{WEBHOOKS}/{{endpoint_id}}"
DELIVERY = f"{ONE}/deliveries/{{delivery_id}}"


@router.get(WEBHOOKS, dependencies=MANAGE)
async def webhooks(session: TenantSession) -> EndpointListOut:
    """List webhooks, newest first, without their secrets."""
    found = await managing.listed(session, "webhook")
    return EndpointListOut(data=found, allowed=await managing.plan_allows(session, "webhook"))


@router.post(WEBHOOKS, status_code=201, dependencies=MANAGE)
@idempotent_with_secret
async def make_webhook(
    body: WebhookIn,
    user: CurrentUser,
    session: TenantSession,
    call: LongCallDep,
    settings: SettingsDep,
    now: NowDep,
    repeatable: RepeatableDep,
) -> MadeWebhookOut:
    """Create a webhook.

    The response contains the signing secret, which is not shown again.
    """
    await call.lock()
    wanted = managing.EndpointDraft(body.name, body.url, tuple(body.events))
    return await managing.make_webhook(session, settings, user.user_id, wanted, now)


@router.patch(ONE, dependencies=MANAGE)
async def change_webhook(
    endpoint_id: UUID,
    body: EndpointChangeIn,
    session: TenantSession,
    call: LongCallDep,
    settings: SettingsDep,
    now: NowDep,
) -> EndpointOut:
    """Update a webhook, or turn it on or off."""
    await call.lock()
    changes = body.model_dump(exclude_unset=True, exclude_none=True)
    return await managing.change_endpoint(session, settings, endpoint_id, changes, now)


@router.delete(ONE, status_code=204, dependencies=MANAGE)
async def delete_webhook(endpoint_id: UUID, session: TenantSession, call: LongCallDep) -> None:
    """Delete a webhook and its delivery log."""
    await call.lock()
    await managing.remove(session, endpoint_id)


@router.post(f"{ONE}/rotate", dependencies=MANAGE)
async def rotate_webhook(
    endpoint_id: UUID,
    session: TenantSession,
    call: LongCallDep,
    settings: SettingsDep,
    now: NowDep,
) -> MadeWebhookOut:
    """Replace the signing secret of a webhook.

    Messages are signed with both secrets for one day. The response contains the new secret, which
    is not shown again. 409 for a Slack channel.
    """
    await call.lock()
    return await managing.rotate(session, settings, endpoint_id, now)


@router.post(f"{ONE}/test", status_code=202, dependencies=MANAGE)
@idempotent
async def test_webhook(
    endpoint_id: UUID, session: TenantSession, now: NowDep, repeatable: RepeatableDep
) -> DeliveryDetailOut:
    """Send a test message to a webhook.

    Returns the delivery, where the result appears. 409 while an earlier test is still waiting.
    """
    return await history.send_test(session, endpoint_id, now)


@router.get(f"{ONE}/deliveries", dependencies=MANAGE)
async def webhook_deliveries(
    endpoint_id: UUID, session: TenantSession, paging: PagingDep
) -> ListOut[DeliveryOut]:
    """List the deliveries of a webhook.

    Newest first. Deliveries are kept for 30 days.
    """
    rows = await history.deliveries(session, endpoint_id, paging.probe, paging.after)
    shown, page = cut(rows, paging, lambda row: row.id, None)
    return ListOut(data=list(shown), page=page)


@router.get(DELIVERY, dependencies=MANAGE)
async def webhook_delivery(
    endpoint_id: UUID, delivery_id: UUID, session: TenantSession
) -> DeliveryDetailOut:
    """Get a delivery with all its attempts."""
    return await history.detail(session, endpoint_id, delivery_id)


@router.post(f"{DELIVERY}/redeliver", status_code=202, dependencies=MANAGE)
@idempotent
async def redeliver(
    endpoint_id: UUID,
    delivery_id: UUID,
    session: TenantSession,
    now: NowDep,
    repeatable: RepeatableDep,
) -> DeliveryDetailOut:
    """Send a message again.

    The message keeps its id. 409 while its first delivery is still waiting.
    """
    return await history.send_again(session, endpoint_id, delivery_id, now)


@router.get(SLACK, dependencies=MANAGE)
async def slack(session: TenantSession) -> SlackOut:
    """Get the workspace's Slack connection."""
    found = await managing.listed(session, "slack")
    allowed = await managing.plan_allows(session, "slack")
    return SlackOut(connection=found[0] if found else None, allowed=allowed)


@router.post(SLACK, dependencies=MANAGE)
async def connect_slack(
    body: SlackIn,
    user: CurrentUser,
    session: TenantSession,
    call: LongCallDep,
    settings: SettingsDep,
    now: NowDep,
) -> EndpointOut:
    """Connect a Slack channel, or update what is sent to it."""
    await call.lock()
    changes = {"name": body.name, "events": list(body.events)}
    return await managing.connect_slack(session, settings, user.user_id, body.url, changes, now)


@router.delete(SLACK, status_code=204, dependencies=MANAGE)
async def disconnect_slack(session: TenantSession, call: LongCallDep) -> None:
    """Disconnect the Slack channel.

    Answers 204 even when none is connected.
    """
    await call.lock()
    for row in await managing.listed(session, "slack"):
        await managing.remove(session, row.id)

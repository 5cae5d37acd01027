"""Create, change and remove endpoints.

Invariant: a secret leaves the product only once, in the response that created it; an address is
checked by the outbound guard before it is stored, and again whenever something is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, NotFound, ValidationFailed
from presence.core.ids import new_id
from presence.core.masking import masked_address
from presence.core.settings import Settings
from presence.domains.audit.service import is_shown_addresses, record
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.engines.service.addresses import refusal_as_typed
from presence.domains.messaging.models import Endpoint
from presence.domains.messaging.queries import endpoints as queries
from presence.domains.messaging.schemas.endpoints import EndpointOut, MadeWebhookOut
from presence.domains.messaging.service.digests.dates import length_of
from presence.domains.messaging.service.endpoints import digesting
from presence.domains.messaging.service.endpoints.events import DIGEST, FEATURES, is_allowed
from presence.domains.messaging.service.endpoints.sealed import seal
from presence.domains.messaging.service.endpoints.signing import new_secret
from presence.domains.workspaces.service import lock_workspace

MOST = 10
OVERLAP = timedelta(hours=24)
_HTTPS = "The address must begin with https://"
_NOT_SLACK = "Enter an incoming webhook address of Slack: https://hooks.slack.com/services/…"
_FULL = f"A workspace has at most {MOST} webhooks. Delete one first."
_GONE = "We could not find that webhook."
_NOTHING_TO_SEAL = "Enter the webhook address Slack gave you."


@dataclass(frozen=True, slots=True)
class EndpointDraft:
    """What the caller entered."""

    name: str
    url: str
    events: tuple[str, ...]


async def listed(session: AsyncSession, kind: str) -> list[EndpointOut]:
    """Endpoints of a kind as shown to a member."""
    allowed = await plan_allows(session, kind)
    return [_shown(row, allowed=allowed) for row in await queries.of_kind(session, kind)]


async def plan_allows(session: AsyncSession, kind: str) -> bool:
    """Whether the plan has endpoints of a kind."""
    return is_allowed((await current_plan(session)).limits, kind)


async def one(session: AsyncSession, endpoint_id: UUID, *, lock: bool = False) -> Endpoint:
    """An endpoint of the bound workspace. Raises NotFound."""
    row = await queries.find_endpoint(session, endpoint_id, lock=lock)
    if row is None:
        raise NotFound(_GONE)
    return row


async def make_webhook(
    session: AsyncSession, settings: Settings, user_id: UUID, wanted: EndpointDraft, now: datetime
) -> MadeWebhookOut:
    """Create a webhook and its secret. Raises PlanLimitReached, ValidationFailed, Conflict."""
    await _require_plan(session, "webhook")  # guard: webhooks.plan-at-making
    _check_address(settings, wanted.url)  # guard: webhooks.address
    await lock_workspace(session)
    if len(await queries.of_kind(session, "webhook")) >= MOST:  # guard: webhooks.most
        raise Conflict(_FULL)
    endpoint_id, secret = new_id(), new_secret()
    row = await _insert(session, settings, user_id, endpoint_id, "webhook", wanted, secret, now)
    return MadeWebhookOut.from_row(_shown(row, allowed=True), secret=secret)


async def connect_slack(
    session: AsyncSession,
    settings: Settings,
    user_id: UUID,
    url: str | None,
    changes: Mapping[str, Any],
    now: datetime,
) -> EndpointOut:
    """Create or change the workspace's Slack channel. Raises the same as `make_webhook`."""
    await _require_plan(session, "slack")
    if url is not None:
        _check_slack(settings, url)
    await lock_workspace(session)
    for row in await queries.of_kind(session, "slack"):
        values: dict[str, Any] = {**changes, "status": "active", "reason": ""}
        if url is not None:
            values |= {"url": _masked(url), "secret": await seal(settings, row.id, url)}
            values |= {"failing_since": None, "succeeded_at": None}
        return await _change(session, row, values, now)
    if url is None:
        raise ValidationFailed.at("/url", _NOTHING_TO_SEAL)
    wanted = EndpointDraft(changes["name"], _masked(url), tuple(changes["events"]))
    row = await _insert(session, settings, user_id, new_id(), "slack", wanted, url, now)
    return _shown(row, allowed=True)


async def change_endpoint(
    session: AsyncSession,
    settings: Settings,
    endpoint_id: UUID,
    changes: Mapping[str, Any],
    now: datetime,
) -> EndpointOut:
    """Change a webhook. Raises NotFound, PlanLimitReached, ValidationFailed."""
    row = await one(session, endpoint_id, lock=True)
    await _require_plan(session, row.kind)
    values = {name: value for name, value in changes.items() if name != "active"}
    if "url" in values:
        if row.kind == "slack":  # guard: webhooks.slack-address-stays
            raise ValidationFailed.at("/url", _NOT_SLACK)
        _check_address(settings, values["url"])  # guard: webhooks.new-address
    if "active" in changes:
        on = bool(changes["active"])
        values |= {"status": "active" if on else "off", "reason": "", "failing_since": None}
    return await _change(session, row, values, now)


async def rotate(
    session: AsyncSession, settings: Settings, endpoint_id: UUID, now: datetime
) -> MadeWebhookOut:
    """Replace the secret; the old one also signs for a day. Raises NotFound, Conflict."""
    row = await one(session, endpoint_id, lock=True)
    if row.kind != "webhook":  # guard: webhooks.slack-unsigned
        raise Conflict("Slack messages are not signed, so there is no secret to replace.")
    secret = new_secret()
    values = {
        "secret": await seal(settings, endpoint_id, secret),
        "former_secret": row.secret,
        "former_until": now + OVERLAP,
    }
    await record(session, "webhook.rotated", f"webhook:{endpoint_id}")
    return MadeWebhookOut.from_row(await _change(session, row, values, now), secret=secret)


async def remove(session: AsyncSession, endpoint_id: UUID) -> None:
    """Delete an endpoint and its log. Raises NotFound."""
    row = await one(session, endpoint_id)
    await queries.remove(session, endpoint_id)
    known = _recorded(_values(row))
    await record(session, f"{row.kind}.removed", f"{row.kind}:{endpoint_id}", before=known)


def _shown(row: Endpoint, *, allowed: bool) -> EndpointOut:
    """The fields a member may see."""
    is_shown = is_shown_addresses()  # guard: webhooks.masked-address -> True
    url = row.url if is_shown else masked_address(row.url)
    return EndpointOut.from_row(
        row, url=url, paused=not allowed, signed_twice_until=row.former_until
    )


async def _insert(
    session: AsyncSession,
    settings: Settings,
    user_id: UUID,
    endpoint_id: UUID,
    kind: str,
    wanted: EndpointDraft,
    secret: str,
    now: datetime,
) -> Endpoint:
    row = Endpoint(
        id=endpoint_id,
        kind=kind,
        name=wanted.name,
        url=wanted.url,
        secret=await seal(settings, endpoint_id, secret),
        events=list(wanted.events),
        created_by=user_id,
        digest_at=await digesting.first_date(session, now) if DIGEST in wanted.events else None,
        digest_covered_until=now - length_of("weekly"),
    )
    await queries.insert(session, row)
    await record(session, f"{kind}.added", f"{kind}:{endpoint_id}", after=_recorded(_values(row)))
    return row


async def _change(
    session: AsyncSession, row: Endpoint, values: dict[str, Any], now: datetime
) -> EndpointOut:
    before = _values(row)
    if "events" in values:
        wants = DIGEST in values["events"]
        if wants and row.digest_at is None:
            covered = row.digest_covered_until or now
            values["digest_covered_until"] = max(covered, now - length_of("weekly"))
        values["digest_at"] = await digesting.first_date(session, now) if wants else None
    if values:
        await queries.update_endpoint(session, row.id, **values)
    after = await one(session, row.id)
    changed = _values(after)
    if changed != before:
        await record(
            session,
            f"{row.kind}.changed",
            f"{row.kind}:{row.id}",
            before=_recorded(before),
            after=_recorded(changed),
        )
    return _shown(after, allowed=True)


async def _require_plan(session: AsyncSession, kind: str) -> None:
    limits = (await current_plan(session)).limits
    require_feature(limits, next(f for name, f in FEATURES.items() if name == kind))


def _check_address(settings: Settings, url: str) -> None:
    refusal = refusal_as_typed(settings, url)
    if refusal is None and not settings.outbound.allowed_networks:  # guard: webhooks.https-only
        refusal = None if url.startswith("https://") else _HTTPS
    if refusal is not None:
        raise ValidationFailed.at("/url", refusal)


def _check_slack(settings: Settings, url: str) -> None:
    parts = urlsplit(url)
    # guard: webhooks.slack-host
    if parts.netloc not in settings.slack.hosts or not parts.path.startswith("/services/"):
        raise ValidationFailed.at("/url", _NOT_SLACK)
    _check_address(settings, url)


def _masked(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/services/…{parts.path[-4:]}"


def _values(row: Endpoint) -> dict[str, Any]:
    return {"name": row.name, "url": row.url, "events": list(row.events), "status": row.status}


def _recorded(values: dict[str, Any]) -> dict[str, Any]:
    """The form kept in the log permanently: an address is recognisable but gives no access."""
    return {**values, "url": masked_address(values["url"])}

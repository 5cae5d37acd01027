"""The notices about an event, and the registry of their writers.

Invariant: a writer reads through the services of the slices below and does not decide who is
notified; what is no longer true is not reported.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.registry import Registry
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.experiments.service.experiment_words import headline_of
from presence.domains.experiments.service.experiments import show as show_experiment
from presence.domains.identity.service import profile_of
from presence.domains.measurement.service.ended_run import ended_run
from presence.domains.messaging.queries import alerts, endpoints
from presence.domains.messaging.schemas.notifications import Kind
from presence.domains.messaging.service.alerts import words as alert_words
from presence.jobs.notify import (
    ALERT_FIRED,
    ENDPOINT_DISABLED,
    EXPERIMENT_JUDGED,
    MEMBER_JOINED,
    PLAN_CHANGED,
    RUN_ENDED,
)

_LABEL = 80
_NOTIFIED_KINDS = ("full", "content", "technical")


@dataclass(frozen=True, slots=True)
class Notice:
    """One notice. `data` fills the placeholders of the reader's text.

    `about` is a person who is not notified, `only` the single person who is. `channels` restricts
    the channels; None leaves them to each recipient.
    """

    kind: Kind
    brand_id: UUID | None = None
    data: Mapping[str, str | int | None] = field(default_factory=dict)
    about: UUID | None = None
    only: UUID | None = None
    channels: frozenset[str] | None = None


Writer = Callable[[AsyncSession, UUID], Awaitable[tuple[Notice, ...]]]
_WRITERS: Registry[Writer] = Registry("events")


def writes(event: str) -> Callable[[Writer], Writer]:
    """Register the writer for an event."""
    return _WRITERS.under(event)


def known_events() -> frozenset[str]:
    """Every event that has a writer."""
    return frozenset(_WRITERS)


async def notices_of(session: AsyncSession, event: str, subject_id: UUID) -> tuple[Notice, ...]:
    """The current notices about an event. Raises KeyError for an unknown event."""
    return await _WRITERS[event](session, subject_id)


@writes(RUN_ENDED)
async def run_ended(session: AsyncSession, run_id: UUID) -> tuple[Notice, ...]:
    """How an analysis ended, and the issues it found; a cancelled analysis is not reported."""
    run = await ended_run(session, run_id)
    if run is None or run.kind not in _NOTIFIED_KINDS or run.status == "canceled":
        return ()
    brand = await get_brand(session, run.brand_id)
    data: dict[str, str | int | None] = {"brandName": brand.name}
    if run.status == "failed":
        return (Notice("run-failed", run.brand_id, {**data, "reason": run.reason}),)
    score = {"overall": run.overall, "standsFor": run.stands_for}
    values = {**data, "status": run.status, **score, "moved": run.moved}
    notices = [Notice("run-completed", run.brand_id, values)]
    if run.opened:
        notices.append(Notice("gaps-found", run.brand_id, {**data, "count": run.opened}))
    return tuple(notices)


@writes(ALERT_FIRED)
async def alert_fired(session: AsyncSession, event_id: UUID) -> tuple[Notice, ...]:
    """A rule of the workspace was met; sent by the rule's channels."""
    found = await alerts.event(session, event_id)
    if found is None:
        return ()
    event, rule = found
    brand = await get_brand(session, event.brand_id)
    data: dict[str, str | int | None] = {
        "brandName": brand.name,
        "ruleName": rule.name,
        "metric": event.metric,
        "what": alert_words.what_of(event),
        "reason": alert_words.reason_of(event),
    }
    channels = frozenset(event.channels)
    return (Notice("alert-fired", event.brand_id, data, channels=channels),)


@writes(EXPERIMENT_JUDGED)
async def experiment_judged(session: AsyncSession, experiment_id: UUID) -> tuple[Notice, ...]:
    """An experiment ended with a verdict, or was spoiled."""
    found = await show_experiment(session, experiment_id)
    brand = await get_brand(session, found.brand_id)
    data: dict[str, str | int | None] = {
        "brandName": brand.name,
        "label": found.label or found.change[:_LABEL],
        "verdict": found.verdict,
        "headline": headline_of(found.verdict),
        "sentence": found.sentence,
    }
    return (Notice("experiment-judged", found.brand_id, data),)


@writes(ENDPOINT_DISABLED)
async def endpoint_disabled(session: AsyncSession, delivery_id: UUID) -> tuple[Notice, ...]:
    """The product switched off an endpoint; not reported once somebody has switched it on again."""
    delivery = await endpoints.delivery(session, delivery_id)
    row = delivery and await endpoints.find_endpoint(session, delivery.endpoint_id)
    if not row or row.status != "disabled":
        return ()
    return (Notice("endpoint-disabled", data={"endpoint": row.name, "reason": row.reason}),)


@writes(MEMBER_JOINED)
async def member_joined(session: AsyncSession, user_id: UUID) -> tuple[Notice, ...]:
    """Somebody accepted an invitation."""
    person = await profile_of(session, user_id)
    name = f"{person.first_name} {person.last_name}".strip() or person.email
    return (Notice("member-joined", data={"member": name}, about=user_id),)


@writes(PLAN_CHANGED)
async def plan_changed(session: AsyncSession, _: UUID) -> tuple[Notice, ...]:
    """The current plan, whatever led to it."""
    summary = (await current_plan(session)).summary
    if summary is None:
        return (Notice("plan-changed", data={"plan": None, "status": "none"}),)
    return (Notice("plan-changed", data={"plan": summary.name, "status": summary.status}),)

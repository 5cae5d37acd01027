"""Billing's background jobs, and the periodic tasks that find work for them.

Invariant: a job here may run twice, concurrently or in sequence, and does its work once.
"""

from __future__ import annotations

from uuid import UUID

from presence.domains.billing.queries import stripe_sync
from presence.domains.billing.service.deliveries import DELIVER, deliver
from presence.domains.billing.service.reconciliation import NIGHT, keep_up, reconcile
from presence.jobs.context import JobContext, JobResources, tenant_job
from presence.jobs.periodic_tasks import find_due, hand_over, periodic_task

KEEP_UP = "billing.keep_up"
RECONCILE = "billing.reconcile"
MOST = 500


@tenant_job(DELIVER)
async def work_off(context: JobContext, delivery_id: UUID) -> None:
    """Process a stored webhook event: bring the workspace to the state Stripe reports."""
    resources = context.resources
    async with context.transaction() as session:
        await deliver(session, resources.payments, delivery_id, resources.clock.now())


@tenant_job(KEEP_UP)
async def follow_clock(context: JobContext, subscription_id: UUID) -> None:
    """Apply the effects of a subscription whose date has passed."""
    resources = context.resources
    async with context.transaction() as session:
        await keep_up(session, resources.payments, resources.clock.now())


@tenant_job(RECONCILE)
async def reconcile_customer(context: JobContext, customer_id: UUID) -> None:
    """Compare a customer with Stripe."""
    resources = context.resources
    if resources.payments is None:
        return
    async with context.transaction() as session:
        await reconcile(session, resources.payments, resources.clock.now())


@periodic_task("billing.deliveries")
async def waiting(resources: JobResources) -> None:
    """Find webhook events whose next attempt is due."""
    found = await find_due(resources, stripe_sync.PENDING, now=resources.clock.now(), limit=MOST)
    await hand_over(resources, DELIVER, "delivery_id", found)


@periodic_task("billing.due")
async def due(resources: JobResources) -> None:
    """Find subscriptions that have changed, or may have, by the passage of time alone."""
    found = await find_due(resources, stripe_sync.DUE, now=resources.clock.now(), limit=MOST)
    await hand_over(resources, KEEP_UP, "subscription_id", found)


@periodic_task("billing.nightly")
async def nightly(resources: JobResources) -> None:
    """Find customers that have not been compared for a day."""
    if resources.payments is None:
        return
    before = resources.clock.now() - NIGHT
    found = await find_due(resources, stripe_sync.RECONCILABLE, before=before, limit=MOST)
    await hand_over(resources, RECONCILE, "customer_id", found)

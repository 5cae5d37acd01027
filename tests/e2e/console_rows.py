"""A row of everything the console lists, stored where the product would store it.

Invariant: rows belong to a customer who is there; what the product makes by itself is left to it.
"""

from __future__ import annotations

from pathlib import Path

import asyncpg

from presence.core.ids import new_id
from presence.db.embedded import running
from presence.db.embedded_cluster import SUPERUSER
from tests.tenancy.test_routes import (
    API_KEY,
    DELIVERY,
    ENDPOINT,
    FINDING,
    INVITATION,
    NOTIFICATION,
    REPORT,
    SHARE,
    VIEW_EXPORT,
)

_SUBSCRIPTION = """
INSERT INTO subscriptions (id, workspace_id, plan_id, status, processor)
SELECT $1, $2, 1, 'active', 'manual'
WHERE NOT EXISTS (SELECT FROM subscriptions WHERE workspace_id = $2)
"""
_SUPPORT = """
INSERT INTO support_request (id, workspace_id, user_id, topic, message)
VALUES ($1, $2, $3, 'problem', 'The analysis says that our shop does not answer, but it does.')
"""
_PAYMENT = """
INSERT INTO payments
  (id, workspace_id, subscription_id, user_id, amount, status, processor, paid_at)
SELECT $1, workspace_id, id, user_id, 80, 'paid', 'manual', now()
FROM subscriptions WHERE workspace_id = $2
"""
_EVENT = """
INSERT INTO subscription_events (id, workspace_id, subscription_id, event_type, event_data)
SELECT $1, workspace_id, id, 'invoice.paid', '{"amount": "80.00"}'
FROM subscriptions WHERE workspace_id = $2
"""
_FROM_STRIPE = """
INSERT INTO stripe_delivery (id, event_id, event_type, customer_id, workspace_id, state, attempts,
  error, happened_at, next_attempt_at)
VALUES ($1, 'evt_' || $1::uuid, 'invoice.paid', 'cus_1', $2, 'failed', 6, 'Unknown price.',
  now(), now())
"""
_OVERRIDE = """
INSERT INTO limit_override (id, workspace_id, feature, value, expires_at, reason)
VALUES ($1, $2, 'prompts.max', 150, now() + interval '20 days', 'Promised, ticket 4711')
"""
_APPROVAL = """
INSERT INTO approval (id, action, target, subject_id, label, reason, requested_by)
SELECT $1, 'delete', 'workspaces:' || $2::uuid, $2, 'Harrow & Pike', 'They asked for it', id
FROM staff LIMIT 1
"""
_IMPERSONATION = """
INSERT INTO impersonation (id, staff_id, user_id, workspace_id, mode, reason, ticket,
  link_expires_at, ends_at)
SELECT $1, id, $3, $2, 'read', 'They asked us to look', '4711', now(), now() FROM staff LIMIT 1
"""
_COLLECTED = """
INSERT INTO workspace_export (id, workspace_id, staff_id)
SELECT $1, $2, id FROM staff LIMIT 1
"""
_DIGEST = """
INSERT INTO digest (user_id, cadence, time_zone, covered_until)
VALUES ($1, 'weekly', 'UTC', now()) ON CONFLICT DO NOTHING
"""
_COST = """
INSERT INTO engine_usage (id, workspace_id, engine, model, key_source, answer_key, status,
  cost_usd, asked_at)
VALUES ($1, $2, 'chatgpt', 'gpt', 'deployment', $1::uuid::text, 'completed', 0.01, now())
"""
_TRIAL = """
INSERT INTO engine_test (id, engine, staff_id, asked_at)
SELECT $1, 'chatgpt', id, now() FROM staff LIMIT 1
"""
_JOB = """
INSERT INTO procrastinate_jobs (queue_name, task_name, args, scheduled_at)
VALUES ('default', 'mail.send', '{}', now() + interval '1 day')
"""
_CATEGORY_GAP = """
INSERT INTO offer_correction (id, workspace_id, brand_id, slot, value, language, in_catalogue)
VALUES ($1, $2, $3, 'category', '"boot resoling"', 'en', false) ON CONFLICT DO NOTHING
"""
_OF_A_WORKSPACE = (
    INVITATION, ENDPOINT, DELIVERY, FINDING, _SUBSCRIPTION, _PAYMENT, _EVENT, _FROM_STRIPE,
    _OVERRIDE, _APPROVAL, _COLLECTED, _COST,
)  # fmt: skip
_OF_A_BRAND = (REPORT, SHARE, VIEW_EXPORT, _CATEGORY_GAP)
_OF_A_PERSON = (API_KEY, NOTIFICATION, _SUPPORT, _IMPERSONATION)


async def superuser(state: Path) -> asyncpg.Connection:
    """A connection to the database of the product whose state lies there; close it."""
    address = running(state / "presence")
    assert address is not None
    return await asyncpg.connect(address.url(SUPERUSER))


async def store_one_of_each(db: asyncpg.Connection, email: str) -> None:
    """A row of every kind that the first run of the person with that e-mail has not made."""
    person = await db.fetchrow(
        "SELECT m.user_id, m.workspace_id, b.id AS brand_id FROM users u"
        " JOIN membership m ON m.user_id = u.id JOIN brand b USING (workspace_id)"
        " WHERE u.email = $1",
        email,
    )
    assert person
    workspace, user, brand = person["workspace_id"], person["user_id"], person["brand_id"]
    for row in _OF_A_WORKSPACE:
        await db.execute(row, new_id(), workspace)
    for row in _OF_A_BRAND:
        await db.execute(row, new_id(), workspace, brand)
    for row in _OF_A_PERSON:
        await db.execute(row, new_id(), workspace, user)
    await db.execute(_DIGEST, user)
    await db.execute(_TRIAL, new_id())
    await db.execute(_JOB)

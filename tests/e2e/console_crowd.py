"""Ten thousand customers and what they leave behind, as rows: what the console's speed is held to.

Invariant: nothing of it is due, so the product has nothing to do but answer.
"""

from __future__ import annotations

import asyncpg

PEOPLE, EVENTS = 10_000, 100_000

_PEOPLE = """
CREATE TEMP TABLE one AS SELECT n, gen_random_uuid() AS person, gen_random_uuid() AS place,
  gen_random_uuid() AS subscription, gen_random_uuid() AS brand, gen_random_uuid() AS run,
  gen_random_uuid() AS prompt, now() - n * interval '1 hour' AS at FROM generate_series(1, $1) n
"""
_OF_EACH = (
    """
    INSERT INTO users (id, first_name, last_name, email, created_at)
    SELECT person, 'Ada', 'Number ' || n, 'ada' || n || '@crowd.example', at FROM one
    """,
    "INSERT INTO workspace (id, name, created_at) SELECT place, 'Crowd ' || n, at FROM one",
    """
    INSERT INTO membership (workspace_id, user_id, role, created_at)
    SELECT place, person, 'owner', at FROM one
    """,
    """
    INSERT INTO subscriptions (id, workspace_id, user_id, plan_id, status, processor, created_at)
    SELECT subscription, place, person, 1, 'active', 'manual', at FROM one
    """,
    """
    INSERT INTO brand (id, workspace_id, name, source, status, pause_reason)
    SELECT brand, place, 'Brand ' || n, 'website', 'paused', 'customer' FROM one
    """,
    """
    INSERT INTO run (id, workspace_id, brand_id, kind, trigger, status, seed, panel_size, samples,
      created_at, started_at, finished_at)
    SELECT run, place, brand, 'full', 'user', 'completed', n, 10, 1, at, at, at FROM one
    """,
    """
    INSERT INTO prompt (id, workspace_id, brand_id, key, text, intent, topic, locale)
    SELECT prompt, place, brand, 'p', 'Who makes good tables?', 'discovery', 'tables', 'en' FROM one
    """,
)
_EVENTS_EACH = (
    """
    INSERT INTO answer (id, workspace_id, brand_id, run_id, prompt_id, prompt_key, engine,
      engine_name, model, surface, basis, sample, question, status, text, answered_at)
    SELECT gen_random_uuid(), place, brand, run, prompt, 'p', 'chatgpt', 'ChatGPT', 'gpt', 'api',
      'assistants', k, 'Who makes good tables?', 'completed', 'Harrow & Pike.', at
    FROM one, generate_series(1, $1) k
    """,
    """
    INSERT INTO audit_log (id, workspace_id, actor_id, actor_name, action, target, after,
      created_at)
    SELECT gen_random_uuid(), place, person, 'Ada Number ' || n, 'run.requested', 'brand:' || brand,
      '{"plan": "Growth"}', at + k * interval '1 minute' FROM one, generate_series(1, $1) k
    """,
    """
    INSERT INTO subscription_events (id, workspace_id, subscription_id, event_type, event_data)
    SELECT gen_random_uuid(), place, subscription, 'invoice.paid', '{"amount": "80.00"}'
    FROM one, generate_series(1, $1) k
    """,
    """
    INSERT INTO mail (id, user_id, workspace_id, template, subject_id, status, recipient, subject,
      sent_at, created_at)
    SELECT gen_random_uuid(), person, place, 'welcome', gen_random_uuid(), 'sent',
      'ada' || n || '@crowd.example', 'Welcome', at, at FROM one, generate_series(1, $1) k
    """,
    """
    INSERT INTO procrastinate_jobs (queue_name, task_name, args, status)
    SELECT 'default', 'mail.send', jsonb_build_object('workspace_id', place), 'succeeded'
    FROM one, generate_series(1, $1) k
    """,
)


async def crowd(db: asyncpg.Connection, people: int = PEOPLE, events: int = EVENTS) -> None:
    """That many people with a workspace each, and as many answers, mails, jobs and entries of logs.

    `db` is the superuser's connection: rows go in without triggers, in an order that fits.
    """
    await db.execute("SET session_replication_role = replica")
    await db.execute(_PEOPLE, people)
    for statement in _OF_EACH:
        await db.execute(statement)
    for statement in _EVENTS_EACH:
        await db.execute(statement, events // people)
    await db.execute("ANALYZE")

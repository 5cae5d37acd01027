"""Runs before and after an edit of the brand are read in one way, so they are compared."""

from __future__ import annotations

import json
from typing import Any

import asyncpg
import pytest

from presence.db.session import Database
from presence.domains.brands import service as brands
from presence.domains.measurement.service.rescoring import rescore
from presence.jobs.context import JobContext, JobResources
from tests.factories.people import Tenant
from tests.factories.runs import Subject, begin_run, make_brand, work_off


async def work_queued_rescoring(
    admin: asyncpg.Connection, hands: JobResources, subject: Subject
) -> None:
    """What a worker does before the next run: the re-scoring, if the edit queued it."""
    queued = await admin.fetchval(
        "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'visibility.rescore'"
        " AND args->>'brand_id' = $1",
        str(subject.brand_id),
    )
    if queued:
        await rescore(JobContext(subject.tenant.workspace_id, 1, hands), subject.brand_id)


@pytest.mark.parametrize(
    "edit",
    [
        {"description": "Harrow makes walking boots by hand and repairs them for ten years."},
        {"target_audience": "Hill walkers and postmen"},
        {"market": "GB"},
        {"language": "en-GB"},
    ],
    ids=lambda edit: next(iter(edit)),
)
async def test_after_an_edit_the_next_run_does_not_say_that_the_model_changed(
    database: Database,
    admin: asyncpg.Connection,
    tenant: Tenant,
    hands: JobResources,
    edit: dict[str, Any],
) -> None:
    subject = await make_brand(database, tenant)
    await work_off(hands, subject, await begin_run(database, subject))
    async with database.transaction(tenant.binding) as session:
        await brands.change_brand(session, subject.brand_id, edit)
    await work_queued_rescoring(admin, hands, subject)
    second = await begin_run(database, subject)
    await work_off(hands, subject, second)
    run = await admin.fetchrow("SELECT status, changes::text FROM run WHERE id = $1", second)
    delta = await admin.fetchval(
        "SELECT delta::text FROM score WHERE run_id = $1 AND metric = 'content' AND engine = ''",
        second,
    )
    assert run["status"] == "completed"
    assert "The model changed" not in run["changes"]
    assert json.loads(delta)["verdict"] in {"within noise", "moved"}

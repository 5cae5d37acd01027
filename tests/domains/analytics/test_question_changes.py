"""The change of one question is the same in the list of questions and on its own page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.jobs.context import JobResources
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.runs import Subject, begin_run, session_cookies, work_off

TODAY = datetime.now(UTC).date()
SPANS = (
    f"from={TODAY - timedelta(days=3)}&to={TODAY + timedelta(days=1)}&compare=custom"
    f"&compareFrom={TODAY - timedelta(days=23)}&compareTo={TODAY - timedelta(days=17)}"
)


@dataclass(frozen=True, slots=True)
class TwoRuns:
    """A brand analysed three weeks ago and today, named more often in answers to some questions."""

    client: httpx.AsyncClient
    path: str

    async def groups(self, query: str) -> list[dict[str, Any]]:
        """The groups of a metrics document that compares the two runs."""
        asked = f"{self.path}/metrics?metrics=mentionRate&{SPANS}{query}"
        rows: list[dict[str, Any]] = (await read(self.client, asked))["groups"]
        return rows


@pytest_asyncio.fixture
async def two(
    app: FastAPI,
    database: Database,
    hands: JobResources,
    described: Subject,
    admin: asyncpg.Connection,
) -> AsyncIterator[TwoRuns]:
    """The brand, with answers counted so that every third question rose a little, one steeply."""
    async with database.transaction(described.tenant.binding) as session:
        await grant(session, described.tenant.user_id, 2, None)
    for earlier in (True, False):
        run = await begin_run(database, described)
        await work_off(hands, described, run)
        await admin.execute(
            "UPDATE run_cell c SET answers = 12, failed = 0, informative = 12, mentions ="
            " CASE WHEN $2 THEN 1 WHEN o.number = 1 THEN 12 WHEN o.number % 3 = 0 THEN 3"
            " ELSE 1 END, position_sum = 0 FROM (SELECT id, row_number() OVER (ORDER BY key) AS"
            " number FROM prompt WHERE NOT branded) o WHERE o.id = c.prompt_id AND c.run_id = $1",
            run,
            earlier,
        )
        if earlier:
            at = datetime.now(UTC) - timedelta(days=20)
            await admin.execute("UPDATE run SET created_at = $2 WHERE id = $1", run, at)
    async with browser(app, cookies=await session_cookies(database, described.tenant)) as client:
        yield TwoRuns(client, f"/api/v1/brands/{described.brand_id}")


async def test_a_question_alone_has_the_change_it_has_in_the_list(two: TwoRuns) -> None:
    listed = {g["key"]: g["values"]["mentionRate"] for g in await two.groups("&groupBy=prompt")}
    assert len(listed) >= 6
    verdicts = {key: (of["delta"] or {}).get("verdict") for key, of in listed.items()}
    assert "moved" in verdicts.values()
    assert None not in verdicts.values()
    for key, reading in listed.items():
        (alone,) = await two.groups(f"&prompt={key}")
        assert alone["values"]["mentionRate"] == reading, key

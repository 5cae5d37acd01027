"""A brand asked about by one assistant whose words a test chooses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.analysis.types import Question, RawAnswer
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.brands.service.competitors import add_competitor
from presence.domains.engines.service import Asker
from tests.conftest import Place, browser
from tests.factories.analysed import read
from tests.factories.people import make_tenant
from tests.factories.runs import Subject, begin_run, make_brand, session_cookies, work_off
from tests.factories.runs import worker_hands as hands_of


class Talk:
    """What the one connected assistant says; answers cite nothing.

    It refuses to answer the question `refuses`; every other answer is complete.
    """

    def __init__(self) -> None:
        self.model = "gpt-test"
        self.text = "Tarn makes the best boots for wet hills."
        self.refuses = ""

    def answer(self, question: Question) -> RawAnswer:
        """The same words to every question."""
        if question.text == self.refuses:
            return RawAnswer("failed", "", self.model, error="Refused.", error_code="refused")
        return RawAnswer("completed", self.text, self.model, citations=(), raw="{}")


class Stage:
    """A brand with the competitor Tarn, asked about by one assistant."""

    def __init__(
        self,
        database: Database,
        place: Place,
        subject: Subject,
        client: httpx.AsyncClient,
        talk: Talk,
        admin: asyncpg.Connection,
    ) -> None:
        connected = {"chatgpt": {"api_key": "k", "base_url": "http://127.0.0.1:9/"}}
        self.settings = place.settings(engines={**connected, "free_allowance_usd": 50})
        self.database, self.subject, self.client, self.talk = database, subject, client, talk
        self.admin = admin
        self.path = f"/api/v1/brands/{subject.brand_id}/gaps/content"

    async def run(self) -> None:
        """One full run."""
        async with hands_of(self.database, self.settings) as hands:
            run_id = await begin_run(self.database, self.subject, settings=self.settings)
            await work_off(hands, self.subject, run_id)

    async def next_day(self) -> None:
        """Let a day pass: what happened so far was a day earlier."""
        for statement in (
            "UPDATE run SET created_at = created_at - day, finished_at = finished_at - day",
            "UPDATE answer SET answered_at = answered_at - day",
            "UPDATE conclusion_decision SET decided_at = decided_at - day",
        ):
            await self.admin.execute(
                statement.replace("- day", "- interval '1 day'") + " WHERE brand_id = $1",
                self.subject.brand_id,
            )

    async def gaps(self, query: str = "limit=200") -> list[dict[str, Any]]:
        """Listed gaps."""
        rows: list[dict[str, Any]] = (await read(self.client, f"{self.path}?{query}"))["data"]
        return rows


@pytest_asyncio.fixture
async def stage(
    app: FastAPI,
    database: Database,
    place: Place,
    monkeypatch: pytest.MonkeyPatch,
    admin: asyncpg.Connection,
) -> AsyncIterator[Stage]:
    """The brand on a paid plan before its first run."""
    talk = Talk()

    async def ask(self: Asker, engine_id: str, question: Question) -> RawAnswer:
        return talk.answer(question)

    monkeypatch.setattr(Asker, "ask", ask)
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
        await add_competitor(session, subject.brand_id, "Tarn", {})
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        yield Stage(database, place, subject, client, talk, admin)

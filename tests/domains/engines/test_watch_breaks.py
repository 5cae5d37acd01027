"""Verdicts of days and the breaks they show, through the job that asks and judges."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, timedelta

import asyncpg
import numpy as np
import pytest
import pytest_asyncio

from presence.analysis.types import Citation, RawAnswer
from presence.analysis.watch import FEATURES, canaries, canary_answer
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.session import Database
from tests.conftest import Place
from tests.domains.engines.watching import SAID, Watch, watching

CALM_DAYS = 45
SWAPPED = replace(
    SAID,
    text="## Well!\n\n- **1.** Hm, who knows, really? — 7 of 9, perhaps; 12?\n- Why not ask?",
    citations=(Citation("https://else.example/a", domain="else.example"),),
)


@pytest.fixture
def settings(place: Place) -> Settings:
    """A key of ours for one engine, watched in two languages."""
    return place.settings(
        engines={"chatgpt": {"api_key": "sk-test"}, "watch_daily_usd": "0.50", "attempts": 1}
    )


@pytest_asyncio.fixture
async def watch(
    database: Database, settings: Settings, admin: asyncpg.Connection
) -> AsyncIterator[Watch]:
    """With weeks behind it on which nothing changed."""
    async with watching(database, settings, admin) as made:
        await calm(made, CALM_DAYS)
        yield made


async def calm(watch: Watch, days: int, model: str = "gpt-6-luna") -> None:
    """Days like each other before today, in both languages."""
    rng = np.random.default_rng(7)
    today = watch.clock.now().astimezone(UTC).date()
    spread = np.array(list(FEATURES.values())) / 20.0
    for back in range(days, 0, -1):
        for language in ("en", "de"):
            day = new_id()
            await watch.admin.execute(
                "INSERT INTO engine_watch_day (id, engine, language, day, model, state, next_at,"
                " answers) VALUES ($1, 'chatgpt', $2, $3, $4, 'steady', now(), 20)",
                day,
                language,
                today - timedelta(days=back),
                model,
            )
            rows = []
            for canary in canaries(language):
                told = canary_answer(canary.id, SAID, canary.names)
                assert told is not None
                features = np.array(told.features) + spread * rng.standard_normal(len(spread))
                rows.append((day, canary.id, features.tolist()))
            await watch.admin.executemany(
                "INSERT INTO engine_watch_answer (watch_id, canary, model, features, asked_at)"
                " VALUES ($1, $2, 'gpt-6-luna', $3, now())",
                rows,
            )


async def live(watch: Watch, said: RawAnswer, days: int) -> None:
    """Days on which the engine says this."""
    for _ in range(days):
        await watch.work(watch.provider(*[said] * 1_000))
        watch.pass_time(timedelta(days=1))


async def states(watch: Watch, language: str = "en") -> list[str]:
    return [d["state"] for d in await watch.days() if d["language"] == language][CALM_DAYS:]


async def breaks(watch: Watch) -> list[asyncpg.Record]:
    return list(await watch.admin.fetch("SELECT * FROM engine_watch_break ORDER BY number"))


async def test_a_swapped_model_is_one_break_on_the_day_it_began(watch: Watch) -> None:
    began = watch.clock.now().astimezone(UTC).date()
    await live(watch, SWAPPED, 3)
    assert (await states(watch))[:2][-1] == "changed"
    assert (await states(watch, "de"))[:2][-1] == "changed"
    (found,) = await breaks(watch)
    assert (found["engine"], found["number"], found["began_on"]) == ("chatgpt", 1, began)
    assert found["declared_on"] == began + timedelta(days=1)
    assert found["models"] == ["gpt-6-luna"]


async def test_a_break_says_what_changed_of_the_answers(watch: Watch) -> None:
    await live(watch, SWAPPED, 2)
    told = await watch.admin.fetchval("SELECT estimate::text FROM engine_watch_break")
    assert told.count('"feature"') == 3


async def test_answers_as_ever_are_no_break(watch: Watch) -> None:
    await live(watch, SAID, 3)
    assert not await breaks(watch)
    assert "changed" not in await states(watch)


async def test_after_a_break_the_watch_learns_anew(watch: Watch) -> None:
    await live(watch, SWAPPED, 4)
    assert (await states(watch))[2:] == ["learning", "learning"]
    assert len(await breaks(watch)) == 1


async def test_one_strange_day_is_no_break(watch: Watch) -> None:
    await live(watch, SWAPPED, 1)
    await live(watch, SAID, 2)
    assert not await breaks(watch)


async def test_a_model_that_staff_chose_is_learned_and_no_break(watch: Watch) -> None:
    await watch.admin.execute(
        "INSERT INTO engine_switch (engine, model) VALUES ('chatgpt', 'gpt-5.6-luna')"
    )
    await live(watch, SWAPPED, 2)
    assert set(await states(watch)) == {"learning"}
    assert not await breaks(watch)

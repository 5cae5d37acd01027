"""A free plan's preview: no filter, order, page or guessed id brings out a further row."""

from __future__ import annotations

import asyncpg
import httpx
import pytest

from tests.factories.analysed import read
from tests.factories.runs import Analysed

SHOWN = {"content": 3, "technical": 5, "recommendations": 1}
QUERIES = {
    "content": ("sort=-rank", "sort=prompt", "filter[type]=Minor", "q=oak", "limit=200"),
    "technical": ("sort=-impact", "filter[impact]=Low", "q=harrow", "filter[type]=metadata"),
    "recommendations": ("sort=-gain", "filter[effort]=High", "filter[source]=gap"),
}


@pytest.mark.parametrize("name", SHOWN)
async def test_no_query_shows_more_than_the_first_rows(
    owner: httpx.AsyncClient, paths: dict[str, str], name: str
) -> None:
    preview = {row["id"] for row in (await read(owner, paths[name]))["data"]}
    assert len(preview) <= SHOWN[name]
    for query in QUERIES[name]:
        found = await read(owner, f"{paths[name]}?{query}")
        assert {row["id"] for row in found["data"]} <= preview, query
    closed = await read(owner, f"{paths[name]}?filter[status]=closed")
    assert closed["data"] == []


async def test_a_locked_row_can_be_neither_opened_nor_decided_on(
    owner: httpx.AsyncClient,
    admin: asyncpg.Connection,
    paths: dict[str, str],
    analysed: Analysed,
) -> None:
    locked = await admin.fetchval(
        "SELECT id FROM technical_finding WHERE run_id = $1 AND number = 6", analysed.run_id
    )
    path = f"{paths['technical']}/{locked}"
    assert (await owner.get(path)).status_code == 404
    assert (await owner.patch(path, json={"status": "done"})).status_code == 404
    assert (await owner.post(f"{path}/recheck")).status_code == 404


async def test_dismissing_a_row_does_not_move_the_next_one_up(
    owner: httpx.AsyncClient, paths: dict[str, str]
) -> None:
    before = await read(owner, paths["technical"])
    row = before["data"][0]["id"]
    body = {"status": "dismissed", "reason": "Wanted"}
    assert (await owner.patch(f"{paths['technical']}/{row}", json=body)).status_code == 200
    after = await read(owner, paths["technical"])
    assert [r["id"] for r in after["data"]] == [r["id"] for r in before["data"]]
    assert after["locked"] == before["locked"] > 0


async def test_the_history_of_gaps_is_not_part_of_the_preview(
    owner: httpx.AsyncClient, paths: dict[str, str]
) -> None:
    assert (await read(owner, paths["gaps"]))["trend"] == []

"""Files name nobody as ahead in a gap that is too early to call."""

from __future__ import annotations

import asyncpg
import httpx

from tests.domains.publishing.test_reports import made as report
from tests.domains.publishing.test_reports import tables
from tests.domains.publishing.test_view_exports import made as export
from tests.domains.publishing.test_view_exports import rows_of
from tests.factories.post import Post
from tests.factories.runs import Analysed


async def test_nobody_is_ahead_in_a_gap_that_is_too_early_to_call(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed, admin: asyncpg.Connection
) -> None:
    await admin.execute(
        "UPDATE content_gap SET kind = 'competitor', competitor = 'Marlow', brand_answers = 2,"
        " rival_answers = CASE WHEN number = 1 THEN 2 ELSE 3 END WHERE run_id = $1",
        analysed.run_id,
    )
    listed = (await owner.get(f"/api/v1/brands/{analysed.brand_id}/gaps/content?limit=200")).json()
    expected = {gap["prompt"]: "" if gap["tooEarly"] else "Marlow" for gap in listed["data"]}
    assert set(expected.values()) == {"", "Marlow"}
    gaps = tables(await report(owner, post, analysed.brand_id, format="csv"))["gaps"]
    assert {row["Question"]: row["Ahead"] for row in gaps} == expected
    rows = rows_of(await export(owner, post, analysed, "content-gaps"))
    assert {row["prompt"]: row["competitor"] for row in rows} == expected

"""The overall score changes by what two runs have in common."""

from __future__ import annotations

import json
from uuid import UUID

import pytest

from presence.domains.runs.service import Order
from presence_standins.sites import site_server
from tests.domains.runs.asking.conftest import PAID, Stage


async def overall(stage: Stage, run: UUID) -> tuple[float, dict[str, object]]:
    """A run's overall score, and its change."""
    value, delta = await stage.admin.fetchrow(
        "SELECT value, delta FROM score"
        " WHERE run_id = $1 AND metric = 'overall' AND engine = '' AND NOT provisional",
        run,
    )
    return value, json.loads(delta or "{}")


async def test_what_a_smaller_run_leaves_out_is_no_change_of_the_score(stage: Stage) -> None:
    whole = await stage.analyse()
    smaller = await stage.analyse(Order(engines=PAID[1:]))
    (before, _), (after, delta) = await overall(stage, whole.id), await overall(stage, smaller.id)
    assert before != after
    assert (delta["points"], delta["verdict"]) == (0.0, "within noise")


async def test_another_audit_changes_the_overall_score_by_its_share(stage: Stage) -> None:
    website = "UPDATE brand SET website_url = $2 WHERE id = $1"
    async with site_server("harrow-broken") as url:
        await stage.admin.execute(website, stage.subject.brand_id, url)
        await stage.analyse()
        broken = await stage.analyse(Order("technical"))
    async with site_server("harrow-repaired", port=int(url.rsplit(":", 1)[1].strip("/"))):
        repaired = await stage.analyse(Order("technical"))
    (before, _), (after, delta) = await overall(stage, broken.id), await overall(stage, repaired.id)
    assert delta["verdict"] == "moved"
    assert delta["points"] == pytest.approx(after - before, abs=0.1)

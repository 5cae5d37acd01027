"""A platform's figures by page beside the answers that cite the page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from presence.analysis.analytics.rank_agreement import rank_agreement
from presence.db.session import Database
from presence.domains.billing.service import grant
from tests.domains.analytics.test_funnel import cited
from tests.factories.runs import Analysed
from tests.factories.team import PRO


async def keep(owner: httpx.AsyncClient, analysed: Analysed, text: str) -> str:
    """The address of a report of the last days."""
    today = datetime.now(UTC).date()
    at = f"/api/v1/brands/{analysed.brand_id}/traffic/platform-reports"
    made = await owner.post(
        at,
        files={"file": ("pages.csv", text.encode(), "text/csv")},
        data={"from": str(today - timedelta(days=27)), "to": str(today), "replace": "true"},
    )
    assert made.status_code == 201, made.text
    return f"{at}/{made.json()['id']}/comparison"


async def on_pro(database: Database, analysed: Analysed) -> None:
    """Let the brand's workspace have full analytics."""
    async with database.transaction(analysed.tenant.binding) as session:
        await grant(session, analysed.tenant.user_id, PRO, None)


async def compared(owner: httpx.AsyncClient, path: str) -> dict[str, Any]:
    """A comparison."""
    found = await owner.get(path)
    assert found.status_code == 200, found.text
    answer: dict[str, Any] = found.json()
    return answer


async def test_a_report_of_queries_and_a_plan_without_analytics_are_refused(
    database: Database, owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    path = await keep(owner, analysed, "Grounding Query,Citations\nboots,3\n")
    refused = await owner.get(path)
    assert (refused.status_code, refused.json()["code"]) == (403, "plan-limit")
    await on_pro(database, analysed)
    refused = await owner.get(path)
    assert refused.status_code == 409


async def test_a_report_stands_beside_the_answers_that_cite_its_pages(
    database: Database, owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    await on_pro(database, analysed)
    ours = await cited(owner, analysed)
    known = list(ours)
    pages = [*known, *(f"/nobody-cites-{number}" for number in range(9))]
    text = "Landing page,Sessions\n" + "".join(
        f"{page}?x=1,{10 + place}\n{page},5\n" for place, page in enumerate(pages)
    )
    shown = await compared(owner, await keep(owner, analysed, text))
    figures = [15.0 + place for place in range(len(pages))]
    expected = rank_agreement(figures, [float(ours.get(page, 0)) for page in pages])
    assert expected is not None
    assert (shown["pages"], shown["column"], shown["why"]) == (len(pages), "Sessions", None)
    assert abs(shown["agreement"] - expected.value) < 1e-9
    assert shown["low"] <= shown["agreement"] <= shown["high"]
    rows = {row["page"].partition("/")[2]: row for row in shown["data"]}
    for page, count in ours.items():
        row = rows[page.removeprefix("/")]
        assert row["cited"] == count
        assert abs(row["share"] - 100.0 * count / shown["answers"]) < 1e-9


async def test_too_few_pages_and_pages_all_alike_are_not_compared(
    database: Database, owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    await on_pro(database, analysed)
    few = await compared(owner, await keep(owner, analysed, "Page,Citations\n/a,1\n/b,2\n"))
    assert (few["agreement"], few["why"]) == (None, "few-pages")
    alike = "Landing page,Sessions\n" + "".join(f"/none-{n},{n}\n" for n in range(9))
    shown = await compared(owner, await keep(owner, analysed, alike))
    assert (shown["agreement"], shown["why"]) == (None, "all-alike")

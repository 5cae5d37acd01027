"""From a page to a visit: what logs count beside what answers cite."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import httpx
import pytest
import pytest_asyncio

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.jobs.context import JobResources
from tests.domains.traffic.logs import AGENTS, line
from tests.domains.traffic.sending import send_and_read
from tests.domains.traffic.site import Site
from tests.factories.runs import Analysed
from tests.factories.team import GROWTH

LIVE = "Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)"
GPTBOT = "4.227.36.1"
SEARCHBOT, CHATGPT_USER = "4.227.36.1", "4.151.71.177"
NEVER_CITED, BROKEN = "/nobody-cites-this", "/broken"


def of(analysed: Analysed, tail: str = "") -> str:
    """The funnel's address."""
    return f"/api/v1/brands/{analysed.brand_id}/traffic/funnel{tail}"


@pytest_asyncio.fixture
async def growing(database: Database, analysed: Analysed) -> Analysed:
    """The analysed brand's workspace on a plan that reads logs whole."""
    async with database.transaction(analysed.tenant.binding) as session:
        await grant(session, analysed.tenant.user_id, GROWTH, None)
    return analysed


@pytest_asyncio.fixture
async def site(growing: Analysed, owner: httpx.AsyncClient) -> AsyncIterator[Site]:
    """The brand as one whose logs are read."""
    yield Site(growing.tenant, growing.brand_id, owner)


async def cited(owner: httpx.AsyncClient, analysed: Analysed) -> dict[str, int]:
    """Answers by the path of the brand's page they cite, from the table of sources."""
    found = await owner.get(
        f"/api/v1/brands/{analysed.brand_id}/sources?group=url&class=owned&limit=200"
    )
    assert found.status_code == 200, found.text
    rows = found.json()["data"]
    return {
        urlsplit(row["key"]).path.rstrip("/") or "/": row["cited"] for row in rows if row["cited"]
    }


async def test_a_plan_without_full_analytics_is_told_so(
    owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    for tail in ("", ".csv"):
        refused = await owner.get(of(analysed, tail))
        assert (refused.status_code, refused.json()["code"]) == (403, "plan-limit")


async def test_without_a_log_only_citations_are_known(
    owner: httpx.AsyncClient, growing: Analysed
) -> None:
    shown = (await owner.get(of(growing))).json()
    assert shown["counted"] is False
    assert shown["answers"] > 0
    assert {row["page"]: row["cited"] for row in shown["data"]} == await cited(owner, growing)
    assert {row["missing"] for row in shown["data"]} == {None}
    for row in shown["data"]:
        assert 0 <= row["shareLow"] <= row["share"] <= row["shareHigh"] <= 100
        assert row["named"] <= row["cited"]


async def test_each_page_shows_how_far_it_comes(
    site: Site, growing: Analysed, hands: JobResources
) -> None:
    page, *_ = await cited(site.client, growing)
    at = datetime.now(UTC) - timedelta(hours=2)
    index = AGENTS["OAI-SearchBot"]
    log = "".join(
        (
            line(at, index, page, 200, SEARCHBOT) * 2,
            line(at, index, page, 200, "203.0.113.9") * 7,  # not one of OpenAI's addresses
            line(at, LIVE, f"{page}?utm_source=chatgpt.com", 200, CHATGPT_USER),
            line(at, page=page, referrer="https://chatgpt.com/"),
            line(at, page="/logo.png", referrer="https://chatgpt.com/"),
            line(at, index, NEVER_CITED, 304, SEARCHBOT),
            line(at, index, BROKEN, 503, SEARCHBOT) * 3,
            line(at, index, "/moved", 301, SEARCHBOT),
            line(at, index, "/robots.txt", 200, SEARCHBOT),
            line(at, index, "/gone", 404, SEARCHBOT),
            line(at, "curl/8.5.0", "/wp-login.php", 403) * 50,
            line(at, "curl/8.5.0", page, 503),
            line(at, "curl/8.5.0", BROKEN, 200),
            line(at, AGENTS["GPTBot"], "/learned", 200, GPTBOT),
            line(at, index, "/learned", 429, SEARCHBOT),
        )
    )
    source = (await site.add_source("upload"))["source"]["id"]
    await send_and_read(hands, site, source, log.encode())
    shown = await site.read("/funnel")
    rows = {row["page"]: row for row in shown["data"]}
    assert shown["counted"] is True
    assert not rows.keys() & {"/robots.txt", "/logo.png", "/moved", "/gone", "/wp-login.php"}
    told = {name: rows[page][name] for name in ("fetched", "live", "refused", "visits", "missing")}
    assert told == {"fetched": 2, "live": 1, "refused": 0, "visits": 1, "missing": None}
    assert (rows[BROKEN]["refused"], rows[BROKEN]["missing"]) == (3, "refused")
    assert rows[NEVER_CITED]["missing"] == "not-cited"
    assert (rows["/learned"]["refused"], rows["/learned"]["missing"]) == (1, "not-fetched")
    steps = {one["step"]: one for one in shown["steps"]}
    assert list(steps) == ["fetched", "live", "cited", "named", "visited"]
    assert (steps["fetched"]["pages"], steps["fetched"]["count"]) == (2, 3)
    assert steps["named"]["count"] <= steps["cited"]["count"] <= steps["cited"]["of"]
    assert shown["total"] == shown["pages"] == len(rows)
    for missing, count in shown["missing"].items():
        chosen = await site.read("/funnel", missing=missing)
        assert {row["missing"] for row in chosen["data"]} == {missing}
        assert chosen["total"] == count == sum(row["missing"] == missing for row in rows.values())
        assert (chosen["steps"], chosen["pages"]) == (shown["steps"], shown["pages"])
    file = await site.client.get(site.path("/funnel.csv"), params={"missing": "refused"})
    head, *lines = csv.reader(io.StringIO(file.content.decode("utf-8-sig")))
    assert head[:2] == ["site", "page"]
    assert [line[1] for line in lines] == [BROKEN]


@pytest.mark.parametrize(
    "days",
    [
        {"from": "2026-11-20", "to": "2026-11-01"},
        {"from": "0001-01-01"},
        {"missing": "nothing-known"},
    ],
)
async def test_days_and_steps_that_do_not_exist_are_refused(
    days: dict[str, str], owner: httpx.AsyncClient, growing: Analysed
) -> None:
    assert (await owner.get(of(growing), params=days)).status_code == 422


async def test_nobody_reads_the_funnel_of_another_workspace(
    stranger: httpx.AsyncClient, analysed: Analysed
) -> None:
    for tail in ("", ".csv"):
        assert (await stranger.get(of(analysed, tail))).status_code == 404


async def test_beside_an_old_log_nobody_says_what_was_not_fetched_or_visited(
    site: Site, growing: Analysed, hands: JobResources
) -> None:
    at = datetime.now(UTC) - timedelta(days=60)
    source = (await site.add_source("upload", "Old"))["source"]["id"]
    old = line(at, AGENTS["OAI-SearchBot"], "/old", 200, SEARCHBOT)
    await send_and_read(hands, site, source, old.encode())
    days = {"from": f"{at:%Y-%m-%d}", "to": f"{datetime.now(UTC):%Y-%m-%d}"}
    await site.client.delete(site.path(f"/sources/{await _first(site)}"))
    shown = await site.read("/funnel", **days)
    assert shown["newestLogged"] == f"{at:%Y-%m-%d}"
    assert {row["missing"] for row in shown["data"]} <= {None, "not-cited"}


async def _first(site: Site) -> str:
    """The source whose log is new."""
    (found,) = [one for one in (await site.read("/sources"))["data"] if one["name"] != "Old"]
    return str(found["id"])

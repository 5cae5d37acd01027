"""Reports of platforms: previewed, kept once, replaced when agreed, shown by plan, deleted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.traffic.service.dropping import drop_reports
from presence.domains.traffic.service.platform_reports import MOST_REPORTS, MOST_SHOWN
from presence.jobs.context import JobContext, JobResources
from tests.domains.traffic.site import Site, site_on
from tests.factories.team import PRO, add_member, opened

PAGES = "Page,Citations\nhttps://harrow.example/boots,12\nhttps://harrow.example/,40\n"
DAYS = {"from": "2026-10-01", "to": "2026-10-28"}
ROWS = "SELECT count(*) FROM traffic_report_row WHERE workspace_id = $1"


async def send(
    site: Site,
    text: str = PAGES,
    tail: str = "",
    client: Any = None,
    **fields: Any,
) -> httpx.Response:
    """The answer to a file."""
    return await (client or site.client).post(
        site.path(f"/platform-reports{tail}"),
        files={"file": ("pages.csv", text.encode(), "text/csv")},
        data=fields,
    )


async def sent(site: Site, text: str = PAGES, **fields: str) -> dict[str, Any]:
    """A report that was kept."""
    made = await send(site, text, **(fields or DAYS))
    assert made.status_code == 201, made.text
    answer: dict[str, Any] = made.json()
    return answer


async def listed(site: Site) -> dict[str, Any]:
    """The brand's reports."""
    return await site.read("/platform-reports")


async def test_a_preview_shows_how_a_file_reads_and_keeps_nothing(
    site: Site, admin: asyncpg.Connection
) -> None:
    many = "Page,Citations,Note\n" + "".join(f"/p{n},{n},x\n" for n in range(30))
    shown = (await send(site, many, "/preview")).json()
    assert (shown["platform"], shown["subject"], shown["rows"]) == ("bing-ai", "pages", 30)
    assert [row["name"] for row in shown["data"]] == [f"/p{n}" for n in range(10)]
    assert (shown["from"], shown["to"], shown["sameAs"], shown["replaces"]) == (None,) * 4
    assert shown["columns"][1] == {"name": "Note", "field": None, "unit": "text"}
    assert (await listed(site))["data"] == []


async def test_a_report_is_kept_ranked_and_read_back_to_the_figure(site: Site) -> None:
    made = await sent(site)
    assert (made["from"], made["to"], made["rows"]) == ("2026-10-01", "2026-10-28", 2)
    table = await site.read(f"/platform-reports/{made['id']}")
    assert table["report"] == made
    assert [(row["name"], row["values"]) for row in table["data"]] == [
        ("https://harrow.example/", [40.0]),
        ("https://harrow.example/boots", [12.0]),
    ]
    file = await site.client.get(site.path(f"/platform-reports/{made['id']}/rows.csv"))
    assert file.content.decode("utf-8-sig").splitlines() == [
        "Page,Citations",
        "https://harrow.example/,40",
        "https://harrow.example/boots,12",
    ]


async def test_all_rows_are_in_the_file_though_the_table_shows_the_first(site: Site) -> None:
    many = "Page,Citations\n" + "".join(f"/p{n},{n}\n" for n in range(MOST_SHOWN + 50))
    made = await sent(site, many)
    table = await site.read(f"/platform-reports/{made['id']}")
    assert (len(table["data"]), table["report"]["rows"]) == (MOST_SHOWN, MOST_SHOWN + 50)
    file = await site.client.get(site.path(f"/platform-reports/{made['id']}/rows.csv"))
    assert len(file.text.splitlines()) == MOST_SHOWN + 51


async def test_a_cell_that_a_spreadsheet_would_compute_is_made_harmless(site: Site) -> None:
    made = await sent(site, 'Grounding Query,Topic,Citations\n"=1+1","@SUM(A1)",3\n')
    file = await site.client.get(site.path(f"/platform-reports/{made['id']}/rows.csv"))
    assert file.text.splitlines()[1] == "'=1+1,'@SUM(A1),3"


async def test_the_same_file_is_kept_once(site: Site, admin: asyncpg.Connection) -> None:
    made = await sent(site)
    assert await sent(site) == made
    shown = (await send(site, PAGES, "/preview", **DAYS)).json()
    assert (shown["sameAs"], shown["replaces"]) == (made, None)
    assert await admin.fetchval(ROWS, site.tenant.workspace_id) == 2


async def test_a_newer_file_of_the_kind_and_days_replaces_only_when_agreed(
    site: Site, admin: asyncpg.Connection
) -> None:
    made = await sent(site)
    newer = PAGES + "https://harrow.example/new,1\n"
    shown = (await send(site, newer, "/preview", **DAYS)).json()
    assert (shown["sameAs"], shown["replaces"]) == (None, made)
    refused = await send(site, newer, **DAYS)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (409, "/replace")
    replaced = await sent(site, newer, **DAYS, replace="true")
    assert [one["id"] for one in (await listed(site))["data"]] == [replaced["id"]]
    assert await admin.fetchval(ROWS, site.tenant.workspace_id) == 3


async def test_other_days_and_other_subjects_are_other_reports(site: Site) -> None:
    await sent(site)
    await sent(site, PAGES, **{"from": "2026-09-01", "to": "2026-09-30"})
    await sent(site, "Grounding Query,Citations\nboots,3\n")
    ends = [(one["subject"], one["to"]) for one in (await listed(site))["data"]]
    assert ends == [("queries", "2026-10-28"), ("pages", "2026-10-28"), ("pages", "2026-09-30")]


async def test_the_days_a_file_says_count_more_than_those_given(site: Site) -> None:
    made = await sent(site, "Date,Citations\n2026-11-02,3\n2026-11-01,4\n", **DAYS)
    assert (made["from"], made["to"]) == ("2026-11-01", "2026-11-02")
    table = await site.read(f"/platform-reports/{made['id']}")
    assert [row["name"] for row in table["data"]] == ["2026-11-01", "2026-11-02"]


LATER = (datetime.now(UTC) + timedelta(days=3)).date().isoformat()


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({}, "/from"),
        ({"from": "2026-10-01"}, "/from"),
        ({"from": "2026-10-02", "to": "2026-10-01"}, "/from"),
        ({"from": "1999-12-31", "to": "2026-10-01"}, "/from"),
        ({"from": "2026-10-01", "to": LATER}, "/to"),
        ({"from": "yesterday", "to": "2026-10-01"}, "/from"),
        ({"from": "2026-10-01", "to": "1"}, "/to"),
    ],
)
async def test_days_that_are_missing_or_cannot_be_are_refused(
    site: Site, fields: dict[str, str], pointer: str
) -> None:
    refused = await send(site, **fields)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, pointer)


async def test_a_wrong_file_is_refused_with_what_to_export(site: Site) -> None:
    for tail in ("", "/preview"):
        refused = await send(site, "Filter,Value\nSearch type,Web\n", tail, **DAYS)
        assert refused.status_code == 422
        assert "Choose Pages.csv or Queries.csv" in refused.json()["message"]
        none = await site.client.post(site.path(f"/platform-reports{tail}"), files={"x": b""})
        assert none.status_code == 422
        assert none.json()["message"] == "Choose a report to upload."
        json = await site.client.post(site.path(f"/platform-reports{tail}"), json={})
        assert json.status_code == 415


async def test_a_brand_keeps_a_hundred_reports_and_says_so(
    site: Site, admin: asyncpg.Connection
) -> None:
    made = await sent(site)
    for number in range(MOST_REPORTS - 1):
        await admin.execute(
            "INSERT INTO traffic_report SELECT $1, workspace_id, brand_id, platform, subject,"
            " first_day - $3::int, last_day - $3::int, name, label, digest, columns, main, rows,"
            " counts, created_at FROM traffic_report WHERE id = $2",
            new_id(),
            UUID(made["id"]),
            number + 1,
        )
    refused = await send(site, PAGES, **{"from": "2026-01-01", "to": "2026-10-28"})
    assert refused.status_code == 409
    assert refused.json()["message"].startswith("A brand can have 100 reports.")
    changed = await sent(site, PAGES + "/x,1\n", **DAYS, replace="true")
    assert changed["rows"] == 3


async def test_a_deleted_report_is_gone_with_its_rows(
    site: Site, admin: asyncpg.Connection
) -> None:
    made = await sent(site)
    path = site.path(f"/platform-reports/{made['id']}")
    assert (await site.client.delete(path)).status_code == 204
    assert (await site.client.delete(path)).status_code == 404
    assert (await site.client.get(path)).status_code == 404
    assert await admin.fetchval(ROWS, site.tenant.workspace_id) == 0


async def test_a_brand_that_is_erased_takes_its_reports_along(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    await sent(site)
    await sent(site, PAGES, **{"from": "2026-09-01", "to": "2026-09-30"})
    context = JobContext(site.tenant.workspace_id, 1, hands)
    await drop_reports(context, uuid4())
    assert await admin.fetchval(ROWS, site.tenant.workspace_id) == 4
    await drop_reports(context, site.brand_id)
    assert await admin.fetchval(ROWS, site.tenant.workspace_id) == 0
    assert (await listed(site))["data"] == []


async def test_a_smaller_plan_shows_the_reports_that_end_in_the_newest_seven_days(
    database: Database, site: Site
) -> None:
    old = await sent(site, PAGES, **{"from": "2026-09-01", "to": "2026-10-21"})
    week = await sent(site, PAGES, **{"from": "2026-10-01", "to": "2026-10-22"})
    new = await sent(site)
    assert (await listed(site))["hidden"] == 0
    async with database.transaction(site.tenant.binding) as session:
        await grant(session, site.tenant.user_id, PRO, None)
    few = await listed(site)
    assert ([one["id"] for one in few["data"]], few["hidden"]) == ([new["id"], week["id"]], 1)
    for tail in ("", "/rows.csv"):
        refused = await site.client.get(site.path(f"/platform-reports/{old['id']}{tail}"))
        assert (refused.status_code, refused.json()["code"]) == (403, "plan-limit")
        shown = await site.client.get(site.path(f"/platform-reports/{week['id']}{tail}"))
        assert shown.status_code == 200


async def test_another_workspace_and_another_brand_do_not_see_a_report(
    app: FastAPI, database: Database, site: Site
) -> None:
    made = await sent(site)
    async with site_on(app, database, None) as other:
        for base in (site, other):
            path = base.path(f"/platform-reports/{made['id']}")
            assert (await other.client.get(path)).status_code == 404
            assert (await other.client.get(f"{path}/rows.csv")).status_code == 404
            assert (await other.client.delete(path)).status_code == 404
        assert (await send(site, client=other.client, **DAYS)).status_code == 404
    assert len((await listed(site))["data"]) == 1


async def test_somebody_who_may_only_look_neither_uploads_nor_deletes(
    app: FastAPI, database: Database, site: Site
) -> None:
    made = await sent(site)
    person = await add_member(database, site.tenant, "viewer")
    async with opened(app, database, person) as viewer:
        path = site.path(f"/platform-reports/{made['id']}")
        assert (await viewer.client.get(path)).status_code == 200
        assert (await viewer.client.delete(path)).status_code == 403
        assert (await send(site, client=viewer.client, **DAYS)).status_code == 403
        assert (await send(site, PAGES, "/preview", viewer.client)).status_code == 403

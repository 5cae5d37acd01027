"""What is shown of traffic: sums by bot, day and page, within what the plan shows."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.jobs.context import JobResources
from tests.domains.traffic.logs import AGENTS, BEGINS, line, log_of
from tests.domains.traffic.sending import send_and_read
from tests.domains.traffic.site import Site, site_on
from tests.domains.traffic.test_pushed_lines import entry, lines, push
from tests.factories.team import PRO

YANDEX = "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)"


async def test_the_summary_adds_up_to_the_log(site: Site, hands: JobResources) -> None:
    source = (await site.add_source("upload"))["source"]["id"]
    content, truth = log_of(1_000)
    await send_and_read(hands, site, source, content)
    shown = await site.read("")
    assert {one["bot"]: one["requests"] for one in shown["bots"]} == {
        bot: truth[bot] for bot in AGENTS
    }
    assert shown["people"] == truth["people"]
    refused = [one for one in shown["statuses"] if one["status"] == 403]
    assert refused == [{"bot": "OAI-SearchBot", "status": 403, "requests": truth["OAI-SearchBot"]}]
    assert [one["errors"] for one in shown["bots"] if one["bot"] == "OAI-SearchBot"] == [
        truth["OAI-SearchBot"]
    ]
    assert sum(one["training"] for one in shown["days"]) == truth["GPTBot"] + truth["ClaudeBot"]
    pages = (await site.read("/pages", bot="GPTBot"))["data"]
    assert sum(one["requests"] for one in pages) == truth["GPTBot"]
    samples = (await site.read("/samples", status=403))["data"]
    assert {one["bot"] for one in samples} == {"OAI-SearchBot"}
    file = await site.client.get(site.path(".csv"))
    assert file.text.splitlines()[0].endswith(
        "day,bot,purpose,status,requests,verified,contradicted,views,bytes"
    )


async def test_a_visit_an_assistant_sent_counts_under_the_assistant(
    site: Site, hands: JobResources
) -> None:
    source = (await site.add_source("upload"))["source"]["id"]
    sent = line(BEGINS, page="/boots", referrer="https://chatgpt.com/")
    await send_and_read(hands, site, source, (sent + line(BEGINS) * 20).encode())
    shown = await site.read("")
    assert [(one["requests"], one["pageViews"]) for one in shown["referrals"]] == [(1, 1)]
    assert shown["people"] == 21


async def test_counts_and_their_file_follow_the_bot_purpose_and_status_asked_for(
    site: Site, hands: JobResources
) -> None:
    content, truth = log_of(1_000)
    source = (await site.add_source("upload"))["source"]["id"]
    await send_and_read(hands, site, source, content)
    refused = await site.read("", bot="OAI-SearchBot", status=403)
    assert [(one["bot"], one["errors"]) for one in refused["bots"]] == [
        ("OAI-SearchBot", truth["OAI-SearchBot"])
    ]
    assert sum(day["search"] for day in refused["days"]) == truth["OAI-SearchBot"]
    assert {day["training"] for day in refused["days"]} == {0}
    assert (await site.read("", bot="OAI-SearchBot", status=200))["bots"] == []
    training = await site.read("", purpose="training")
    assert {one["bot"] for one in training["bots"]} == {"GPTBot", "ClaudeBot"}
    file = await site.client.get(site.path(".csv"), params={"bot": "GPTBot"})
    assert {row.split(",")[1] for row in file.text.splitlines()[1:]} == {"GPTBot"}


async def test_a_range_the_wrong_way_round_is_refused(site: Site) -> None:
    params = {"from": "2026-11-20", "to": "2026-11-19"}
    refused = await site.client.get(site.path(), params=params)
    assert refused.status_code == 422
    assert refused.json()["message"] == "The first day must not be after the last"


@pytest.mark.parametrize(
    ("name", "day"),
    [("to", "9999-12-31"), ("to", "0001-01-05"), ("from", "1999-12-31"), ("from", "2101-01-01")],
)
@pytest.mark.parametrize("tail", ["", "/pages", "/samples", ".csv"])
async def test_a_day_that_no_log_is_from_is_refused(
    site: Site, tail: str, name: str, day: str
) -> None:
    refused = await site.client.get(site.path(tail), params={name: day})
    assert refused.status_code == 422
    assert refused.json()["message"] == "Give a day between 2000-01-01 and 2100-12-31"


@pytest.mark.parametrize("day", ["2000-01-01", "2100-12-31"])
async def test_the_first_and_the_last_day_that_can_be_asked_for_are_shown(
    site: Site, day: str
) -> None:
    for tail in ("", "/pages", "/samples"):
        await site.read(tail, to=day)


async def test_a_line_from_the_future_is_a_wrong_line(site: Site, hands: JobResources) -> None:
    source = (await site.add_source("upload"))["source"]["id"]
    later = BEGINS.replace(year=2099)
    content = (line(later, AGENTS["GPTBot"]) + line(BEGINS, AGENTS["GPTBot"]) * 3).encode()
    read = await send_and_read(hands, site, source, content)
    assert (read["status"], read["wrongLines"], read["lines"]) == ("done", 1, 4)
    assert (await site.read(""))["bots"][0]["requests"] == 3
    file = await site.client.get(site.path(f"/uploads/{read['id']}/wrong-lines.csv"))
    assert "from the future" in file.text


async def test_a_day_in_the_future_counted_before_does_not_move_what_is_shown(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    source = (await site.add_source("upload"))["source"]["id"]
    await send_and_read(hands, site, source, log_of(200)[0])
    await admin.execute(
        "UPDATE traffic_day SET day = '2099-01-01' WHERE source_id = $1 AND bot = 'ClaudeBot'",
        UUID(source),
    )
    shown = await site.read("")
    assert shown["to"] == "2026-11-20"


async def test_without_the_plan_seven_days_of_uploads_are_shown_and_nothing_can_be_pushed(
    app: FastAPI, database: Database, client: httpx.AsyncClient, site: Site, hands: JobResources
) -> None:
    token = (await site.add_source("push", "Server"))["token"]
    assert (await push(client, token, lines(entry(1)))).status_code == 200
    source = (await site.add_source("upload"))["source"]["id"]
    month = b"".join(
        line(BEGINS - timedelta(days=number), AGENTS["GPTBot"]).encode() for number in range(30)
    )
    await send_and_read(hands, site, source, month)
    everything = {"from": "2026-10-01", "to": "2027-12-31"}
    whole = await site.read("", **everything)
    assert (whole["limited"], whole["bots"][0]["requests"]) == (False, 31)
    async with database.transaction(site.tenant.binding) as session:
        await grant(session, site.tenant.user_id, PRO, None)
    few = await site.read("", **everything)
    assert (few["limited"], few["from"]) == (True, "2026-11-14")
    assert [one["requests"] for one in few["bots"]] == [7]
    assert sum(one["requests"] for one in (await site.read("/pages", **everything))["data"]) == 7
    refused = await push(client, token, lines(entry(2)))
    assert refused.status_code == 403


async def test_another_workspaces_traffic_is_not_there(
    app: FastAPI, database: Database, site: Site
) -> None:
    async with site_on(app, database, None) as other:
        for tail in ("", "/pages", "/samples", ".csv"):
            assert (await other.client.get(site.path(tail))).status_code == 404


async def test_what_keeps_ai_crawlers_out_leaves_out_spoofs_missing_pages_tools_and_classic_engines(
    site: Site, hands: JobResources
) -> None:
    source = (await site.add_source("upload"))["source"]["id"]
    bot, maker = AGENTS["OAI-SearchBot"], "20.42.10.177"
    content = (
        line(BEGINS, bot, status=403, address=maker) * 3
        + line(BEGINS, bot, status=503, address=maker)
        + line(BEGINS, bot, status=403) * 5  # from an address that is not its maker's
        + line(BEGINS, bot, status=404, address=maker) * 7
        + line(BEGINS, AGENTS["ClaudeBot"], status=429) * 2  # nothing to compare with
        + line(BEGINS, "curl/8.5.0", status=403) * 9
        + line(BEGINS, YANDEX, status=403) * 9
        + line(BEGINS, status=500) * 9
    ).encode()
    await send_and_read(hands, site, source, content)
    shown = await site.read("")
    assert [(one["bot"], one["status"], one["requests"]) for one in shown["shutOut"]] == [
        ("OAI-SearchBot", 403, 3),
        ("ClaudeBot", 429, 2),
        ("OAI-SearchBot", 503, 1),
    ]
    refused = [one for one in shown["statuses"] if one["status"] == 403]
    assert {one["bot"]: one["requests"] for one in refused} == {
        "OAI-SearchBot": 8,
        "curl": 9,
        "YandexBot": 9,
    }
    assert {one["bot"]: one["aiCrawler"] for one in shown["bots"]} == {
        "OAI-SearchBot": True,
        "ClaudeBot": True,
        "curl": False,
        "YandexBot": False,
    }

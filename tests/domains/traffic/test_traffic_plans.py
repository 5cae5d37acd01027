"""What is shown of traffic: sums by bot, day and page, within what the plan shows."""

from __future__ import annotations

from datetime import timedelta

import httpx
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.jobs.context import JobResources
from tests.domains.traffic.logs import AGENTS, BEGINS, line, log_of
from tests.domains.traffic.sending import send_and_read
from tests.domains.traffic.site import Site, site_on
from tests.domains.traffic.test_pushed_lines import entry, lines, push
from tests.factories.team import PRO


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


async def test_a_range_the_wrong_way_round_is_refused(site: Site) -> None:
    params = {"from": "2026-11-20", "to": "2026-11-19"}
    refused = await site.client.get(site.path(), params=params)
    assert refused.status_code == 422
    assert refused.json()["message"] == "The first day must not be after the last"


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

"""Logs sent as files: every line counted once, whatever happens on the way."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.traffic.service import reading
from presence.jobs.context import JobResources
from tests.domains.traffic.logs import AGENTS, BEGINS, PACKINGS, line, log_of
from tests.domains.traffic.sending import (
    confirm,
    counted,
    drop,
    send,
    send_and_read,
    send_part,
    work_off,
)
from tests.domains.traffic.site import Site, site_on
from tests.factories.team import GROWTH, add_member, opened


async def source_of(site: Site, name: str = "Main site") -> str:
    """A new source of files."""
    key: str = (await site.add_source("upload", name))["source"]["id"]
    return key


@pytest.mark.parametrize("packing", PACKINGS)
async def test_a_log_counts_to_the_unit_plain_and_compressed(
    site: Site, hands: JobResources, admin: asyncpg.Connection, packing: str
) -> None:
    content, truth = log_of(3_000)
    read = await send_and_read(hands, site, await source_of(site), PACKINGS[packing](content))
    wrong = truth.pop("wrong")
    assert (read["status"], read["lines"], read["wrongLines"]) == ("done", 3_000, wrong)
    assert await counted(admin, site) == truth
    assert await counted(admin, site, "traffic_day") == truth
    assert read["format"] == "combined"


async def test_nothing_is_counted_before_somebody_confirmed_what_they_saw(
    site: Site, admin: asyncpg.Connection
) -> None:
    content, _ = log_of(300)
    upload = await send(site, await source_of(site), content)
    preview = await site.read(f"/uploads/{upload['id']}/preview")
    assert preview["format"] == "combined"
    assert len(preview["rows"]) == 10
    assert preview["rows"][0]["bot"] == "GPTBot"
    assert "203.0.113" not in str(preview)
    assert await counted(admin, site) == {}


async def test_a_file_that_is_no_log_is_told_by_what_it_is(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    page = b"<!doctype html><title>Boots</title>" + b"<p>Boots</p>\n" * 50
    source = await source_of(site)
    upload = await send(site, source, page, "index.html")
    preview = await site.read(f"/uploads/{upload['id']}/preview")
    assert (preview["format"], preview["rows"]) == (None, [])
    assert preview["problem"].startswith("This is a web page")
    await confirm(site, upload["id"])
    await work_off(hands, site, upload["id"])
    read = await site.read(f"/uploads/{upload['id']}")
    assert read["status"] == "failed"
    assert read["failure"].startswith("This is a web page")
    assert await counted(admin, site) == {}


class Killed(Exception):
    """The worker dies here."""


@pytest.mark.parametrize("packing", ["plain", "gzip"])
async def test_a_worker_killed_in_the_middle_is_followed_by_one_that_counts_the_rest(
    site: Site,
    hands: JobResources,
    admin: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    packing: str,
) -> None:
    monkeypatch.setattr(reading, "STORE_REQUESTS", 1)
    monkeypatch.setattr("presence.analysis.traffic.unpacking.PIECE", 16_384)
    monkeypatch.setattr("presence.domains.traffic.service.uploads.PART_BYTES", 20_000)
    monkeypatch.setattr("tests.domains.traffic.sending.PART_BYTES", 20_000)
    content, truth = log_of(4_000)
    upload = await send(site, await source_of(site), PACKINGS[packing](content))
    await confirm(site, upload["id"])
    store, deaths = reading._store, 0

    async def dying(*arguments: Any) -> None:
        nonlocal deaths
        await store(*arguments)
        deaths += 1
        if deaths < 4:
            raise Killed

    monkeypatch.setattr(reading, "_store", dying)
    for _ in range(3):
        with pytest.raises(Killed):
            await work_off(hands, site, upload["id"])
        assert await counted(admin, site) == {}
    await work_off(hands, site, upload["id"])
    read = await site.read(f"/uploads/{upload['id']}")
    wrong = truth.pop("wrong")
    assert (read["status"], read["lines"], read["wrongLines"]) == ("done", 4_000, wrong)
    assert await counted(admin, site) == truth


async def test_two_workers_on_one_log_count_it_once(
    site: Site, hands: JobResources, admin: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "STORE_REQUESTS", 1)
    content, truth = log_of(2_000)
    upload = await send(site, await source_of(site), content)
    await confirm(site, upload["id"])
    both = [work_off(hands, site, upload["id"]) for _ in range(2)]
    await asyncio.gather(*both)
    del truth["wrong"]
    assert await counted(admin, site) == truth


async def test_the_same_file_sent_again_adds_nothing_whatever_its_packing(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    content, truth = log_of(1_000)
    source = await source_of(site)
    await send_and_read(hands, site, source, content)
    again = await send(site, source, PACKINGS["gzip"](content), "access.log.gz")
    preview = await site.read(f"/uploads/{again['id']}/preview")
    assert preview["sameAs"] == "access.log"
    await confirm(site, again["id"])
    await work_off(hands, site, again["id"])
    read = await site.read(f"/uploads/{again['id']}")
    assert (read["status"], read["lines"], read["knownBytes"]) == ("done", 0, len(content))
    del truth["wrong"]
    assert await counted(admin, site) == truth


async def test_of_a_file_that_has_grown_only_what_follows_is_counted(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    content, truth = log_of(2_000)
    source = await source_of(site)
    half = content.index(b"\n", len(content) // 2) + 1
    await send_and_read(hands, site, source, content[:half])
    read = await send_and_read(hands, site, source, content)
    assert (read["status"], read["knownBytes"]) == ("done", half)
    del truth["wrong"]
    assert await counted(admin, site) == truth


async def test_a_file_that_only_begins_like_another_is_counted_whole(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    content, truth = log_of(1_000)
    source = await source_of(site)
    await send_and_read(hands, site, source, content)
    later = b"".join(
        line(BEGINS + timedelta(days=2, seconds=number), AGENTS["GPTBot"]).encode()
        for number in range(1_500)
    )
    upload = await send(site, source, content[:4_000].rsplit(b"\n", 1)[0] + b"\n" + later, "b.log")
    await confirm(site, upload["id"])
    await work_off(hands, site, upload["id"])
    held = await site.read(f"/uploads/{upload['id']}")
    assert (held["status"], held["knownBytes"]) == ("held", 0)
    del truth["wrong"]
    assert await counted(admin, site) == truth


async def test_an_overlap_is_announced_and_counts_only_when_accepted(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    source = await source_of(site)
    first, _ = log_of(500)
    second, _ = log_of(500, BEGINS + timedelta(seconds=600))
    await send_and_read(hands, site, source, first, "access.log.1")
    held = await send_and_read(hands, site, source, second)
    before = await counted(admin, site)
    assert held["status"] == "held"
    assert [one["name"] for one in held["overlaps"]] == ["access.log.1"]
    assert held["overlaps"][0]["firstAt"] == "2026-11-20T09:10:00Z"
    await confirm(site, held["id"], accept=True)
    await work_off(hands, site, held["id"])
    assert (await site.read(f"/uploads/{held['id']}"))["status"] == "done"
    assert await counted(admin, site) == {bot: 2 * n for bot, n in before.items()}


async def test_a_canceled_log_leaves_nothing_and_can_be_sent_again(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    source = await source_of(site)
    first, _ = log_of(500)
    second, _ = log_of(500, BEGINS + timedelta(seconds=600))
    await send_and_read(hands, site, source, first)
    held = await send_and_read(hands, site, source, second, "b.log")
    before = await counted(admin, site)
    canceled = await site.client.post(site.path(f"/uploads/{held['id']}/cancel"))
    assert canceled.json()["status"] == "cancelled"
    assert await counted(admin, site) == before
    await drop(hands, site, held["id"])
    for table in ("traffic_staged", "traffic_upload_part", "traffic_sample", "traffic_event"):
        left = f"SELECT count(*) FROM {table} WHERE upload_id = $1"  # noqa: S608 - our own names
        assert await admin.fetchval(left, held["id"]) == 0
    again = await send_and_read(hands, site, source, second, "b.log")
    assert again["status"] == "held"


async def test_parts_may_come_twice_and_in_any_order_but_not_of_another_length(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("presence.domains.traffic.service.uploads.PART_BYTES", 1_000)
    monkeypatch.setattr("tests.domains.traffic.sending.PART_BYTES", 1_000)
    content = log_of(30)[0][:2_500]
    body = {"sourceId": await source_of(site), "name": "a.log", "size": len(content)}
    upload = (await site.client.post(site.path("/uploads"), json=body)).json()
    for number in (2, 0, 2):
        sent = await send_part(site, upload["id"], content, number)
    assert sent.json()["missingParts"] == [1]
    early = await site.client.post(site.path(f"/uploads/{upload['id']}/confirm"), json={})
    assert early.status_code == 409
    short = await site.client.put(
        site.path(f"/uploads/{upload['id']}/parts/1"), files={"file": ("part", b"short")}
    )
    assert short.status_code == 422
    beyond = await send_part(site, upload["id"], content, 3)
    assert beyond.status_code == 422
    assert (await send_part(site, upload["id"], content, 1)).json()["missingParts"] == []


async def test_wrong_lines_can_be_downloaded_without_anybodys_address(
    site: Site, hands: JobResources
) -> None:
    hostile = b"=cmd|' /C calc'!A0 from 198.51.100.9 ada@example.com\n"
    content = log_of(500)[0] + hostile
    read = await send_and_read(hands, site, await source_of(site), content)
    file = await site.client.get(site.path(f"/uploads/{read['id']}/wrong-lines.csv"))
    assert file.status_code == 200
    assert file.text.count("\n") == read["wrongLines"] + 1
    assert "198.51.100" not in file.text
    assert "ada@example.com" not in file.text
    assert "'=cmd" in file.text


async def test_of_people_nothing_is_kept_and_of_bots_no_whole_address(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    visit = line(BEGINS, page="/secret-account", referrer="https://chatgpt.com/")
    bot = line(BEGINS, AGENTS["GPTBot"], "/boots?token=abc", address="20.42.10.178")
    person = line(BEGINS, page="/private/ada")
    content = (bot + visit + person * 20).encode()
    await send_and_read(hands, site, await source_of(site), content)
    rows = await admin.fetch("SELECT * FROM traffic_hour")
    mine = [dict(row) for row in rows if row["workspace_id"] == site.tenant.workspace_id]
    assert {(row["bot"], row["page"]) for row in mine if row["purpose"] == "people"} == {("", "")}
    samples = await admin.fetch(
        "SELECT line FROM traffic_sample WHERE workspace_id = $1", site.tenant.workspace_id
    )
    assert len(samples) == 1
    assert samples[0]["line"].startswith("20.42.10.0/24 ")
    assert "token" not in samples[0]["line"]


async def test_viewers_send_no_logs_and_other_workspaces_see_none(
    app: FastAPI, database: Database, site: Site
) -> None:
    source = await source_of(site)
    upload = await send(site, source, log_of(20)[0])
    viewer = await add_member(database, site.tenant, "viewer")
    async with opened(app, database, viewer) as person:
        body = {"sourceId": source, "name": "a.log", "size": 9}
        refused = await person.client.post(site.path("/uploads"), json=body)
        assert refused.status_code == 403
    async with site_on(app, database, GROWTH) as other:
        for path in (site.path(f"/uploads/{upload['id']}"), other.path(f"/uploads/{upload['id']}")):
            assert (await other.client.get(path)).status_code == 404
        body = {"sourceId": source, "name": "a.log", "size": 9}
        foreign = await other.client.post(other.path("/uploads"), json=body)
        assert foreign.status_code == 404


async def test_a_size_that_no_answer_has_is_no_size(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    lines = [line(BEGINS + timedelta(hours=n), AGENTS["GPTBot"]) for n in range(8)]
    content = "".join(lines).replace(" 512 ", f" {10**18 - 1} ", 7).encode()
    source = await source_of(site)
    read = await send_and_read(hands, site, source, content)
    assert read["status"] == "done"
    sums = "SELECT sum(requests), sum(bytes) FROM traffic_day WHERE source_id = $1"
    assert tuple(await admin.fetchrow(sums, UUID(source))) == (8, 512)

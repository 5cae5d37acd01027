"""However much there is of a log or a source: added and deleted bit by bit, and kept in bounds."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest

from presence.domains.brands.jobs import purge as purge_brand
from presence.domains.traffic import jobs as traffic_jobs  # noqa: F401 - registers its eraser
from presence.domains.traffic.folding import MOST_PAGES
from presence.domains.traffic.queries import cleaning as cleaning_queries
from presence.domains.traffic.queries import counts
from presence.domains.traffic.service import reading, uploads
from presence.domains.workspaces.jobs import purge as purge_workspace
from presence.jobs.context import JobContext, JobResources
from tests.domains.traffic.logs import AGENTS, BEGINS, line, log_of
from tests.domains.traffic.sending import (
    clean,
    confirm,
    counted,
    drop,
    send,
    send_and_read,
    work_off,
)
from tests.domains.traffic.site import Site
from tests.domains.traffic.test_log_turns import named, source_of
from tests.domains.traffic.test_pushed_lines import entry, lines, push

GB = 1024**3
TABLES = (
    "traffic_source", "traffic_upload", "traffic_upload_part", "traffic_wrong_line",
    "traffic_staged", "traffic_hour", "traffic_day", "traffic_sample", "traffic_event",
)  # fmt: skip
JOBS = """
SELECT count(*) FROM procrastinate_jobs
 WHERE task_name = $1 AND args ->> 'workspace_id' = $2 AND status = 'todo'
"""

DUE_BRAND = """
UPDATE brand SET status = 'deleted', is_primary = false, deleted_at = now() - interval '8 days'
 WHERE id = $1
"""
DUE_WORKSPACE = "UPDATE workspace SET deleted_at = now() - interval '8 days' WHERE id = $1"


class Killed(BaseException):
    """The worker is gone."""


async def rows(admin: asyncpg.Connection, site: Site) -> dict[str, int]:
    """How many rows of the workspace each table has, those that have any."""
    found = {}
    for table in TABLES:
        count = f"SELECT count(*) FROM {table} WHERE workspace_id = $1"  # noqa: S608 - our own names
        found[table] = await admin.fetchval(count, site.tenant.workspace_id)
    return {table: n for table, n in found.items() if n}


def kill_after(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, calls: int) -> None:
    """Let a function end the worker when it has been called so often."""
    real, left = getattr(module, name), [calls]

    async def until_killed(*args: Any, **kwargs: Any) -> Any:
        if not left[0]:
            raise Killed
        left[0] -= 1
        return await real(*args, **kwargs)

    monkeypatch.setattr(module, name, until_killed)


async def announce(site: Site, source: str, size: int) -> httpx.Response:
    """Announce a log of this size."""
    body = {"sourceId": source, "name": "a.log", "size": size}
    return await site.client.post(site.path("/uploads"), json=body)


async def test_a_deleted_source_is_gone_at_once_and_its_name_is_free(
    client: httpx.AsyncClient, site: Site, hands: JobResources
) -> None:
    pushed = await site.add_source("push", "Pushed")
    assert (await push(client, pushed["token"], lines(entry(1)))).status_code == 200
    source = await source_of(site)
    done = await send_and_read(hands, site, source, log_of(200)[0])
    sending = await send(site, source, log_of(10)[0], "b.log")
    for one in (source, pushed["source"]["id"]):
        assert (await site.client.delete(site.path(f"/sources/{one}"))).status_code == 204
    assert (await site.read("/sources"))["data"] == []
    assert (await site.read("/uploads"))["data"] == []
    assert (await site.read(""))["bots"] == []
    assert (await site.read("/samples"))["data"] == []
    assert (await push(client, pushed["token"], lines(entry(2)))).status_code == 401
    for upload in (done, sending):
        path = site.path(f"/uploads/{upload['id']}")
        assert (await site.client.get(path)).status_code == 404
        assert (await site.client.get(f"{path}/preview")).status_code == 404
        assert (await site.client.post(f"{path}/confirm", json={})).status_code == 404
    await source_of(site)


async def test_a_deletion_that_is_killed_goes_on_with_what_is_left(
    site: Site, hands: JobResources, admin: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = await source_of(site)
    await send_and_read(hands, site, source, named(0, 300))
    await send_and_read(hands, site, source, log_of(300)[0], "b.log")
    await site.client.delete(site.path(f"/sources/{source}"))
    before = await rows(admin, site)
    monkeypatch.setattr(cleaning_queries, "AT_ONCE", 7)
    with monkeypatch.context() as patch:
        kill_after(patch, cleaning_queries, "delete_some", 9)
        with pytest.raises(Killed):
            await clean(hands, site, source)
    left = await rows(admin, site)
    assert sum(before.values()) - 9 * 7 <= sum(left.values()) < sum(before.values())
    await clean(hands, site, source)
    assert await rows(admin, site) == {}


async def test_a_deleted_source_is_found_again_when_its_job_was_lost(
    site: Site, admin: asyncpg.Connection
) -> None:
    source = await source_of(site)
    await site.client.delete(site.path(f"/sources/{source}"))
    due = await admin.fetch("SELECT source_id FROM traffic_to_clean('6 hours', 1000000)")
    assert UUID(source) in {row["source_id"] for row in due}


async def test_a_log_that_is_added_bit_by_bit_and_killed_counts_as_one_added_at_once(
    site: Site, hands: JobResources, admin: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, truth = log_of(3_000)
    source = await source_of(site)
    upload = (await send(site, source, content))["id"]
    await confirm(site, upload)
    monkeypatch.setattr(counts, "MOST_MERGED", 11)
    with monkeypatch.context() as patch:
        kill_after(patch, counts, "merge_some", 5)
        with pytest.raises(Killed):
            await work_off(hands, site, upload)
    partly = await counted(admin, site)
    assert 0 < sum(partly.values()) < truth.total() - truth["wrong"]
    await work_off(hands, site, upload)
    expected = {bot: n for bot, n in truth.items() if bot != "wrong"}
    assert await counted(admin, site) == expected
    assert await counted(admin, site, "traffic_day") == expected
    assert (await site.read(f"/uploads/{upload}"))["status"] == "done"
    assert "traffic_staged" not in await rows(admin, site)


@pytest.mark.parametrize("most", [1, 13, 20_000])
async def test_of_a_crowded_hour_the_most_requested_pages_are_told_apart_in_any_steps(
    site: Site,
    hands: JobResources,
    admin: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    most: int,
) -> None:
    monkeypatch.setattr(counts, "MOST_MERGED", most)
    source = await source_of(site)
    early, late = (
        "".join(line(BEGINS, AGENTS["GPTBot"], page) for page in pages).encode()
        for pages in (
            [f"/first-{n}" for n in range(MOST_PAGES - 10)],
            [f"/second-{n:02}" for n in range(25) for _ in range(n + 1)],
        )
    )
    await send_and_read(hands, site, source, early)
    held = await send_and_read(hands, site, source, late, "b.log")
    if held["status"] == "held":
        await confirm(site, held["id"], accept=True)
        await work_off(hands, site, held["id"])
    pages = await admin.fetch(
        "SELECT page, requests FROM traffic_hour WHERE source_id = $1", UUID(source)
    )
    told = {row["page"]: row["requests"] for row in pages}
    assert {page for page in told if page.startswith("/second")} == {
        f"/second-{n}" for n in range(15, 25)
    }
    assert told[""] == sum(range(1, 16))
    assert sum(told.values()) == MOST_PAGES - 10 + sum(range(1, 26))


async def test_a_log_that_is_being_added_is_neither_canceled_nor_given_up(
    site: Site, hands: JobResources, admin: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, truth = log_of(1_000)
    upload = (await send(site, await source_of(site), content))["id"]
    await confirm(site, upload)
    monkeypatch.setattr(counts, "MOST_MERGED", 11)
    with monkeypatch.context() as patch:
        kill_after(patch, counts, "merge_some", 3)
        with pytest.raises(Killed):
            await work_off(hands, site, upload)
    canceled = await site.client.post(site.path(f"/uploads/{upload}/cancel"))
    assert canceled.json()["status"] == "reading"
    workspace = site.tenant.workspace_id
    before = await admin.fetchval(JOBS, "traffic.read_upload", str(workspace))
    await reading.give_up(JobContext(workspace, 1, hands), UUID(upload), reading.STRANDED)
    assert await admin.fetchval(JOBS, "traffic.read_upload", str(workspace)) == before + 1
    await work_off(hands, site, upload)
    assert sum((await counted(admin, site)).values()) == truth.total() - truth["wrong"]


@pytest.mark.parametrize("state", ["done", "held", "failed"])
async def test_the_file_of_a_log_goes_as_soon_as_it_was_read(
    site: Site, hands: JobResources, admin: asyncpg.Connection, state: str
) -> None:
    source = await source_of(site)
    if state == "held":
        await send_and_read(hands, site, source, log_of(50)[0])
    content = b"not a log\n" * 500 if state == "failed" else log_of(60)[0][100:]
    upload = await send_and_read(hands, site, source, content, "b.log")
    assert upload["status"] == state
    workspace = str(site.tenant.workspace_id)
    assert await admin.fetchval(JOBS, "traffic.drop_upload", workspace) >= 1
    await drop(hands, site, upload["id"])
    parts = "SELECT count(*) FROM traffic_upload_part WHERE upload_id = $1"
    assert await admin.fetchval(parts, UUID(upload["id"])) == 0


async def test_files_of_a_workspace_have_a_bound_in_bytes_whatever_the_sources(site: Site) -> None:
    first, second = await source_of(site), await source_of(site, "Shop")
    assert (await announce(site, first, 2 * GB)).status_code == 201
    assert (await announce(site, second, GB + 1)).status_code == 409
    last = await announce(site, second, GB)
    assert last.status_code == 201
    refused = await announce(site, first, 1)
    assert refused.status_code == 409
    assert "3 GB together" in refused.json()["message"]
    assert "cancel one" in refused.json()["message"]
    await site.client.post(site.path(f"/uploads/{last.json()['id']}/cancel"))
    assert (await announce(site, first, GB)).status_code == 201


async def test_of_two_files_announced_at_once_only_what_fits_is_taken(site: Site) -> None:
    sources = [await source_of(site), await source_of(site, "Shop")]
    answers = await asyncio.gather(*(announce(site, one, 2 * GB) for one in sources))
    assert sorted(one.status_code for one in answers) == [201, 409]


async def test_parts_of_a_canceled_file_count_until_they_are_deleted(
    site: Site, hands: JobResources, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = log_of(100)[0]
    monkeypatch.setattr(uploads, "MOST_HELD", len(content) + 10)
    source = await source_of(site)
    sent = await send(site, source, content)
    await site.client.post(site.path(f"/uploads/{sent['id']}/cancel"))
    assert (await announce(site, source, len(content))).status_code == 409
    await drop(hands, site, sent["id"])
    assert (await announce(site, source, len(content))).status_code == 201


@pytest.mark.parametrize("whole", [True, False], ids=["workspace", "brand"])
async def test_a_brand_or_workspace_that_is_due_erases_its_traffic_bit_by_bit_before_itself(
    site: Site,
    hands: JobResources,
    admin: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    whole: bool,
) -> None:
    await send_and_read(hands, site, await source_of(site), named(0, 100))
    kept = await rows(admin, site)
    context = JobContext(site.tenant.workspace_id, 1, hands)

    async def purge() -> None:
        await (purge_workspace(context) if whole else purge_brand(context, site.brand_id))

    await purge()
    assert await rows(admin, site) == kept
    due = DUE_WORKSPACE if whole else DUE_BRAND
    await admin.execute(due, site.tenant.workspace_id if whole else site.brand_id)
    monkeypatch.setattr(cleaning_queries, "AT_ONCE", 7)
    with monkeypatch.context() as patch:
        kill_after(patch, cleaning_queries, "delete_some", 3)
        with pytest.raises(Killed):
            await purge()
    assert (await rows(admin, site))["traffic_source"] == 1
    await purge()
    assert await rows(admin, site) == {}
    left = "SELECT count(*) FROM brand WHERE id = $1"
    assert await admin.fetchval(left, site.brand_id) == 0

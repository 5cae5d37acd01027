"""Which log of a source is read when: one after the other, so that no line is lost between two."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from uuid import UUID

import asyncpg
import pytest

from presence.domains.traffic.service import cleaning
from presence.jobs.context import JobContext, JobResources
from tests.domains.traffic.logs import BEGINS, log_of
from tests.domains.traffic.sending import confirm, counted, send, send_and_read, send_part, work_off
from tests.domains.traffic.site import Site
from tests.domains.traffic.test_pushed_lines import entry, lines

PAUSED = "UPDATE brand SET status = 'paused', pause_reason = 'plan' WHERE id = $1"


async def source_of(site: Site, name: str = "Main site") -> str:
    """A new source of files."""
    key: str = (await site.add_source("upload", name))["source"]["id"]
    return key


def named(first: int, last: int, earlier: int = 0) -> bytes:
    """A log whose lines have ids, one a second, all of it some seconds `earlier`."""
    numbers = range(first, last)
    return lines(*(entry(one, at=BEGINS + timedelta(seconds=one - earlier)) for one in numbers))


async def test_lines_of_a_log_that_is_canceled_count_when_another_log_has_them_too(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    source = await source_of(site)
    await send_and_read(hands, site, source, named(0, 50), "first.log")
    held = await send_and_read(hands, site, source, named(50, 100, earlier=20), "held.log")
    assert held["status"] == "held"
    waiting = await send(site, source, named(60, 120), "waiting.log")
    path = site.path(f"/uploads/{waiting['id']}/confirm")
    refused = await site.client.post(path, json={})
    assert refused.status_code == 409
    assert "“held.log”" in refused.json()["message"]
    assert "Add or cancel it first" in refused.json()["message"]
    await site.client.post(site.path(f"/uploads/{held['id']}/cancel"))
    await confirm(site, waiting["id"])
    await work_off(hands, site, waiting["id"])
    assert (await site.read(f"/uploads/{waiting['id']}"))["duplicates"] == 0
    assert await counted(admin, site) == {"GPTBot": 110}


async def test_of_two_logs_confirmed_at_once_one_is_told_to_wait(site: Site) -> None:
    source = await source_of(site)
    both = [await send(site, source, named(n, n + 20), f"{n}.log") for n in (0, 10)]
    paths = [site.path(f"/uploads/{one['id']}/confirm") for one in both]
    answers = await asyncio.gather(*(site.client.post(path, json={}) for path in paths))
    assert sorted(one.status_code for one in answers) == [202, 409]
    told = next(one.json()["message"] for one in answers if one.status_code == 409)
    assert "Wait until it is done" in told


async def test_a_log_of_another_source_need_not_wait(site: Site) -> None:
    first = await send(site, await source_of(site), named(0, 20))
    second = await send(site, await source_of(site, "Shop"), named(0, 20))
    for upload in (first, second):
        await confirm(site, upload["id"])


async def test_logs_of_one_workspace_are_read_one_after_the_other(
    site: Site, admin: asyncpg.Connection
) -> None:
    for name in ("Main site", "Shop"):
        await confirm(site, (await send(site, await source_of(site, name), named(0, 20)))["id"])
    rows = await admin.fetch(
        "SELECT lock, args FROM procrastinate_jobs WHERE task_name = 'traffic.read_upload'"
    )
    workspace = str(site.tenant.workspace_id)
    mine = [row["lock"] for row in rows if workspace in json.dumps(row["args"])]
    assert len(mine) == 2
    assert len(set(mine)) == 1


@pytest.mark.parametrize("state", ["receiving", "held"])
async def test_a_log_touched_now_and_then_is_still_given_up_after_a_day(
    site: Site, hands: JobResources, admin: asyncpg.Connection, state: str
) -> None:
    source = await source_of(site)
    upload = await send(site, source, log_of(20)[0])
    await admin.execute(
        "UPDATE traffic_upload SET created_at = now() - interval '25 hours', status = $2"
        " WHERE id = $1",
        UUID(upload["id"]),
        state,
    )
    context = JobContext(site.tenant.workspace_id, 1, hands)
    await cleaning.clean(context, UUID(source))
    assert (await site.read(f"/uploads/{upload['id']}"))["status"] == "cancelled"


async def test_a_read_only_brand_takes_no_parts_and_reads_no_logs(
    site: Site, admin: asyncpg.Connection
) -> None:
    content = log_of(20)[0]
    upload = await send(site, await source_of(site), content)
    await admin.execute(PAUSED, site.brand_id)
    assert (await send_part(site, upload["id"], content, 0)).status_code == 409
    confirmed = await site.client.post(site.path(f"/uploads/{upload['id']}/confirm"), json={})
    assert confirmed.status_code == 409
    assert "read only" in confirmed.json()["message"]

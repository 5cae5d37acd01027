"""Sends a log as the screen does: announced, in parts, confirmed; and lets the worker read it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg

from presence.domains.traffic.records import PART_BYTES
from presence.domains.traffic.service import cleaning, dropping, reading
from presence.jobs.context import JobContext, JobResources
from tests.domains.traffic.site import Site

COUNTED = (
    "SELECT bot, sum(requests) AS n FROM {} t JOIN traffic_source s ON s.id = t.source_id"
    " WHERE s.brand_id = $1 GROUP BY 1"
)


async def send(site: Site, source: str, content: bytes, name: str = "access.log") -> dict[str, Any]:
    """Announce a log and send all of it; the upload as the API shows it."""
    body = {"sourceId": source, "name": name, "size": len(content)}
    made = await site.client.post(site.path("/uploads"), json=body)
    assert made.status_code == 201, made.text
    shown: dict[str, Any] = made.json()
    for number in shown["missingParts"]:
        sent = await send_part(site, shown["id"], content, number)
        assert sent.status_code == 200, sent.text
        shown = sent.json()
    return shown


async def send_part(site: Site, upload: str, content: bytes, number: int) -> Any:
    """Send one part."""
    part = content[number * PART_BYTES : (number + 1) * PART_BYTES]
    path = site.path(f"/uploads/{upload}/parts/{number}")
    return await site.client.put(path, files={"file": ("part", part)})


async def confirm(site: Site, upload: str, *, accept: bool = False) -> dict[str, Any]:
    """Have it read."""
    confirmed = await site.client.post(
        site.path(f"/uploads/{upload}/confirm"), json={"acceptOverlap": accept}
    )
    assert confirmed.status_code == 202, confirmed.text
    shown: dict[str, Any] = confirmed.json()
    return shown


async def work_off(hands: JobResources, site: Site, upload: str, attempt: int = 1) -> None:
    """What the worker does."""
    context = JobContext(site.tenant.workspace_id, attempt, hands)
    await reading.count_upload(context, UUID(upload))


async def drop(hands: JobResources, site: Site, upload: str) -> None:
    """What the worker does with a log that was read or given up."""
    await dropping.drop_upload(JobContext(site.tenant.workspace_id, 1, hands), UUID(upload))


async def clean(hands: JobResources, site: Site, source: str) -> None:
    """What the worker does with a source now and then, and once it was deleted."""
    await cleaning.clean(JobContext(site.tenant.workspace_id, 1, hands), UUID(source))


async def send_and_read(
    hands: JobResources, site: Site, source: str, content: bytes, name: str = "access.log"
) -> dict[str, Any]:
    """Send a log and have it read; the upload afterwards."""
    upload = (await send(site, source, content, name))["id"]
    await confirm(site, upload)
    await work_off(hands, site, upload)
    return await site.read(f"/uploads/{upload}")


async def counted(
    admin: asyncpg.Connection, site: Site, table: str = "traffic_hour"
) -> dict[str, int]:
    """Requests by bot, "people" for those of none."""
    rows = await admin.fetch(COUNTED.format(table), site.brand_id)
    return {row["bot"] or "people": int(row["n"]) for row in rows}

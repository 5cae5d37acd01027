"""Lines a server pushes: counted once each, with a token that only adds them."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.traffic.folding import MOST_PAGES
from presence.http.middleware import LINES_PATH
from tests.domains.traffic.logs import AGENTS, line
from tests.domains.traffic.sending import counted
from tests.domains.traffic.site import Site, site_on
from tests.factories.team import GROWTH, PRO, bearer

NOW = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=5)


def entry(number: int, agent: str = "GPTBot", at: datetime = NOW, **changes: Any) -> dict[str, Any]:
    """A JSON line as nginx writes it."""
    return {
        "time_iso8601": f"{at:%Y-%m-%dT%H:%M:%S}+00:00",
        "remote_addr": "20.42.10.178",
        "request_method": "GET",
        "request_uri": f"/page-{number}",
        "status": 200,
        "body_bytes_sent": 512,
        "http_user_agent": AGENTS.get(agent, agent),
        "request_id": f"id-{number}",
        **changes,
    }


def lines(*entries: dict[str, Any]) -> bytes:
    """JSON lines."""
    return "".join(json.dumps(one) + "\n" for one in entries).encode()


async def push(
    client: httpx.AsyncClient, token: str, body: bytes, **headers: str
) -> httpx.Response:
    """Send lines as a server does, without a cookie."""
    sent = {"Content-Type": "application/x-ndjson", **bearer(token), **headers}
    return await client.post(LINES_PATH, content=body, headers=sent)


async def test_a_line_sent_again_counts_once_in_whatever_batch(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    first = await push(client, token, lines(entry(1), entry(2), entry(2)))
    assert first.status_code == 200, first.text
    assert (first.json()["counted"], first.json()["duplicates"]) == (2, 1)
    second = await push(client, token, lines(entry(2), entry(3)))
    assert (second.json()["counted"], second.json()["duplicates"]) == (1, 1)
    assert await counted(admin, site) == {"GPTBot": 3}
    assert await counted(admin, site, "traffic_day") == {"GPTBot": 3}


async def test_lines_without_an_id_count_each_and_once_when_their_batch_is_sent_again(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    body = (line(NOW, AGENTS["ClaudeBot"]) * 3).encode()
    for _ in range(2):
        sent = await push(client, token, body, **{"Content-Type": "text/plain"})
        assert sent.status_code == 200, sent.text
    assert await counted(admin, site) == {"ClaudeBot": 3}


async def test_a_batch_compressed_anew_counts_once(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    body = (line(NOW, AGENTS["ClaudeBot"]) * 3).encode()
    for packed in (gzip.compress(body, mtime=1), gzip.compress(body, mtime=2), body):
        sent = await push(client, token, packed, **{"Content-Type": "text/plain"})
        assert sent.status_code == 200, sent.text
    assert await counted(admin, site) == {"ClaudeBot": 3}


async def test_every_member_of_a_packed_body_is_read(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    packed = b"".join(gzip.compress(lines(entry(number))) for number in range(3))
    sent = await push(client, token, packed, **{"Content-Encoding": "gzip"})
    assert sent.json()["counted"] == 3, sent.text
    assert await counted(admin, site) == {"GPTBot": 3}


async def test_a_long_array_is_read_to_its_end(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    padded = [entry(number, padding=" , ]" * 2_000) for number in range(300)]
    sent = await push(client, token, json.dumps(padded, indent=1).encode() + b" \n")
    assert sent.json()["counted"] == 300, sent.text
    assert await counted(admin, site) == {"GPTBot": 300}


async def test_an_array_is_refused_at_its_first_line_too_many(
    client: httpx.AsyncClient, site: Site
) -> None:
    token = (await site.add_source())["token"]
    sent = await push(client, token, b"[" + b"{}," * 20_001 + b"what follows is never read")
    assert sent.status_code == 422
    assert "20,000" in sent.text


async def test_packed_lines_and_arrays_are_read_too(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    packed = gzip.compress(lines(entry(1), entry(2)))
    sent = await push(client, token, packed, **{"Content-Encoding": "gzip"})
    assert sent.json()["counted"] == 2, sent.text
    array = json.dumps([entry(3), "nothing"]).encode()
    sent = await push(client, token, array, **{"Content-Type": "application/json"})
    assert (sent.json()["counted"], sent.json()["refused"]) == (1, 1)
    assert await counted(admin, site) == {"GPTBot": 3}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 200),
        (b"{not json\n" * 3, 200),
        (b"[1, 2", 422),
        (b"[" * 100_000, 422),
        (b"\x1f\x8bbroken", 422),
        (gzip.compress(b"\0" * 40_000_000), 413),
        (gzip.compress(b"\0" * 20_000_000) * 2, 413),
        (gzip.compress(lines(entry(1))) + gzip.compress(lines(entry(2)))[:-9], 422),
        (gzip.compress(lines(entry(1))) + gzip.compress(b"") * 1_000, 422),
        (b"{}\n" * 20_001, 422),
        (json.dumps([entry(1)] + [{}] * 20_000).encode(), 422),
        (json.dumps([entry(1), [{}] * 300_000]).encode(), 422),
        (json.dumps([entry(1)]).encode() + b"]", 422),
        (json.dumps([entry(1)]).encode()[:-1] + b",]", 422),
        (b'["\xff"]', 422),
        (b"[ ]", 200),
    ],
    ids=[
        "nothing",
        "not-json",
        "half-an-array",
        "deep",
        "damaged",
        "bomb",
        "bomb-of-members",
        "half-a-member",
        "empty-members",
        "too-many",
        "too-many-entries",
        "an-entry-too-long",
        "more-than-an-array",
        "a-comma-too-many",
        "not-utf-8",
        "an-empty-array",
    ],
)
async def test_a_body_that_cannot_be_counted_counts_nothing(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection, body: bytes, status: int
) -> None:
    token = (await site.add_source())["token"]
    sent = await push(client, token, body)
    assert sent.status_code == status, sent.text
    assert await counted(admin, site) == {}


async def test_lines_too_old_to_be_known_again_and_those_of_the_future_are_refused(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    old = entry(1, at=NOW - timedelta(days=3, hours=1))
    future = entry(2, at=NOW + timedelta(hours=2))
    sent = (await push(client, token, lines(old, future, entry(3)))).json()
    assert (sent["counted"], sent["refused"]) == (1, 2)
    assert {one["reason"] for one in sent["problems"]} == {
        "older than three days; send it as a file",
        "from the future; check the server's clock",
    }


async def test_a_token_that_was_replaced_revoked_or_made_up_adds_nothing(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    made = await site.add_source()
    source = made["source"]["id"]
    renewed = (await site.client.post(site.path(f"/sources/{source}/rotate"))).json()["token"]
    for token in (made["token"], "ts_made-up", ""):
        refused = await push(client, token, lines(entry(1)))
        assert refused.status_code == 401, token
    assert (await push(client, renewed, lines(entry(1)))).status_code == 200
    await site.client.post(site.path(f"/sources/{source}/revoke"))
    assert (await push(client, renewed, lines(entry(2)))).status_code == 401
    assert await counted(admin, site) == {"GPTBot": 1}


async def test_a_token_adds_to_its_own_brand_only(
    app: FastAPI,
    database: Database,
    client: httpx.AsyncClient,
    site: Site,
    admin: asyncpg.Connection,
) -> None:
    await site.add_source()
    async with site_on(app, database, GROWTH) as other:
        token = (await other.add_source())["token"]
        await push(client, token, lines(entry(1)))
        assert await counted(admin, other) == {"GPTBot": 1}
    assert await counted(admin, site) == {}


async def test_a_plan_that_ended_takes_no_lines(
    database: Database, client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    async with database.transaction(site.tenant.binding) as session:
        await grant(session, site.tenant.user_id, PRO, None)
    refused = await push(client, token, lines(entry(1)))
    assert refused.status_code == 403
    assert refused.json()["feature"] == "traffic.full"
    assert await counted(admin, site) == {}


async def test_a_plan_that_ended_is_said_before_the_lines_are_read(
    database: Database, client: httpx.AsyncClient, site: Site
) -> None:
    token = (await site.add_source())["token"]
    async with database.transaction(site.tenant.binding) as session:
        await grant(session, site.tenant.user_id, PRO, None)
    assert (await push(client, token, b"[1, 2")).status_code == 403


async def test_an_hour_tells_so_many_pages_apart_and_counts_the_rest_together(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    numbers = range(MOST_PAGES + 50)
    for begin in range(0, len(numbers), 90):
        batch = [entry(number) for number in numbers[begin : begin + 90]]
        assert (await push(client, token, lines(*batch))).status_code == 200
    pages = await admin.fetch(
        "SELECT page, requests FROM traffic_hour WHERE workspace_id = $1", site.tenant.workspace_id
    )
    assert len(pages) == MOST_PAGES + 1
    assert {row["page"]: row["requests"] for row in pages}[""] == 50


async def test_a_token_of_a_read_only_brand_adds_nothing(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    await admin.execute(
        "UPDATE brand SET status = 'paused', pause_reason = 'plan' WHERE id = $1", site.brand_id
    )
    refused = await push(client, token, lines(entry(1)))
    assert refused.status_code == 409
    assert "read only" in refused.json()["message"]
    assert await counted(admin, site) == {}


async def test_a_token_of_a_deleted_brand_adds_nothing(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    deleted = await site.client.delete(f"/api/v1/brands/{site.brand_id}")
    assert deleted.status_code in (200, 202, 204)
    refused = await push(client, token, lines(entry(1)))
    assert refused.status_code == 401
    assert refused.json()["message"].startswith("This token is not valid")
    assert await counted(admin, site) == {}


async def test_a_read_only_brand_is_said_before_the_lines_are_read(
    client: httpx.AsyncClient, site: Site, admin: asyncpg.Connection
) -> None:
    token = (await site.add_source())["token"]
    await admin.execute(
        "UPDATE brand SET status = 'paused', pause_reason = 'plan' WHERE id = $1", site.brand_id
    )
    assert (await push(client, token, b"[1, 2")).status_code == 409

"""How reports look: set by those who run the business, used while the plan opens it."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.publishing.service.reports.branding import branding_in_use, contrast_on_white
from tests.conftest import browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import session_cookies

PATH = "/api/v1/report-branding"
PRO, SCALE = 1, 3


def png(width: int, height: int) -> bytes:
    """A grey picture of that size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    lines = zlib.compress((b"\x00" + b"\x80" * width) * height)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")
    )


def address(data: bytes, kind: str = "image/png") -> str:
    """The file as the browser sends it."""
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


LOGO = address(png(40, 20))
WANTED = {"name": "Midori Studio", "colour": "#7A1F4B", "logo": LOGO}


@pytest_asyncio.fixture
async def tenant(database: Database) -> Tenant:
    """An owner on Scale."""
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, SCALE, None)
    return tenant


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, tenant: Tenant
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser."""
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        yield client


async def test_what_was_set_is_read_again_and_a_stale_form_is_told(
    owner: httpx.AsyncClient,
) -> None:
    before = await owner.get(PATH)
    assert before.json() == {"name": "", "colour": "", "logo": None, "active": True}
    put = await owner.put(PATH, json=WANTED, headers={"If-Match": before.headers["etag"]})
    assert put.json() == {**WANTED, "colour": "#7a1f4b", "active": True}
    assert (await owner.get(PATH)).json() == put.json()
    stale = await owner.put(PATH, json=WANTED, headers={"If-Match": before.headers["etag"]})
    assert stale.status_code == 412
    assert (await owner.put(PATH, json={})).json()["logo"] is None


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"colour": "teal"}, "Give the colour as # and six digits"),
        ({"colour": "#ffee00"}, "too light to read on white paper"),
        ({"name": "n" * 81}, "at most 80 characters"),
        ({"logo": address(b"GIF89a")}, "not a PNG or JPEG picture"),
        ({"logo": address(png(4, 4)[:40])}, "not a PNG or JPEG picture"),
        ({"logo": address(png(2001, 1))}, "at most 2,000 pixels"),
        ({"logo": address(png(4, 4) + b"x" * 210_000)}, "larger than 200 kB"),
        ({"logo": "https://elsewhere.example/logo.png"}, "not a PNG or JPEG picture"),
    ],
)
async def test_what_no_report_could_show_is_refused(
    owner: httpx.AsyncClient, body: dict[str, Any], sentence: str
) -> None:
    refused = await owner.put(PATH, json=body)
    assert refused.status_code == 422
    assert sentence in refused.text


async def test_a_plan_without_it_keeps_what_was_set_and_does_not_use_it(
    owner: httpx.AsyncClient, database: Database, tenant: Tenant
) -> None:
    assert (await owner.put(PATH, json=WANTED)).status_code == 200
    async with database.transaction(tenant.binding) as session:
        assert await branding_in_use(session) is not None
        await grant(session, tenant.user_id, PRO, None)
    async with database.transaction(tenant.binding) as session:
        assert await branding_in_use(session) is None
    assert (await owner.get(PATH)).json()["active"] is False
    refused = await owner.put(PATH, json=WANTED)
    assert (refused.status_code, refused.json()["feature"]) == (403, "reports.branding")


def test_contrast_is_that_of_the_accessibility_guidelines() -> None:
    assert contrast_on_white("#000000") == pytest.approx(21.0)
    assert contrast_on_white("#767676") == pytest.approx(4.54, abs=0.01)

"""What to do stands in one order wherever it is shown."""

from __future__ import annotations

import io
from uuid import UUID

import docx
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.jobs.context import JobResources
from presence_standins.sites import site_server
from tests.conftest import browser
from tests.domains.publishing.test_reports import made, tables, words_of
from tests.domains.publishing.test_shares import share
from tests.factories.moving import analysed, issued, reader
from tests.factories.post import Post, text_of
from tests.factories.runs import make_brand, session_cookies

TOP = 3


async def in_the_report(client: httpx.AsyncClient, post: Post, brand_id: UUID) -> list[str]:
    found = tables(await made(client, post, brand_id, format="csv"))
    return [row["Recommendation"] for row in found["recommendations"]]


async def in_the_document(client: httpx.AsyncClient, post: Post, brand_id: UUID) -> list[str]:
    file = docx.Document(io.BytesIO(await made(client, post, brand_id, format="docx")))
    headings = [
        p.text for p in file.paragraphs if ((p.style and p.style.name) or "").startswith("Head")
    ]
    return headings[headings.index("Recommendations") :]


async def in_the_link(
    client: httpx.AsyncClient, visitor: httpx.AsyncClient, brand_id: UUID
) -> list[str]:
    link = await share(client, brand_id, sections=["recommendations"])
    shown = (await visitor.get(f"/api/v1/share/{link['token']}")).json()
    return [row["title"] for row in shown["recommendations"]]


def in_order(text: str, titles: list[str]) -> bool:
    """Whether the text names all of them, each after the one before."""
    places = [text.find(title) for title in titles]
    return -1 not in places and places == sorted(places)


@pytest.mark.timeout(120)
async def test_advice_has_one_order_in_api_report_digest_and_shared_link(
    app: FastAPI, database: Database, hands: JobResources, post: Post, client: httpx.AsyncClient
) -> None:
    tenant = await reader(database)
    async with site_server("harrow-broken") as url:
        subject = await make_brand(database, tenant, url)
        await analysed(database, hands, subject)
    brand_id = subject.brand_id
    async with browser(app, cookies=await session_cookies(database, tenant)) as owner:
        listed = await owner.get(f"/api/v1/brands/{brand_id}/recommendations?limit=200")
        titles = [row["title"] for row in listed.json()["data"]]
        assert len(titles) > TOP
        assert await in_the_report(owner, post, brand_id) == titles
        headings = await in_the_document(owner, post, brand_id)
        assert [heading for heading in headings if heading in titles] == titles
        assert await in_the_link(owner, client, brand_id) == titles
        pdf = words_of(await made(owner, post, brand_id, format="pdf"))
        assert in_order(pdf[pdf.rindex("Recommendations") :], titles[:TOP])
    (message,) = await issued(hands, tenant, post)
    assert in_order(" ".join(text_of(message).split()), titles[:TOP])

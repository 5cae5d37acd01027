"""Materials of a brand: added once, read back losslessly, marked by runs."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import asyncpg
import pytest

from presence.analysis.documents import DocumentRefused
from presence.analysis.types import DocumentText
from presence.core.errors import ValidationFailed
from presence.db.session import Database
from presence.domains.brands.records import NewBrand
from presence.domains.brands.service import create_brand
from presence.domains.materials import service
from presence.domains.materials.records import WebsiteOutcome
from presence.http.uploads import DOCX_TYPE, Upload
from tests.factories.people import Tenant, make_tenant

NOW = datetime(2026, 1, 5, tzinfo=UTC)
UPLOAD = Upload("about.docx", DOCX_TYPE, b"PK\x03\x04 bytes of a document")
TEXT = DocumentText("about.docx", "About", ((1, "About"), (0, "We repair bicycles. 🚲")), 4)


async def brand_of(database: Database, tenant: Tenant) -> UUID:
    """A stored brand of the tenant."""
    async with database.transaction(tenant.binding) as session:
        return (await create_brand(session, NewBrand("Harrow", "document"))).id


async def test_a_document_comes_back_as_it_was_read(database: Database) -> None:
    tenant = await make_tenant(database)
    brand = await brand_of(database, tenant)
    async with database.transaction(tenant.binding) as session:
        await service.add_document(session, brand, UPLOAD, TEXT)
        assert await service.documents_of(session, brand) == (TEXT,)


async def test_text_that_postgresql_cannot_store_is_replaced_not_lost(database: Database) -> None:
    tenant = await make_tenant(database)
    brand = await brand_of(database, tenant)
    odd = DocumentText("a\x00.docx", "T\x00", ((0, "before\x00after \ud800"),), 2)
    async with database.transaction(tenant.binding) as session:
        await service.add_document(session, brand, UPLOAD, odd)
        (stored,) = await service.documents_of(session, brand)
    assert stored.blocks == ((0, "before\ufffdafter ?"),)


async def test_the_same_file_again_is_the_same_material_but_belongs_to_each_brand(
    database: Database,
) -> None:
    tenant = await make_tenant(database)
    one, two = await brand_of(database, tenant), await brand_of(database, tenant)
    async with database.transaction(tenant.binding) as session:
        first = await service.add_document(session, one, UPLOAD, TEXT)
        assert await service.add_document(session, one, UPLOAD, TEXT) == first
        assert await service.add_document(session, two, UPLOAD, TEXT) != first
        assert len(await service.documents_of(session, one)) == 1


async def test_the_same_address_again_is_the_same_material(database: Database) -> None:
    tenant = await make_tenant(database)
    brand = await brand_of(database, tenant)
    async with database.transaction(tenant.binding) as session:
        first = await service.add_website(session, brand, "https://harrow.example/")
        assert await service.add_website(session, brand, "https://harrow.example/") == first


async def test_documents_of_another_workspace_are_not_there(database: Database) -> None:
    mine, theirs = await make_tenant(database), await make_tenant(database)
    brand = await brand_of(database, theirs)
    async with database.transaction(theirs.binding) as session:
        await service.add_document(session, brand, UPLOAD, TEXT)
    async with database.transaction(mine.binding) as session:
        assert await service.documents_of(session, brand) == ()


@pytest.mark.parametrize(
    ("website", "state"),
    [
        (WebsiteOutcome(title="Harrow", word_count=900), ("ready", "Harrow", 900, None, 84)),
        (WebsiteOutcome(failure="It could not be found."),
         ("failed", "", 0, "It could not be found.", 84)),  # the brand's, from its other sources
        (None, ("queued", "", 0, None, None)),
    ],
    ids=["read", "unreachable", "not crawled"],
)  # fmt: skip
async def test_a_run_leaves_its_mark_on_the_website_and_on_nothing_else(
    database: Database,
    admin: asyncpg.Connection,
    website: WebsiteOutcome | None,
    state: tuple[object, ...],
) -> None:
    tenant = await make_tenant(database)
    brand = await brand_of(database, tenant)
    async with database.transaction(tenant.binding) as session:
        await service.add_website(session, brand, "https://harrow.example/")
        await service.add_document(session, brand, UPLOAD, TEXT)
        await service.record_run(session, brand, website=website, audience_fit=84, analysed_at=NOW)
    select = "SELECT status, title, word_count, failure, audience_fit FROM material"
    rows = await admin.fetch(f"{select} WHERE brand_id = $1 ORDER BY kind DESC", brand)
    assert tuple(rows[0]) == state
    assert tuple(rows[1]) == ("queued", "About", 4, None, None)


async def test_a_run_that_measured_no_audience_fit_leaves_none_on_a_website_it_could_not_reach(
    database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    brand = await brand_of(database, tenant)
    outcomes = (
        (WebsiteOutcome(title="Harrow", word_count=900), 84),
        (WebsiteOutcome(failure="It could not be found."), None),
    )
    async with database.transaction(tenant.binding) as session:
        await service.add_website(session, brand, "https://harrow.example/")
        for website, fit in outcomes:
            await service.record_run(
                session, brand, website=website, audience_fit=fit, analysed_at=NOW
            )
    row = await admin.fetchrow(
        "SELECT status, audience_fit FROM material WHERE brand_id = $1", brand
    )
    assert tuple(row) == ("failed", None)


async def test_a_run_leaves_its_mark_on_the_document_a_brand_was_made_from(
    database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    brand = await brand_of(database, tenant)
    async with database.transaction(tenant.binding) as session:
        key = await service.add_document(session, brand, UPLOAD, TEXT)
        await service.record_run(session, brand, website=None, audience_fit=84, analysed_at=NOW)
    row = await admin.fetchrow("SELECT is_primary, audience_fit FROM material WHERE id = $1", key)
    assert tuple(row) == (True, 84)


async def test_a_refused_document_is_a_validation_error_at_its_field() -> None:
    class Refusing:
        async def read(self, data: bytes, name: str) -> DocumentText:
            raise DocumentRefused("zip-bomb", "The document unpacks to too much.")

    with pytest.raises(ValidationFailed) as caught:
        await service.read_document(Refusing(), UPLOAD, "/brandDocument")
    assert caught.value.message == "The document unpacks to too much."
    assert [(e.pointer, e.code) for e in caught.value.errors] == [("/brandDocument", "zip-bomb")]

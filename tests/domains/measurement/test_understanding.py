"""A run reads what the brand offers from its pages, and leaves what a person said of it."""

from __future__ import annotations

import asyncpg

from presence.db.session import Database
from presence.domains.brands.records import OfferDetail
from presence.domains.brands.service import correct_offer, offer_detail
from presence.jobs.context import JobResources
from presence_standins.sites import site_server
from tests.factories.people import Tenant
from tests.factories.runs import Subject, begin_run, make_brand, work_off

ASKED = "SELECT count(*) FROM prompt WHERE brand_id = $1 AND position IS NOT NULL"
READINGS = "SELECT count(*) FROM run_input WHERE run_id = $1 AND kind = 'offer'"


async def offer_of(database: Database, subject: Subject) -> OfferDetail:
    async with database.transaction(subject.tenant.binding) as session:
        return await offer_detail(session, subject.brand_id)


async def test_a_run_reads_the_offer_from_the_pages_and_says_when(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    async with site_server("harrow") as url:
        subject = await make_brand(database, tenant, url)
        run_id = await begin_run(database, subject)
        await work_off(hands, subject, run_id)
    known = await offer_of(database, subject)
    assert known.read is not None
    assert known.read_at is not None
    assert known.read.price_facts is not None
    sources = {quote.source for quote in known.read.price_facts.evidence}
    assert any(source.startswith(url) for source in sources)
    assert await admin.fetchval(READINGS, run_id) == 1


async def test_the_next_run_leaves_what_a_person_said(
    database: Database, hands: JobResources, described: Subject
) -> None:
    await work_off(hands, described, await begin_run(database, described))
    first = await offer_of(database, described)
    async with database.transaction(described.tenant.binding) as session:
        await correct_offer(session, described.brand_id, {"category": "roofer"})
    await work_off(hands, described, await begin_run(database, described))
    second = await offer_of(database, described)
    assert second.offer.category is not None
    assert (second.offer.category.value, second.offer.entry) == ("roofer", "roofer")
    assert second.read == first.read
    assert first.read_at is not None
    assert second.read_at is not None
    assert second.read_at > first.read_at


async def test_what_a_person_said_before_the_first_questions_shapes_them(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    subject = await make_brand(database, tenant, description="We help companies grow.")
    await work_off(hands, subject, await begin_run(database, subject))
    assert await admin.fetchval(ASKED, subject.brand_id) == 0
    assert not (await offer_of(database, subject)).offer.readable
    async with database.transaction(subject.tenant.binding) as session:
        await correct_offer(session, subject.brand_id, {"category": "payroll software"})
    await work_off(hands, subject, await begin_run(database, subject))
    assert await admin.fetchval(ASKED, subject.brand_id) > 0
    assert await admin.fetchval(f"{ASKED} AND text ILIKE '%payroll%'", subject.brand_id) > 0

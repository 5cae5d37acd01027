"""Brands with runs: a brand of a tenant, a started run, and a worker's hands in this process."""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from uuid import UUID

from sqlalchemy import text

from presence.adapters.assistants import Assistants
from presence.adapters.outbound import OutboundFetcher
from presence.analysis.crawler import SitesHere
from presence.analysis.ports import Embedder
from presence.core.clock import SystemClock
from presence.core.ids import new_id
from presence.core.settings import AnalysisSettings, OutboundSettings, Settings
from presence.db.session import Database
from presence.domains.brands.records import NewBrand
from presence.domains.brands.service import create_brand
from presence.domains.identity.service import token_hash
from presence.domains.measurement.service.execution import execute
from presence.domains.runs.service import Order, start_run
from presence.jobs.context import JobContext, JobResources
from tests.factories.people import Tenant

FULL = Order()
LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"),)
DESCRIPTION = (
    "Harrow makes hand-stitched leather walking boots in Northumberland. Every pair is resoleable,"
    " waterproofed with beeswax and fitted by post. We repair boots for ten years."
)


def no_embedder() -> Embedder | None:
    """Lexical retrieval: fast enough for every test."""
    return None


@dataclass(frozen=True)
class Subject:
    """A tenant's brand."""

    tenant: Tenant
    brand_id: UUID


@dataclass(frozen=True)
class Analysed:
    """A subject with a finished run of its site."""

    subject: Subject
    run_id: UUID
    url: str

    @property
    def tenant(self) -> Tenant:
        """Who owns it."""
        return self.subject.tenant

    @property
    def brand_id(self) -> UUID:
        """The brand."""
        return self.subject.brand_id


async def make_brand(
    database: Database, tenant: Tenant, website: str | None = None, **changes: object
) -> Subject:
    """Store a brand with a description, and a website when given."""
    new = NewBrand(
        name="Harrow",
        source="website" if website else "description",
        description=DESCRIPTION,
        website_url=website,
        target_audience="Hill walkers who want boots that last",
        is_primary=True,
    )
    async with database.transaction(tenant.binding) as session:
        ref = await create_brand(session, replace(new, **changes))  # type: ignore[arg-type]  # fields by name
    return Subject(tenant, ref.id)


async def begin_run(
    database: Database,
    subject: Subject,
    order: Order = FULL,
    settings: Settings | None = None,
) -> UUID:
    """Queue a run as the API would; without `settings` no assistant is connected.

    Sites of tests share an address, so there are no turns at it.
    """
    async with database.transaction(subject.tenant.binding) as session:
        chosen = settings or Settings(outbound=OutboundSettings(site_every_s=0))
        return await start_run(session, chosen, subject.brand_id, "manual", order)


@asynccontextmanager
async def worker_hands(
    database: Database,
    settings: Settings,
    embedder: Callable[[], Embedder | None] = no_embedder,
) -> AsyncIterator[JobResources]:
    """What a worker process would have, with loopback opened for stand-in sites."""
    settings = settings.model_copy(
        update={
            "outbound": OutboundSettings(allowed_networks=LOOPBACK, deadline_s=5),
            "analysis": AnalysisSettings(crawl_deadline_s=10),
        }
    )
    clock = SystemClock()
    async with OutboundFetcher(settings.outbound, clock) as fetcher:
        sites = SitesHere(fetcher, clock)
        yield JobResources(database, settings, sites, clock, embedder, Assistants())


async def work_off(
    resources: JobResources, subject: Subject, run_id: UUID, attempt: int = 5
) -> None:
    """Execute the run's job here and now, as its last attempt unless told otherwise."""
    await execute(JobContext(subject.tenant.workspace_id, attempt, resources), run_id)


async def session_cookies(database: Database, tenant: Tenant) -> dict[str, str]:
    """A login session of the tenant's user without the detour of a password."""
    token = secrets.token_urlsafe()
    async with database.transaction(tenant.binding) as session:
        await session.execute(
            text(
                "INSERT INTO login_session (id, token_hash, user_id, expires_at)"
                " VALUES (:id, :hash, :user, now() + interval '1 day')"
            ),
            {"id": new_id(), "hash": token_hash(token), "user": tenant.user_id},
        )
    return {"presence_session": token}

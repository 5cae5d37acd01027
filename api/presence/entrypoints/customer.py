"""The customer application: builds adapters and assembles routers and middleware.

Invariant: everything a route needs from outside is a field of `Adapters`; tests pass their own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from datetime import datetime
from functools import partial
from uuid import UUID

from fastapi import FastAPI
from fastapi.routing import APIRoute
from sqlalchemy.ext.asyncio import AsyncSession

import presence.domains.analytics.routes
import presence.domains.billing.routes
import presence.domains.brands.routes
import presence.domains.engines.routes
import presence.domains.experiments.routes
import presence.domains.findings.routes
import presence.domains.identity.routes
import presence.domains.materials.routes
import presence.domains.measurement.routes
import presence.domains.messaging.routes
import presence.domains.onboarding.routes
import presence.domains.operators.routes
import presence.domains.publishing.routes
import presence.domains.results.routes
import presence.domains.runs.routes
import presence.domains.session.account_routes
import presence.domains.session.meta_routes
import presence.domains.session.passkey_routes
import presence.domains.session.routes
import presence.domains.team.routes
import presence.domains.traffic.routes
import presence.domains.trends.routes
import presence.domains.workspaces.support_routes
import presence.http.browser
import presence.http.health
from presence.adapters.documents import DocumentReader
from presence.adapters.google import google_of
from presence.adapters.stripe import payments_of
from presence.analysis.ports import Clock
from presence.core.clock import clock_of
from presence.core.payments import PaymentGateway
from presence.core.settings import Settings
from presence.db.address_reading import direct_url
from presence.db.session import Database
from presence.domains.billing.service import UsageCounters
from presence.domains.brands import service as brands
from presence.domains.identity.context import cookie_name
from presence.domains.identity.service import Accounts, GoogleProvider
from presence.domains.materials import service as materials
from presence.domains.operators.impersonated import Impersonated
from presence.domains.publishing.service.member_channels import (
    close_all_channels,
    close_channels_of,
)
from presence.domains.publishing.service.reports.requests import count_reports
from presence.domains.publishing.service.shares.links import count_links
from presence.domains.team.service import require_key_plan
from presence.domains.workspaces.service import members
from presence.domains.workspaces.service.reclaiming import reclaim
from presence.entrypoints.mcp.over_http import McpOverHttp
from presence.http.admission import Admission
from presence.http.cors import KeyCors
from presence.http.database_watch import DatabaseWatch, Degrading
from presence.http.errors import install_handlers
from presence.http.maintenance import MaintenanceMode
from presence.http.middleware import OriginCheck, ResponseHeaders
from presence.http.observing import Observing
from presence.http.openapi import describe
from presence.http.rates import Rates
from presence.http.sse import EventHub
from presence.http.static import WebApp, no_web_app
from presence.http.throttle import Throttle
from presence.migrations import runner

# One line per slice, highest first; the module only needs a `router`.
ROUTERS = (
    presence.http.health,
    presence.http.browser,
    presence.domains.session.routes,
    presence.domains.session.account_routes,
    presence.domains.session.passkey_routes,
    presence.domains.session.meta_routes,
    presence.domains.onboarding.routes,
    presence.domains.publishing.routes,
    presence.domains.messaging.routes,
    presence.domains.trends.routes,
    presence.domains.measurement.routes,
    presence.domains.experiments.routes,
    presence.domains.findings.routes,
    presence.domains.analytics.routes,
    presence.domains.traffic.routes,
    presence.domains.results.routes,
    presence.domains.runs.routes,
    presence.domains.materials.routes,
    presence.domains.brands.routes,
    presence.domains.engines.routes,
    presence.domains.team.routes,
    presence.domains.billing.routes,
    presence.domains.workspaces.support_routes,
    presence.domains.operators.routes,
    presence.domains.identity.routes,
)

# Which function counts what is in use of a counted feature, for can-access and usage.
USAGE: UsageCounters = {
    "team.seats": members.count_seats,
    "brands.max": brands.count_brands,
    "websites.max": brands.count_websites,
    "materials.max": materials.count_materials,
    "competitors.max": brands.count_competitors,
    "prompts.max": brands.count_prompts,
    "reports.monthly": count_reports,
    "share.links": count_links,
}


@dataclass(frozen=True, slots=True)
class Adapters:
    """What the application needs from outside; each field is available at `app.state.<field>`."""

    database: Database
    clock: Clock
    events: EventHub
    documents: DocumentReader
    google: GoogleProvider | None = None
    payments: PaymentGateway | None = None


def build_adapters(settings: Settings) -> Adapters:
    """The production adapters."""
    return Adapters(
        database=Database(settings.database.customer_url, settings.database),
        clock=clock_of(settings),
        events=EventHub(direct_url(settings.database, "customer")),
        documents=DocumentReader(settings.isolation),
        google=google_of(settings),
        payments=payments_of(settings),
    )


async def reclaim_all(session: AsyncSession, owner: UUID, now: datetime) -> None:
    """Leave the bound workspace to its owner alone: no other members, invitations or channels."""
    await reclaim(session, owner, now)
    await close_all_channels(session, now)


def create_customer_app(settings: Settings, adapters: Adapters) -> FastAPI:
    """Assemble routers, error handlers, middleware and the static web app; opens nothing yet."""
    accounts = Accounts(
        adapters.database, settings, adapters.clock, adapters.google, reclaim=reclaim_all
    )

    rates = Rates()
    watch = DatabaseWatch(settings.database.customer_url)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await adapters.events.start()
        await rates.start(adapters.database)
        await watch.start()
        async with mcp.running():
            yield
        await watch.close()
        await rates.close()
        await adapters.events.close()
        accounts.close()
        if adapters.payments is not None:
            await adapters.payments.aclose()
        await adapters.database.close()

    app = FastAPI(
        title="Presence",
        version="1",
        lifespan=lifespan,
        openapi_url=None,
        redirect_slashes=False,
        generate_unique_id_function=operation_id,
    )
    app.state.settings = settings
    app.state.accounts = accounts
    app.state.usage = USAGE
    app.state.key_rule = require_key_plan
    app.state.close_channels_of = close_channels_of
    app.state.earlier_revisions = runner.earlier()
    for field in fields(adapters):
        setattr(app.state, field.name, getattr(adapters, field.name))
    for module in ROUTERS:
        app.include_router(module.router)
    app.router.default = WebApp(settings.http.web_dist) if settings.http.web_dist else no_web_app
    mcp = McpOverHttp(app, settings.http)
    install_handlers(app)
    app.openapi = partial(describe, app)  # type: ignore[method-assign]  # the documented way to change the description
    _add_middleware(app, settings, adapters, rates, watch)
    return app


def _add_middleware(
    app: FastAPI, settings: Settings, adapters: Adapters, rates: Rates, watch: DatabaseWatch
) -> None:
    """Add the middleware, innermost first."""
    app.add_middleware(Impersonated, cookie=cookie_name(settings, "session"))
    app.add_middleware(Admission, settings=settings.http.admission)
    app.add_middleware(OriginCheck, origins=settings.http.origins)
    app.add_middleware(
        Throttle,
        rates=rates,
        settings=settings.rates,
        cookie=cookie_name(settings, "session"),
        proxies=settings.http.trusted_proxies,
    )
    app.add_middleware(KeyCors)
    app.add_middleware(Degrading, watch=watch)
    app.add_middleware(MaintenanceMode, maintenance=settings.maintenance, now=adapters.clock.now)
    app.add_middleware(
        ResponseHeaders, secure=settings.http.secure, proxies=settings.http.trusted_proxies
    )
    app.add_middleware(Observing, logged=settings.http.access_log)


def build_app(settings: Settings) -> FastAPI:
    """The application with production adapters, for the server process."""
    return create_customer_app(settings, build_adapters(settings))


def operation_id(route: APIRoute) -> str:
    """`<slice>_<verb>`: the router's tag and the function's name."""
    return f"{route.tags[0]}_{route.name}"

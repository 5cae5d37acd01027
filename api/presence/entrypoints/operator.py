"""The console's application: staff's own address, sessions, cookie and database role.

Invariant: it shares no session and no connection with the customer application; every route
declares what it requires of the caller.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from functools import partial

from fastapi import FastAPI

import presence.domains.billing.admin
import presence.domains.billing.admin_plans
import presence.domains.engines.admin
import presence.domains.messaging.admin
import presence.domains.operators.admin
import presence.domains.publishing.admin
import presence.domains.runs.admin
import presence.domains.workspaces.admin
import presence.http.health
from presence.adapters.google import Google
from presence.adapters.mail import mailer_of
from presence.adapters.stripe import payments_of
from presence.analysis.ports import Clock
from presence.core.clock import clock_of
from presence.core.mail import Mailer
from presence.core.payments import PaymentGateway
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.messaging.service.mail.staff_emails import StaffMails
from presence.domains.operators.service.accounts import StaffAccounts
from presence.domains.operators.service.provider import StaffProvider, provider_of
from presence.entrypoints.customer import operation_id
from presence.http.admission import Admission
from presence.http.errors import install_handlers
from presence.http.middleware import OriginCheck, ResponseHeaders, content_policy
from presence.http.observing import Observing
from presence.http.openapi import describe
from presence.http.static import WebApp, no_web_app
from presence.migrations import runner

# One line per slice, highest first; the module only needs a `router`.
ROUTERS = (
    presence.http.health,
    presence.domains.publishing.admin,
    presence.domains.messaging.admin,
    presence.domains.runs.admin,
    presence.domains.engines.admin,
    presence.domains.billing.admin,
    presence.domains.billing.admin_plans,
    presence.domains.workspaces.admin,
    presence.domains.operators.admin,
)
# The console's components add an empty style element and fill it through the style sheet's own
# interface; the hash is that of the empty text, so that nothing written into a page is a style.
_POLICY = content_policy("'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='")


@dataclass(frozen=True, slots=True)
class OperatorAdapters:
    """What the console needs from outside; each field is at `app.state.<field>`."""

    database: Database
    clock: Clock
    payments: PaymentGateway | None = None
    provider: Google | None = None
    mailer: Mailer | None = None


def build_adapters(settings: Settings) -> OperatorAdapters:
    """The real ones."""
    return OperatorAdapters(
        database=Database(settings.database.operator_url, settings.database),
        clock=clock_of(settings),
        payments=payments_of(settings),
        provider=provider_of(settings),
        mailer=mailer_of(settings),
    )


def create_operator_app(settings: Settings, adapters: OperatorAdapters) -> FastAPI:
    """Routers, error handlers, middleware and the built console; opens nothing yet."""
    staff = StaffAccounts(adapters.database, settings, adapters.clock)
    provider = StaffProvider(adapters.database, settings, staff, adapters.provider)
    mails = StaffMails(adapters.database, settings, adapters.clock, adapters.mailer)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sending = asyncio.create_task(mails.keep_sending())
        yield
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        staff.close()
        await provider.aclose()
        if adapters.payments is not None:
            await adapters.payments.aclose()
        await adapters.database.close()

    app = FastAPI(
        title="Presence console",
        version="1",
        lifespan=lifespan,
        openapi_url=None,
        redirect_slashes=False,
        generate_unique_id_function=operation_id,
    )
    app.state.settings = settings
    app.state.staff = staff
    app.state.staff_provider = provider
    app.state.staff_mails = mails
    app.state.earlier_revisions = runner.earlier()
    for field in fields(adapters):
        setattr(app.state, field.name, getattr(adapters, field.name))
    for module in ROUTERS:
        app.include_router(module.router)
    http = settings.console_http
    app.router.default = WebApp(http.web_dist, _POLICY) if http.web_dist else no_web_app
    install_handlers(app)
    app.openapi = partial(describe, app)  # type: ignore[method-assign]  # the documented way to change the description
    app.add_middleware(Admission, settings=http.admission)
    app.add_middleware(OriginCheck, origins=http.origins)
    app.add_middleware(ResponseHeaders, secure=http.secure, proxies=http.trusted_proxies)
    app.add_middleware(Observing, logged=http.access_log)
    return app


def build_app(settings: Settings) -> FastAPI:
    """The application with real adapters, for the server process."""
    return create_operator_app(settings, build_adapters(settings))

"""`/healthz`: the process answers. `/readyz`: it can do its work.

Invariant: neither needs a session, and neither says more than whether and what is missing.
"""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from sqlalchemy import text

from presence.core.errors import Unavailable
from presence.db.key_check import check_key
from presence.http.errors import documented
from presence.http.permission import PUBLIC
from presence.http.schemas import ApiOut
from presence.http.session import SessionDep

router = APIRouter(tags=["health"])

NO_MAIL = "No mail server is configured: mails wait in the mail log, invitations offer a link."


class HealthOut(ApiOut):
    """The response of a healthy process."""

    status: Literal["ok"] = "ok"


class ReadyOut(HealthOut):
    """The process is ready; `missing` lists what is not set up, with the consequence."""

    missing: tuple[str, ...] = ()


@router.get("/healthz", openapi_extra=PUBLIC)
async def live() -> HealthOut:
    """Check that the process is alive.

    Answers as soon as the process accepts requests; the database is not involved.
    """
    return HealthOut()


@router.get("/readyz", openapi_extra=PUBLIC, responses=documented(503))
async def ready(request: Request, session: SessionDep) -> ReadyOut:
    """Check that the process is ready to serve requests.

    503 while the process is shutting down, while the database schema is older than this version
    needs, while it cannot listen for events in the database, and when the configured key does not
    match the database. A newer schema counts as ready:
    during an upgrade, the old processes keep serving after the migration.
    """
    if getattr(request.app.state, "draining", False):  # guard: http.draining
        raise Unavailable("This process is ending and takes no new work.")
    found = (await session.execute(text("SELECT version_num FROM alembic_version"))).scalar()
    if found is None or found in request.app.state.earlier_revisions:  # guard: http.schema-behind
        raise Unavailable("The database schema is not at the revision this version needs.")
    events = getattr(request.app.state, "events", None)  # the console has none
    if events is not None and events.problem:  # guard: http.events-unheard
        raise Unavailable(events.problem)
    settings = request.app.state.settings
    if not getattr(request.app.state, "key_checked", False):  # the database may have come up later
        await check_key(session, settings)
        request.app.state.key_checked = True
    mails = bool(settings.mail.host) or settings.is_local
    return ReadyOut(missing=() if mails else (NO_MAIL,))

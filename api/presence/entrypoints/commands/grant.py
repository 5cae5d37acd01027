"""`presence grant EMAIL PLAN`: gives the workspace of a user a plan without payment."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, time, timedelta
from typing import Annotated

import typer

from presence.core.errors import NotFound
from presence.core.settings import Settings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding, bind
from presence.domains.billing import service as billing
from presence.domains.identity.service import find_user
from presence.domains.workspaces.service import ensure_workspace
from presence.entrypoints.commands.environment import database_settings


def grant(
    email: Annotated[str, typer.Argument(help="E-mail the user registered with.")],
    plan: Annotated[str, typer.Argument(help="Name or id of the plan: Pro, Growth, Scale.")],
    until: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="Last day (UTC) of the plan; open end without it."),
    ] = None,
) -> None:
    """Write a subscription with processor `manual`, its event and an audit entry."""
    with database_settings("presence grant") as settings:
        name = asyncio.run(grant_plan(settings, email, plan, end_of_day(until)))
    ending = f" until {until:%Y-%m-%d}" if until else ""
    typer.echo(f"{email} now has {name}{ending}.")


async def grant_plan(settings: Settings, email: str, plan: str, until: datetime | None) -> str:
    """Grant `plan` (name or id) to the workspace of `email`; the plan's name.

    NotFound for an unknown user or plan. A user without a workspace gets one.
    """
    database = Database(settings.database.customer_url, settings.database)
    try:
        async with database.transaction() as session:
            user_id = await find_user(session, email.strip())
            if user_id is None:
                raise NotFound(f"Nobody is registered as {email}.")
            await bind(session, TenantBinding(None, user_id))
            for candidate in await billing.plans_on_sale(session):
                if plan.lower() in (candidate.name.lower(), str(candidate.id)):
                    await ensure_workspace(session, user_id)
                    await billing.grant(session, user_id, candidate.id, until)
                    return candidate.name
            raise NotFound(f"There is no plan called {plan}.")
    finally:
        await database.close()


def end_of_day(day: datetime | None) -> datetime | None:
    """The first moment after `day` in UTC, so the day itself is included."""
    if day is None:
        return None
    return datetime.combine(day.date() + timedelta(days=1), time.min, UTC)

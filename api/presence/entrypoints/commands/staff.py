"""`presence staff invite EMAIL --role ROLE`: lets somebody into the console."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import typer
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.exc import ProgrammingError

import presence.domains.workspaces.service  # noqa: F401 - the log's foreign keys point to its tables
from presence.core.clock import clock_of
from presence.core.errors import AppError
from presence.core.settings import Settings
from presence.db.embedded_files import EmbeddedError
from presence.db.session import Database
from presence.domains.audit.service import Operation, Staffer, record_operation
from presence.domains.identity.schemas import Email
from presence.domains.operators.roles import ROLES, StaffRole
from presence.domains.operators.service.accounts import invitation_url, invite
from presence.entrypoints.commands.environment import BadEnvironment, connected_settings

_REASON = "Invited on the command line"


def staff(
    action: Annotated[Literal["invite"], typer.Argument(help="What to do: invite.")],
    email: Annotated[str, typer.Argument(help="Address the account is for.")],
    role: Annotated[str, typer.Option(help=f"One of {', '.join(ROLES)}.")],
    name: Annotated[str, typer.Option(help="Name shown to colleagues and customers.")] = "",
) -> None:
    """Print a link, usable once within 48 hours, to set up password and authenticator app."""
    try:
        address = TypeAdapter(Email).validate_python(email.strip())
        chosen: StaffRole = TypeAdapter(StaffRole).validate_python(role.strip().lower())
    except ValidationError as error:
        typer.echo(f"presence: {email} as {role}: use an e-mail and a role of the list.", err=True)
        raise typer.Exit(1) from error
    try:
        with connected_settings("presence staff") as settings:
            url = asyncio.run(invite_staff(settings, address, name, chosen))
    except (AppError, EmbeddedError, BadEnvironment) as error:
        typer.echo(f"presence: {error}", err=True)
        raise typer.Exit(1) from error
    except ProgrammingError as error:
        typer.echo("presence: The database is not migrated; run `presence migrate`.", err=True)
        raise typer.Exit(1) from error
    typer.echo(f"{address} is invited to the console as {chosen}. Open within 48 hours:\n{url}")


async def invite_staff(settings: Settings, email: str, name: str, role: StaffRole) -> str:
    """The link that sets up the account; Conflict for an address that is set up already."""
    database = Database(settings.database.operator_url, settings.database)
    try:
        async with database.transaction() as session:
            now = clock_of(settings).now()
            key, token = await invite(session, settings, email, name, role, None, now)
            doing = Operation("staff.create", f"staff:{key}", after={"email": email, "role": role})
            await record_operation(session, doing, Staffer(key, "Command line", _REASON))
        return invitation_url(settings, token)
    finally:
        await database.close()

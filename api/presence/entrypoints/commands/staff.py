"""`presence staff invite EMAIL --role ROLE`, `presence staff reset EMAIL` and `presence staff
enable EMAIL`: let somebody in.

The links are printed: whoever has the shell has the database. All admins are informed by e-mail.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import UUID

import typer
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

import presence.domains.workspaces.service  # noqa: F401 - the log's foreign keys point to its tables
from presence.core.clock import clock_of
from presence.core.errors import Conflict
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.audit.service import Operation, Staffer, record_operation
from presence.domains.identity.schemas import Email
from presence.domains.operators.roles import ROLES, StaffRole
from presence.domains.operators.service.managing import (
    Newcomer,
    account_of,
    enable,
    invite,
    link_for_shell,
    reset_sign_in,
)
from presence.domains.operators.service.mandates import COMMAND_LINE
from presence.entrypoints.commands.environment import (
    database_settings,
    require_key,
)
from presence.entrypoints.commands.failing import fail

_TOKEN = re.compile(r"[A-Za-z0-9_-]{40,200}")
_REASONS = {
    "staff.create": "Invited on the command line",
    "staff.reset-sign-in": "Sign-in reset on the command line",
    "staff.enable": "Enabled on the command line",
}


def staff(
    action: Annotated[Literal["invite", "reset", "enable"], typer.Argument(help="What to do.")],
    email: Annotated[str, typer.Argument(help="Address the account is for.")],
    role: Annotated[str, typer.Option(help=f"To invite: one of {', '.join(ROLES)}.")] = "",
    name: Annotated[str, typer.Option(help="Name shown to colleagues and customers.")] = "",
    token_file: Annotated[
        Path | None,
        typer.Option(help="To invite: a file with what the link ends in, not a random text."),
    ] = None,
    if_missing: Annotated[
        bool, typer.Option(help="To invite: end well if the account is set up already.")
    ] = False,
) -> None:
    """Print a link, usable once within 48 hours, to set up password and authenticator app.

    `reset` is for people who lost either of them: it ends their sessions, even if no admin is left.
    `enable` lets somebody who was disabled sign in again, and prints no link. With --token-file no
    secret is printed: the link ends in what the file holds.
    """
    try:
        address = TypeAdapter(Email).validate_python(email.strip())
        wanted = role.strip().lower() if action == "invite" else ROLES[0]
        chosen: StaffRole = TypeAdapter(StaffRole).validate_python(wanted)
    except ValidationError as error:
        typer.echo(f"presence: {email} as {role}: use an e-mail and a role of the list.", err=True)
        raise typer.Exit(1) from error
    token = _token_in(token_file) if token_file is not None else ""
    with database_settings("presence staff", role="operator") as settings:
        require_key(settings, settings.database.operator_url)
        try:
            said = _done(settings, action, Newcomer(address, name, chosen), token)
        except Conflict as error:
            if action != "invite" or not if_missing:
                raise
            said = f"{address} needs no invitation: {error}"
    typer.echo(said)


def _token_in(file: Path) -> str:
    """What a link is to end in; nothing that can be guessed."""
    try:
        token = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{file} cannot be read.", error)
    if not _TOKEN.fullmatch(token):
        fail(f"{file} must hold 40 to 200 letters, digits, - or _ (openssl rand -hex 32).")
    return token


def _done(settings: Settings, action: str, whom: Newcomer, token: str) -> str:
    """Do it; what is said about it."""
    address = whom.email
    if action == "enable":
        asyncio.run(enable_staff(settings, address))
        return f"{address} may sign in again."
    if action == "invite":
        url = asyncio.run(invite_staff(settings, whom, token))
        said = f"{address} is invited to the console as {whom.role}."
        if token:
            url = url.replace(token, "(what the file holds)")
    else:
        url = asyncio.run(reset_staff(settings, address))
        said = f"{address} is signed out and sets up password and authenticator anew."
    return f"{said} Open within 48 hours:\n{url}"


async def invite_staff(settings: Settings, newcomer: Newcomer, token: str = "") -> str:
    """The link that sets up the account; Conflict for an address that is set up already."""
    async with _as_operator(settings) as session:
        key = await invite(session, settings, newcomer, COMMAND_LINE, _now(settings))
        after = {"email": newcomer.email, "role": newcomer.role}
        await _record(session, "staff.create", key, after)
        return await link_for_shell(session, settings, key, token)


async def reset_staff(settings: Settings, email: str) -> str:
    """The link that sets up the sign-in anew. NotFound; Conflict for somebody disabled."""
    async with _as_operator(settings) as session:
        key = await account_of(session, email)
        await reset_sign_in(session, settings, key, COMMAND_LINE, _now(settings))
        await _record(session, "staff.reset-sign-in", key, {"email": email})
        return await link_for_shell(session, settings, key)


async def enable_staff(settings: Settings, email: str) -> None:
    """Let somebody in again. NotFound."""
    async with _as_operator(settings) as session:
        key = await account_of(session, email)
        await enable(session, key, COMMAND_LINE, _now(settings))
        await _record(session, "staff.enable", key, {"email": email})


async def _record(session: AsyncSession, action: str, key: UUID, after: dict[str, Any]) -> None:
    doing = Operation(action, f"staff:{key}", after=after)
    await record_operation(session, doing, Staffer(key, "Command line", _REASONS[action]))


@asynccontextmanager
async def _as_operator(settings: Settings) -> AsyncIterator[AsyncSession]:
    database = Database(settings.database.operator_url, settings.database)
    try:
        async with database.transaction() as session:
            yield session
    finally:
        await database.close()


def _now(settings: Settings) -> datetime:
    return clock_of(settings).now()

"""Turns the environment into settings, including the two short names people expect.

`PORT`, `CONSOLE_PORT` and `DATABASE_URL` stand beside the `PRESENCE_…` variables. Invariant:
commands that need the database get it through `connected_settings`, whichever way it is provided.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import typer
from sqlalchemy.exc import DBAPIError, ProgrammingError

from presence.core.clock import ClockRefused, clock_of
from presence.core.errors import AppError
from presence.core.production import problems_of
from presence.core.secrets import SecretsUnusable, open_vault, require_secrets
from presence.core.settings import Settings
from presence.db.embedded import EmbeddedPostgres, ServerAddress, running, start_prepared
from presence.db.embedded_files import EmbeddedError
from presence.db.encryption import addresses_in_the_clear, unusable_addresses
from presence.db.external import prepare_external
from presence.db.key_check import check_key
from presence.db.sealed import Whose, reseal
from presence.db.server_kind import ServerRefused, require_kind_of
from presence.db.session import Database
from presence.entrypoints.commands.failing import fail, failing

NOT_MIGRATED = "The database is not migrated; run `presence migrate`."
_KEY_TIMEOUT_S = 5.0
_SECRET = re.compile("DATABASE_(DIRECT_)?URL|PRESENCE_DATABASE__.+_URL|PRESENCE_SECRETS__.+")


class BadEnvironment(Exception):
    """A variable cannot be used; the message is one sentence naming it."""


def read_settings() -> Settings:
    """Settings from the environment of any command.

    Raises BadEnvironment for an unusable PORT or address of a database, and in production for one
    without encryption.
    """
    settings = Settings()
    settings.database.direct_url = _direct() or settings.database.direct_url
    settings.http.port = _port("PORT") or settings.http.port
    settings.console.port = _port("CONSOLE_PORT") or settings.console.port
    further = {"DATABASE_URL": admin_url()}
    unusable = unusable_addresses(settings, further)
    if unusable:
        raise BadEnvironment("\n".join(unusable))
    problems = addresses_in_the_clear(settings, further)
    if problems:  # guard: production.database-encrypted
        raise BadEnvironment("\n".join(problems))
    return settings


def _port(name: str) -> int | None:
    given = os.environ.get(name, "").strip()
    if given and (not given.isdigit() or not 0 < int(given) < 65536):
        raise BadEnvironment(f"{name} must be a number from 1 to 65535, not {given!r}.")
    return int(given) if given else None


def command_for(settings: Settings, *words: str) -> str:
    """The line that runs `presence WORDS` on this product from any shell opened in this folder.

    Variables that hold a secret are shown with an ellipsis: a terminal is no place for secrets.
    """
    usual = Settings.model_construct()
    variables = {}
    if settings.console.public_url:
        variables["PRESENCE_CONSOLE__PUBLIC_URL"] = settings.console.public_url
    elif settings.console_port != usual.console_port:
        variables["CONSOLE_PORT"] = str(settings.console_port)
    if settings.state_dir != usual.state_dir:
        variables["PRESENCE_STATE_DIR"] = str(settings.state_dir)
    written = [f"{name}={shlex.quote(value)}" for name, value in variables.items()]
    written += [f"{name}=…" for name in sorted(os.environ) if _SECRET.fullmatch(name)]
    program = Path(sys.executable).with_name("presence")
    if program.is_relative_to(Path.cwd()):
        program = program.relative_to(Path.cwd())
    usual_program = Path(
        ".venv", "bin", "presence"
    )  # a link to the newest, which outlives this one
    if usual_program.resolve() == program.resolve():
        program = usual_program
    return " ".join([*written, shlex.join([str(program), *words])])


def serving_settings() -> Settings:
    """Settings of a process that serves people or works for them; ends it with one sentence.

    Refuses what would fail later: an unusable PORT, and in production a missing key for secrets,
    a clock that can be moved, and whatever `core/production` names.
    """
    with failing(BadEnvironment, SecretsUnusable, ClockRefused):
        settings = read_settings()
        require_secrets(settings)
        clock_of(settings)
        problems = problems_of(settings)
        if problems:  # guard: production.refused
            raise BadEnvironment("\n".join(problems))
    return settings


def require_key(settings: Settings, url: str, again: Whose | None = None) -> None:
    """End the process with one sentence unless our key is the database's; call it outside a loop.

    `again` names whose values are sealed again where a retired key sealed them.
    A database that does not answer or is not migrated yet is no reason: readiness asks again.
    """
    try:
        asyncio.run(_check_key(settings, url, again))
    except (SecretsUnusable, ServerRefused) as error:
        typer.echo(f"presence: {error}", err=True)
        raise typer.Exit(1) from error
    except (OSError, DBAPIError, asyncpg.PostgresError, ValueError):
        return


async def _check_key(settings: Settings, url: str, again: Whose | None) -> None:
    database = Database(url, settings.database)
    try:
        async with asyncio.timeout(_KEY_TIMEOUT_S), database.transaction() as session:
            await require_kind_of(session)
            await check_key(session, settings)
            if again is not None:
                await reseal(session, open_vault(settings), again)
    finally:
        await database.close()


def admin_url() -> str:
    """The external server's address, empty when the embedded one is used."""
    return os.environ.get("DATABASE_URL", "").strip()


def _direct() -> str:
    """The server behind the pooler of DATABASE_URL, by the short name people expect."""
    return os.environ.get("DATABASE_DIRECT_URL", "").strip()


def _has_addresses(settings: Settings) -> bool:
    return any(value for name, value in settings.database if name.endswith("_url"))


def use_embedded(settings: Settings, address: ServerAddress) -> None:
    """Point every role at the embedded server."""
    settings.database.owner_url = address.url("owner")
    settings.database.customer_url = address.url("customer")
    settings.database.auditor_url = address.url("auditor")
    settings.database.operator_url = address.url("operator")


def use_external(settings: Settings) -> None:
    """Point every role at the server in DATABASE_URL, preparing it first."""
    direct = settings.database.direct_url
    urls = asyncio.run(prepare_external(admin_url(), settings.state_dir, direct))
    settings.database.owner_url = urls["owner"]
    settings.database.customer_url = urls["customer"]
    settings.database.auditor_url = urls["auditor"]
    settings.database.operator_url = urls["operator"]


@contextmanager
def database_settings(
    command: str, unmigrated: str = NOT_MIGRATED, role: str = "customer"
) -> Iterator[Settings]:
    """As `connected_settings`, for a command that ends with one sentence when it cannot be done."""
    with failing(AppError, EmbeddedError, BadEnvironment):
        try:
            with connected_settings(command, role) as settings:
                yield settings
        except ProgrammingError as error:
            fail(unmigrated, error)


@contextmanager
def connected_settings(note: str = "a command", role: str = "customer") -> Iterator[Settings]:
    """Settings whose database answers: given addresses, DATABASE_URL, a running `serve`, or an
    embedded server started for the duration. Call it outside any event loop.

    `role` is who the command acts as. Where addresses are given but not that role's, nothing is
    started: raises BadEnvironment.
    """
    settings = read_settings()
    if getattr(settings.database, f"{role}_url"):
        yield settings
        return
    if _has_addresses(settings):
        raise BadEnvironment(
            f"PRESENCE_DATABASE__{role.upper()}_URL is missing, which {note} needs beside the"
            f" addresses that are set; in a cluster run it where the role {role} is known"
            " (ops/docs/kubernetes.md)."
        )
    if admin_url():
        use_external(settings)
        yield settings
        return
    address = running(settings.state_dir)
    if address is not None:
        use_embedded(settings, address)
        yield settings
        return
    server = EmbeddedPostgres(settings.state_dir, note=note)
    try:
        use_embedded(settings, start_prepared(server))
        yield settings
    finally:
        server.stop()

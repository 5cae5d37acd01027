"""The database roles and how they come into being; needs a superuser or CREATEROLE once.

- owner     owns the schema and runs migrations; never serves a request
- customer  API and worker: owns nothing, cannot bypass row security
- operator  support console: explicit wider policies
- auditor   reads everything for invariants and usage metrics
- resolver  no login: owns the few SECURITY DEFINER functions that find out who is asking

Invariant: no login role is superuser or may bypass row security.
"""

from __future__ import annotations

import contextlib

import asyncpg

from presence.db.server_kind import ServerRefused

LOGIN_ROLES = ("owner", "customer", "operator", "auditor")
_RESTRAINED = "NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB"
_WILD = (
    "SELECT rolname FROM pg_roles WHERE rolname = ANY($1) AND (rolsuper OR rolbypassrls) LIMIT 1"
)


async def ensure_roles(admin: asyncpg.Connection, passwords: dict[str, str]) -> None:
    """Create or update all roles; `passwords` maps each of LOGIN_ROLES to its password.

    An account that may create roles, but is no superuser, becomes a member of the owner, to whom it
    gives the schema. Raises ServerRefused for a role that may do more than it should and that only
    a superuser can restrain.
    """
    existing = {row["rolname"] for row in await admin.fetch("SELECT rolname FROM pg_roles")}
    above_all = await admin.fetchval("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
    for role in LOGIN_ROLES:
        verb = "ALTER" if role in existing else "CREATE"
        restrained = f" {_RESTRAINED}" if above_all or verb == "CREATE" else ""
        secret = await admin.fetchval("SELECT quote_literal($1)", passwords[role])
        await admin.execute(f"{verb} ROLE {role} LOGIN{restrained} PASSWORD {secret}")
    if "resolver" not in existing:
        await admin.execute("CREATE ROLE resolver NOLOGIN NOSUPERUSER NOBYPASSRLS")
    await admin.execute("GRANT resolver TO owner")
    if not above_all:
        await _require_restrained(admin)
        await admin.execute("GRANT owner TO CURRENT_USER")
    with contextlib.suppress(asyncpg.InsufficientPrivilegeError):
        # Only a superuser can give it; without it the auditor sees its own connection's state.
        await admin.execute("GRANT pg_read_all_stats TO auditor")


async def _require_restrained(admin: asyncpg.Connection) -> None:
    wild = await admin.fetchval(_WILD, [*LOGIN_ROLES, "resolver"])
    if wild:  # guard: database.roles-restrained
        raise ServerRefused(
            f"The role {wild} may pass row security: a superuser has to take that from it, ALTER"
            f" ROLE {wild} NOSUPERUSER NOBYPASSRLS."
        )


async def ensure_database(admin: asyncpg.Connection, name: str) -> None:
    """Create the database owned by `owner` when missing."""
    if not await admin.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name):
        quoted = await admin.fetchval("SELECT quote_ident($1)", name)
        await admin.execute(f"CREATE DATABASE {quoted} OWNER owner")


async def prepare_schema(admin: asyncpg.Connection) -> None:
    """Inside the database, as superuser or its owner: schema, usage rights, extensions."""
    await admin.execute("ALTER SCHEMA public OWNER TO owner")
    await admin.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    await admin.execute("GRANT USAGE ON SCHEMA public TO customer, operator, auditor")
    await admin.execute("GRANT USAGE, CREATE ON SCHEMA public TO resolver")
    await admin.execute("CREATE EXTENSION IF NOT EXISTS citext")
    await admin.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")

"""Uses a PostgreSQL server of the operator's own instead of the embedded one.

Invariant: the address given is used to create roles and extensions only; the product itself
connects with the role addresses returned here.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from presence.db.embedded_files import EmbeddedError, write_private
from presence.db.embedded_home import make_home
from presence.db.roles import LOGIN_ROLES, ensure_roles, prepare_schema


async def prepare_external(admin_url: str, home: Path) -> dict[str, str]:
    """Create the roles in the database `admin_url` names; returns the address of each role.

    Passwords are made once and kept in `home/roles.json`. Raises EmbeddedError with one sentence
    when the server does not answer or the account may not create roles.
    """
    passwords = _passwords(home)
    try:
        admin = await asyncpg.connect(admin_url, timeout=10)
    except (OSError, asyncpg.PostgresError, ValueError) as error:
        raise EmbeddedError(f"Cannot connect to the server in DATABASE_URL: {error}.") from error
    try:
        await ensure_roles(admin, passwords)
        await prepare_schema(admin)
    except asyncpg.InsufficientPrivilegeError as error:
        raise EmbeddedError(
            f"The account in DATABASE_URL may not prepare the database: {error}; it needs "
            "CREATEROLE and ownership of the database."
        ) from error
    finally:
        await admin.close()
    return {role: _as_role(admin_url, role, passwords[role]) for role in LOGIN_ROLES}


def _as_role(admin_url: str, role: str, password: str) -> str:
    parts = urlsplit(admin_url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(("postgresql", f"{role}:{password}@{host}", parts.path, parts.query, ""))


def _passwords(home: Path) -> dict[str, str]:
    make_home(home, need_mb=1)
    path = home / "roles.json"
    if not path.exists():
        made = {role: secrets.token_urlsafe(24) for role in LOGIN_ROLES}
        write_private(path, json.dumps(made))
    stored: dict[str, str] = json.loads(path.read_text())
    return stored

"""Uses a PostgreSQL server of the operator's own instead of the embedded one.

Invariant: the address given is used to create roles and extensions only; the product itself
connects with the role addresses returned here.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import asyncpg

from presence.db.address_reading import at_server, read_address
from presence.db.embedded_files import EmbeddedError, write_private
from presence.db.embedded_home import make_home
from presence.db.reaching import UNREACHABLE, connect, reason
from presence.db.roles import LOGIN_ROLES, ensure_roles, prepare_schema
from presence.db.server_kind import ServerRefused, require_kind

VARIABLE = "DATABASE_URL"


async def prepare_external(admin_url: str, home: Path, direct: str = "") -> dict[str, str]:
    """Create the roles in the database `admin_url` names; returns the address of each role.

    Passwords are made once and kept in `home/roles.json`. Where `admin_url` leads to a pooler,
    `direct` names the server. Raises EmbeddedError with one sentence when the server does not
    answer, is of another kind than needed or the account may not create roles.
    """
    passwords = _passwords(home)
    try:
        admin = await connect(at_server(admin_url, VARIABLE, direct))
    except UNREACHABLE as error:
        raise EmbeddedError(
            f"Cannot connect to the server in DATABASE_URL: {reason(error)}."
        ) from error
    try:
        await require_kind(admin)
        await ensure_roles(admin, passwords)
        await prepare_schema(admin)
    except ServerRefused as error:
        raise EmbeddedError(str(error)) from error
    except asyncpg.InsufficientPrivilegeError as error:
        raise EmbeddedError(
            f"The account in DATABASE_URL may not prepare the database: {error}; it needs "
            "CREATEROLE and ownership of the database."
        ) from error
    finally:
        await admin.close()
    given = read_address(admin_url, VARIABLE)
    return {role: given.as_role(role, passwords[role]).text() for role in LOGIN_ROLES}


def _passwords(home: Path) -> dict[str, str]:
    make_home(home, need_mb=1)
    path = home / "roles.json"
    if not path.exists():
        made = {role: secrets.token_urlsafe(24) for role in LOGIN_ROLES}
        write_private(path, json.dumps(made))
    stored: dict[str, str] = json.loads(path.read_text())
    return stored

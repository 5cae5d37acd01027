"""What a backup brings back that somebody has ended since: log-ins and the links of mails.

Whoever signed out, was removed, changed a password or opened a link after the backup was made is
in it as they were before. Nobody can tell which of those rights stands, so all of them end: people
sign in again, and links are asked for again. Keys, members, share links and staff are in use and
stay; what was taken from them since is for a person to take again.
"""

from __future__ import annotations

from typing import Final

import asyncpg

STATEMENTS: Final = (
    "DELETE FROM login_session",
    "DELETE FROM login_challenge",
    "DELETE FROM passkey_challenge",
    "DELETE FROM one_time_token WHERE used_at IS NULL",
    "DELETE FROM invitation_link",
    "DELETE FROM staff_session",
    "UPDATE staff SET invitation_expires_at = now() WHERE invitation_expires_at > now()",
    "UPDATE impersonation SET ended_at = now(), link_hash = NULL WHERE ended_at IS NULL",
)


async def end_sessions(admin: asyncpg.Connection) -> None:
    """End them in one transaction. A table that an older version does not have has none of them.

    Raises asyncpg.PostgresError for an account that may not see every row.
    """
    async with admin.transaction():
        await admin.execute("SET LOCAL row_security = off")
        for statement in STATEMENTS:
            try:
                async with admin.transaction():
                    await admin.execute(statement)
            except (asyncpg.UndefinedTableError, asyncpg.UndefinedColumnError):
                continue

"""Whether what is sealed in a database opens with a key: the proof of a copy that was restored.

Invariant: nothing that was opened is kept, printed or returned; only how much did not open.
"""

from __future__ import annotations

from presence.core.secrets import Unreadable, Vault
from presence.db import reaching

# Kind, table, column, and where its slice seals it to.
SEALED = (
    ("the constant of the key", "key_check", "sealed", "'key_check'"),
    ("authenticator apps", "second_factor", "key", "'second_factor:' || user_id"),
    ("authenticator apps of staff", "staff", "totp_key", "'staff:' || id"),
    (
        "keys of assistants",
        "engine_credential",
        "secret",
        "'engine_credential:' || workspace_id || ':' || engine",
    ),
    ("secrets of webhooks", "endpoint", "secret", "'endpoint ' || id"),
    ("shared links", "share_link", "sealed_token", "'share link ' || id"),
)


async def closed(url: str, vault: Vault) -> list[str]:
    """Kinds of which something does not open, with how many of how many; empty when all is well.

    `url` is of a role that reads every row, such as auditor.
    """
    connection = await reaching.connect(url, timeout_s=30, command_timeout=3 * 3600)
    found = []
    try:
        for kind, table, column, at in SEALED:
            rows = f"SELECT {at}, {column} FROM {table} WHERE {column} IS NOT NULL"  # noqa: S608
            tried = failed = 0
            async with connection.transaction(readonly=True):
                async for place, sealed in connection.cursor(rows):
                    tried += 1
                    failed += not _opens(vault, sealed, place)
            if failed:
                found.append(f"{failed} of {tried} {kind} do not open with the key")
            if table == "key_check" and not tried:
                found.append("the constant of the key is missing")
    finally:
        await connection.close()
    return found


def _opens(vault: Vault, sealed: bytes, place: str) -> bool:
    try:
        vault.open(sealed, place)
    except Unreadable:
        return False
    return True

"""A PostgreSQL with a migrated template for as long as standard input stays open.

Prints the superuser's address and the template's name, with a space between.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

from presence.db.embedded import EmbeddedPostgres
from presence.db.roles import LOGIN_ROLES
from presence.migrations import runner
from tests.conftest import Server, create_empty

TEMPLATE = "template_of_mutants"


async def _migrated(server: Server) -> None:
    await create_empty(server, TEMPLATE)
    await runner.upgrade(server.url("owner", TEMPLATE))


def main() -> None:
    """Serve until standard input ends."""
    home = Path(tempfile.mkdtemp(prefix="presence-mutants-db-", dir="/tmp"))
    home.chmod(0o755)
    postgres = EmbeddedPostgres(home, note="the mutants' tests", durable=False)
    address = postgres.start()
    try:
        passwords = {role: f"test-{role}" for role in LOGIN_ROLES}
        url = address.url("postgres", "postgres")
        asyncio.run(_migrated(Server(url, passwords)))
        sys.stdout.write(f"{url} {TEMPLATE}\n")
        sys.stdout.flush()
        sys.stdin.read()
    finally:
        postgres.stop()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()

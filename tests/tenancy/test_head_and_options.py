"""What is no write changes nothing: HEAD and OPTIONS of any address, and GET."""

from __future__ import annotations

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import Place
from tests.tenancy.actors import owner_of_each
from tests.tenancy.fingerprint import fingerprint
from tests.tenancy.operations import Operation, operations
from tests.tenancy.test_matrix import ENDLESS

LEFT = [o for o in operations() if o.name not in ENDLESS]


async def asked(client: httpx.AsyncClient, operation: Operation, path: str) -> list[str]:
    """What is wrong with the answers to HEAD and OPTIONS of this path."""
    wrong = []
    for method in ("HEAD", "OPTIONS"):
        answer = await client.request(method, path)
        if answer.status_code >= 500 or answer.is_success or answer.has_redirect_location:
            wrong.append(f"{method} {operation.path}: {answer.status_code}")
        if method == "HEAD" and answer.content:
            wrong.append(f"{method} {operation.path} has a body")
    return wrong


async def test_head_and_options_of_every_path_change_nothing_and_fail_nowhere(
    app: FastAPI, place: Place, database: Database, admin: asyncpg.Connection
) -> None:
    async with owner_of_each(app, place, database, admin) as owned:
        whose = ([owned.tenant.workspace_id], [owned.tenant.user_id])
        before = await fingerprint(admin, *whose)
        wrong = []
        for operation in LEFT:
            wrong += await asked(owned.client, operation, operation.fill(owned.ids))
        assert wrong == []
        assert await fingerprint(admin, *whose) == before


async def test_no_get_of_any_path_changes_a_row(
    app: FastAPI, place: Place, database: Database, admin: asyncpg.Connection
) -> None:
    """But one: who looks at the choice of digests for the first time has it written down."""
    async with owner_of_each(app, place, database, admin) as owned:
        whose = ([owned.tenant.workspace_id], [owned.tenant.user_id])
        changed = {}
        before = await fingerprint(admin, *whose)
        for operation in LEFT:
            if operation.method != "GET":
                continue
            await owned.client.get(operation.fill(owned.ids))
            after = await fingerprint(admin, *whose)
            if after != before:
                changed[operation.name] = [name for name in before if before[name] != after[name]]
            before = after
        assert changed == {"messaging_digest": ["digest"]}


@pytest.mark.parametrize("span", ["bytes=0-3", "bytes=5-", "bytes=-2", "bytes=9-1", "lines=1-2"])
async def test_a_part_of_a_download_that_is_asked_for_is_the_whole_file(
    app: FastAPI, place: Place, database: Database, admin: asyncpg.Connection, span: str
) -> None:
    async with owner_of_each(app, place, database, admin) as owned:
        for path in ("/api/v1/portfolio.csv", f"/api/v1/runs/{owned.ids['run_id']}/bundle"):
            whole = await owned.client.get(path)
            part = await owned.client.get(path, headers={"range": span})
            assert (part.status_code, len(part.content)) == (200, len(whole.content)), path
            assert "content-range" not in part.headers

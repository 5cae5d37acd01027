"""A copy of one's data holds the audit log whole, and anybody can verify it offline."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from uuid import UUID

import asyncpg
import httpx
import pytest
from typer.testing import CliRunner

from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.audit import exporting
from presence.domains.audit.chain import verify
from presence.domains.audit.service import record
from presence.entrypoints.cli import app as cli
from tests.domains.publishing.copies import EXPORT, open_account, workspaces_in
from tests.factories.people import workspace_of
from tests.factories.post import Post


async def test_the_activity_in_a_copy_ends_at_the_head_of_its_chain_and_is_checked_offline(
    client: httpx.AsyncClient, post: Post
) -> None:
    await open_account(client)
    export_id = (await client.post("/api/v1/me/export")).json()["id"]
    await post.deliver(EXPORT)
    (workspace,) = (await workspaces_in(client, export_id)).values()
    head = (await client.get("/api/v1/audit-log/head")).json()
    verdict = verify(workspace)
    assert verdict.found is None
    assert (verdict.head.sequence, verdict.head.hash) == (head["sequence"], head["hash"])
    workspace["auditLog"]["entries"][0]["actorName"] = "Somebody else"
    found = verify(workspace).found
    assert found is not None
    assert (found.sequence, found.kind) == (1, "changed")


PARTS = re.compile(r"workspaces/1(-activity-\d+)?\.json")


async def long_copy(
    client: httpx.AsyncClient, post: Post, database: Database, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, str], httpx.Response]:
    """The copy of somebody whose workspace's log takes several files, and its head."""
    monkeypatch.setattr(exporting, "MOST", 3)
    user = await open_account(client)
    workspace_id = await workspace_of(database, UUID(user["id"]))
    for number in range(7):
        async with database.transaction(TenantBinding(workspace_id)) as session:
            await record(session, "brand.renamed", f"brand:{number}")
    export_id = (await client.post("/api/v1/me/export")).json()["id"]
    await post.deliver(EXPORT)
    copy = await client.get(f"/api/v1/me/exports/{export_id}")
    return (await client.get("/api/v1/audit-log/head")).json(), copy


def verified(*files: Path) -> tuple[int, str]:
    """The exit code and what the command says."""
    answer = CliRunner().invoke(cli, ["verify-audit", *map(str, files)])
    return answer.exit_code, answer.output


async def test_a_copy_holds_every_entry_of_a_long_log_up_to_the_head_of_its_chain(
    client: httpx.AsyncClient,
    post: Post,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    head, copy = await long_copy(client, post, database, monkeypatch)
    file = tmp_path / "copy.zip"
    file.write_bytes(copy.content)
    code, said = verified(file)
    number = head["sequence"]
    assert (code, said.splitlines()[0]) == (
        0,
        f"In order: {number} entries up to {number}:{head['hash']}.",
    )


async def test_the_files_of_a_long_log_are_checked_as_one_and_a_missing_one_is_named(
    client: httpx.AsyncClient,
    post: Post,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    head, copy = await long_copy(client, post, database, monkeypatch)
    with zipfile.ZipFile(io.BytesIO(copy.content)) as packed:
        parts = [name for name in packed.namelist() if PARTS.fullmatch(name)]
        packed.extractall(tmp_path)
    first, second, *rest = (tmp_path / name for name in parts)
    _, whole = verified(*rest, second, first)
    assert f"up to {head['sequence']}:{head['hash']}." in whole
    assert "The log goes on" in verified(first)[1]
    assert verified(first, *rest) == (
        1,
        "First break: entry 4 (missing): no file holds 4 to 6.\n",
    )
    assert verified(first, second, second, *rest)[1].startswith("First break: entry 4 (inserted)")


async def test_a_long_log_leaves_a_copy_with_the_right_to_read_it(
    client: httpx.AsyncClient,
    post: Post,
    database: Database,
    admin: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, copy = await long_copy(client, post, database, monkeypatch)
    await admin.execute("UPDATE membership SET role = 'viewer'")
    again = await client.get(str(copy.request.url))
    packed = zipfile.ZipFile(io.BytesIO(again.content))
    assert [name for name in packed.namelist() if PARTS.fullmatch(name)] == ["workspaces/1.json"]
    assert "auditLog" not in json.loads(packed.read("workspaces/1.json"))

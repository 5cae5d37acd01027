"""The audit log is a chain: what is done to an exported copy, or to the table, is found."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import pytest_asyncio
from fastapi import FastAPI
from typer.testing import CliRunner

from presence.db.session import Database
from presence.domains.audit.chain import Head, verify, verify_files
from presence.domains.audit.service import read_files, record
from presence.entrypoints.cli import app as cli
from tests.factories.team import SCALE, Person, opened, owner_on

AWKWARD = {
    "z": [1, 1.5, 1e-7, 100, -0.25, 1e22],
    "é\u2028": 'q"\\\n\t\u0001\x7f',
    "a": {"": None, "b": True},
    "Ä": [],
    "😀": {},
}
Entries = list[dict[str, Any]]


@pytest_asyncio.fixture
async def owner(app: FastAPI, database: Database) -> AsyncIterator[Person]:
    """Owner of a workspace whose log has some entries."""
    tenant = await owner_on(database, SCALE)
    for number in range(5):
        async with database.transaction(tenant.binding) as session:
            await record(session, "brand.renamed", f"brand:{number}", before=AWKWARD, after={})
    async with opened(app, database, tenant) as person:
        yield person


async def exported(person: Person, **asked: Any) -> dict[str, Any]:
    answer = await person.client.get("/api/v1/audit-log/file", params=asked)
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    return document


async def test_a_log_as_it_was_written_is_in_order_and_ends_at_its_head(owner: Person) -> None:
    document = await exported(owner)
    verdict = verify(document)
    assert verdict.found is None
    assert verdict.entries >= 5
    head = (await owner.client.get("/api/v1/audit-log/head")).json()
    assert (verdict.head.sequence, verdict.head.hash) == (head["sequence"], head["hash"])


async def test_a_part_of_a_log_is_checked_from_where_it_begins(owner: Person) -> None:
    document = await exported(owner, after=2)
    assert document["entries"][0]["sequence"] == 3
    assert verify(document).found is None


def _changed(entries: Entries) -> None:
    entries[1]["after"] = {"name": "other"}


def _renamed(entries: Entries) -> None:
    entries[1]["action"] = "brand.deleted"


def _dated(entries: Entries) -> None:
    entries[1]["createdAt"] = "2020-01-01T00:00:00.000000Z"


def _missing(entries: Entries) -> None:
    del entries[1]


def _reordered(entries: Entries) -> None:
    entries[1], entries[2] = entries[2], entries[1]


def _inserted(entries: Entries) -> None:
    entries.insert(1, {**entries[0]})


def _truncated(entries: Entries) -> None:
    del entries[-1]


@pytest.mark.parametrize(
    ("tamper", "number", "kind"),
    [
        (_changed, 2, "changed"),
        (_renamed, 2, "changed"),
        (_dated, 2, "changed"),
        (_missing, 2, "missing"),
        (_reordered, 2, "reordered"),
        (_inserted, 2, "inserted"),
    ],
)
async def test_the_first_break_is_named(
    owner: Person, tamper: Callable[[Entries], None], number: int, kind: str
) -> None:
    document = await exported(owner)
    tamper(document["entries"])
    found = verify(document).found
    assert found is not None
    assert (found.sequence, found.kind) == (number, kind)


async def test_a_log_cut_off_at_its_end_is_found_by_a_known_head(owner: Person) -> None:
    document = await exported(owner)
    last = document["entries"][-1]
    _truncated(document["entries"])
    kept = document["entries"][-1]
    document["head"] = {"sequence": kept["sequence"], "hash": kept["hash"]}
    assert verify(document).found is None
    found = verify(document, [Head(last["sequence"], last["hash"])]).found
    assert found is not None
    assert (found.sequence, found.kind) == (last["sequence"], "truncated")


async def test_a_log_written_anew_is_found_by_a_known_head(owner: Person) -> None:
    document = await exported(owner)
    number = document["head"]["sequence"]
    found = verify(document, [Head(number - 1, "ab" * 32)]).found
    assert found is not None
    assert (found.sequence, found.kind) == (number - 1, "changed")


async def test_a_value_that_was_erased_by_law_leaves_the_chain_in_order(
    owner: Person, admin: asyncpg.Connection
) -> None:
    document = await exported(owner)
    entry = document["entries"][1]
    await admin.execute(
        "UPDATE audit_log SET actor_name = NULL, before = NULL, after = NULL WHERE id = $1",
        entry["id"],
    )
    await admin.execute("UPDATE audit_link SET salt = NULL WHERE entry_id = $1", entry["id"])
    verdict = verify(await exported(owner))
    assert (verdict.found, verdict.erased) == (None, 1)


async def test_entries_written_at_once_get_places_of_their_own(
    owner: Person, database: Database
) -> None:
    before = (await exported(owner))["head"]["sequence"]

    async def write(number: int) -> None:
        async with database.transaction(owner.tenant.binding) as session:
            await record(session, "brand.renamed", f"brand:at-once-{number}")
            await asyncio.sleep(0.01)

    await asyncio.gather(*(write(number) for number in range(12)))
    document = await exported(owner)
    assert document["head"]["sequence"] == before + 12
    assert verify(document).found is None


async def test_a_change_of_the_table_itself_shows_in_the_next_file(
    owner: Person, admin: asyncpg.Connection
) -> None:
    entry = (await exported(owner))["entries"][2]
    await admin.execute("UPDATE audit_log SET target = 'brand:x' WHERE id = $1", entry["id"])
    found = verify(await exported(owner)).found
    assert found is not None
    assert (found.sequence, found.kind) == (3, "changed")


async def test_the_files_end_where_the_newest_entry_is_gone_and_say_that_more_follows(
    owner: Person, database: Database, admin: asyncpg.Connection
) -> None:
    document = await exported(owner)
    await admin.execute("DELETE FROM audit_log WHERE id = $1", document["entries"][-1]["id"])
    files = []
    async with database.transaction(owner.tenant.binding) as session:
        async for file in read_files(session):
            files.append(file)
            assert len(files) <= 2, "and so on for ever"
    assert [len(file["entries"]) for file in files] == [len(document["entries"]) - 1, 0]
    verdict = verify_files(files)
    assert (verdict.found, verdict.more) == (None, True)
    assert verdict.head.sequence == document["head"]["sequence"] - 1


async def test_another_workspace_sees_nothing_of_the_chain(
    owner: Person, app: FastAPI, database: Database
) -> None:
    async with opened(app, database, await owner_on(database, SCALE)) as other:
        ids = {entry["id"] for entry in (await exported(other))["entries"]}
    assert ids.isdisjoint(entry["id"] for entry in (await exported(owner))["entries"])


async def test_the_command_says_what_it_found_by_its_exit_code(
    owner: Person, tmp_path: Path
) -> None:
    document = await exported(owner)
    file = tmp_path / "audit-log.json"
    file.write_text(json.dumps(document))
    head = "{sequence}:{hash}".format_map(document["head"])
    whole = CliRunner().invoke(cli, ["verify-audit", str(file), "--head", head])
    assert (whole.exit_code, f"up to {head}" in whole.output) == (0, True), whole.output
    file.write_text(json.dumps({"auditLog": document}))
    assert CliRunner().invoke(cli, ["verify-audit", str(file)]).exit_code == 0
    _changed(document["entries"])
    file.write_text(json.dumps(document))
    broken = CliRunner().invoke(cli, ["verify-audit", str(file)])
    assert broken.exit_code == 1
    assert broken.output.startswith("First break: entry 2 (changed):")
    file.write_text("{}")
    assert CliRunner().invoke(cli, ["verify-audit", str(file)]).exit_code == 2
    assert CliRunner().invoke(cli, ["verify-audit", str(file), "--head", "1:x"]).exit_code == 2

"""The newest text of each SQL function is its file, and a migration loads only what it knew."""

from __future__ import annotations

import subprocess
import sys

import asyncpg
import pytest

from presence.db.functions import digest, load, texts

DEFINITIONS = """
SELECT p.proname, pg_get_functiondef(p.oid) FROM pg_proc p
 WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
   AND p.proname NOT LIKE 'procrastinate%'
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
"""


async def definitions(admin: asyncpg.Connection) -> dict[str, str]:
    """What the database says each of our functions is, whatever its white space."""
    rows = await admin.fetch(DEFINITIONS)
    found = {name: " ".join(definition.split()) for name, definition in rows}
    assert len(found) == len(rows), "two functions share a name"
    return found


async def test_every_function_has_a_file_and_every_file_a_function(
    admin: asyncpg.Connection,
) -> None:
    assert texts().keys() == (await definitions(admin)).keys()


async def test_running_the_files_changes_no_function_of_a_migrated_database(
    admin: asyncpg.Connection,
) -> None:
    before = await definitions(admin)
    running = admin.transaction()
    await running.start()
    for text in texts().values():
        await admin.execute(text)
    after = await definitions(admin)
    await running.rollback()
    changed = sorted(name for name in before if after[name] != before[name])
    assert after.keys() == before.keys()
    assert changed == [], "a migration has to load the new text"


async def test_a_changed_file_is_noticed(admin: asyncpg.Connection) -> None:
    before = await definitions(admin)
    running = admin.transaction()
    await running.start()
    await admin.execute(texts()["shown_run"].replace("DESC, r.created_at", "DESC, r.finished_at"))
    after = await definitions(admin)
    await running.rollback()
    assert [name for name in before if after[name] != before[name]] == ["shown_run"]


def test_a_migration_loads_the_text_it_was_written_for_and_no_other() -> None:
    text = texts()["shown_run"]
    assert load("shown_run", digest(text)) == text
    with pytest.raises(ValueError, match="put the earlier text into the migration"):
        load("shown_run", digest(text + "-- changed later"))


def test_a_text_is_read_the_same_whatever_the_language_of_the_machine() -> None:
    """Python warns of a file whose encoding is left to the machine; here that is an error."""
    code = "from presence.db.functions import digest, load, texts; [*map(digest, texts().values())]"
    code += '; load("shown_run", digest(texts()["shown_run"]))'
    strict = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning:presence.db.functions"]
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, *strict, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")

"""No migration blocks a product that people use: what it executes passes the linter squawk.

Everything up to `BASELINE` is one file, because a new product runs it at once on tables that are
empty; from then on each revision stands alone.
"""

from __future__ import annotations

import json
import re
import secrets
import subprocess
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest_asyncio
from alembic.script import ScriptDirectory
from sqlalchemy import event
from sqlalchemy.engine import Engine

from presence.migrations import runner
from tests.architecture.tree import ROOT
from tests.conftest import Place, Server, create_empty, drop

BASELINE = "0028_observability"
# Not for us, always.
EXCLUDED = {
    "prefer-text-field": "the length is part of the contract, and lengthening does not rewrite",
    "ban-char-field": "a currency has three letters",
    "prefer-bigint-over-int": "counts of one run or one answer; ids are uuid or bigint",
    "prefer-bigint-over-smallint": "percentages, HTTP statuses",
    "require-lock-timeout": "env.py sets five seconds for every migration",
    "ban-concurrent-index-creation-in-transaction": "PostgreSQL itself refuses it in one",
    "require-statement-timeout": "a long backfill is a release of its own and is cut by hand",
}
# Not for the baseline: its tables hold no rows when it runs.
EXCLUDED_BEFORE_THE_FIRST_ROW = {
    "changing-column-type", "ban-drop-constraint", "ban-drop-column", "ban-drop-not-null",
    "adding-field-with-default", "require-concurrent-index-creation",
    "require-concurrent-index-deletion",
}  # fmt: skip
# Not for the way back: it takes away what its revision added, and nobody reads that any more.
EXCLUDED_ON_THE_WAY_BACK = {"ban-drop-column", "ban-drop-table", "ban-drop-function"}
_BOOKKEEPING = re.compile(r"\s*(SELECT|SET|INSERT|UPDATE|DELETE|BEGIN|COMMIT)\b", re.IGNORECASE)


@dataclass
class Executed:
    """The statements of each revision as PostgreSQL was given them, oldest revision first."""

    there: dict[str, list[str]] = field(default_factory=dict)
    back: dict[str, list[str]] = field(default_factory=dict)

    def later(self) -> list[str]:
        """The revisions after the baseline."""
        return list(self.there)[list(self.there).index(BASELINE) + 1 :]


@pytest_asyncio.fixture(scope="module")
async def executed(server: Server) -> AsyncIterator[Executed]:
    """All revisions there, and those after the baseline back."""
    name = f"lint_{secrets.token_hex(4)}"
    await create_empty(server, name)
    owner = Place(server, name).url("owner")
    heard: list[str] = []

    def hear(_conn: object, _cursor: object, statement: str, *_rest: object) -> None:
        if not _BOOKKEEPING.match(statement):
            heard.append(statement.strip().rstrip(";"))

    event.listen(Engine, "before_cursor_execute", hear)
    done = Executed()
    try:
        script = ScriptDirectory.from_config(runner._config())
        revisions = [r.revision for r in script.walk_revisions()][::-1]
        for revision in revisions:
            heard.clear()
            await runner.upgrade(owner, revision)
            done.there[revision] = [*heard]
        for before, revision in [*pairwise(revisions)][::-1][: len(done.later())]:
            heard.clear()
            await runner.downgrade(owner, before)
            done.back[revision] = [*heard]
    finally:
        event.remove(Engine, "before_cursor_execute", hear)
        await drop(server, name)
    yield done


def complaints(place: Path, statements: Iterable[str], excluded: Iterable[str]) -> list[str]:
    """What squawk finds in statements of one transaction."""
    file = place / "migration.sql"
    file.write_text("".join(f"{statement};\n" for statement in statements))
    options = [option for rule in excluded for option in ("-e", rule)]
    done = subprocess.run(  # noqa: S603 - a tool of ours on a file of ours
        [
            ROOT / ".venv/bin/squawk",
            "--assume-in-transaction",
            "--reporter",
            "json",
            *options,
            file,
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    found = json.loads(done.stdout)
    lines = file.read_text().splitlines()
    return [f"{each['rule_name']}: {lines[each['line']]}" for each in found]


async def test_what_a_new_product_runs_at_once_is_clean(executed: Executed, tmp_path: Path) -> None:
    revisions = list(executed.there)
    first = [s for r in revisions[: revisions.index(BASELINE) + 1] for s in executed.there[r]]
    assert sum("CREATE TABLE" in statement for statement in first) > 50
    excluded = {*EXCLUDED, *EXCLUDED_BEFORE_THE_FIRST_ROW}
    assert complaints(tmp_path, first, excluded) == []


async def test_every_later_revision_is_clean_on_tables_that_are_in_use(
    executed: Executed, tmp_path: Path
) -> None:
    for revision in executed.later():
        assert complaints(tmp_path, executed.there[revision], EXCLUDED) == [], revision


async def test_every_later_revision_is_clean_on_the_way_back(
    executed: Executed, tmp_path: Path
) -> None:
    excluded = {*EXCLUDED, *EXCLUDED_ON_THE_WAY_BACK}
    found = {r: complaints(tmp_path, executed.back[r], excluded) for r in executed.later()}
    assert {revision: said for revision, said in found.items() if said} == {}


def test_a_statement_that_blocks_a_table_in_use_is_noticed(tmp_path: Path) -> None:
    blocking = (
        "CREATE INDEX ix_answer_text ON answer (text)",
        "ALTER TABLE answer ADD CONSTRAINT ck_answer_x CHECK (sample >= 0)",
        "ALTER TABLE answer ALTER COLUMN sample TYPE bigint",
    )
    for statement in blocking:
        assert complaints(tmp_path, [statement], EXCLUDED), statement

"""A statement that fails is in the log, and what it was given is not."""

from __future__ import annotations

import json
import logging

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from presence.core.logging import JsonFormatter
from presence.db.session import Database

SAID = "ada@example.com"


def logged(error: BaseException) -> str:
    """How an exception stands in its line of the log."""
    exception = (type(error), error, error.__traceback__)
    record = logging.makeLogRecord({"msg": "Unhandled error", "exc_info": exception})
    return str(json.loads(JsonFormatter().format(record))["exception"])


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("SELECT length(:said) / 0", "division by zero"),
        ("SELECT CAST(:said AS integer)", "invalid input for query argument $1"),
        ("SELECT CAST(CAST(:said AS text) AS uuid)", "invalid input syntax for type uuid"),
        ("SELECT CAST(CAST(:said AS text) AS timestamptz)", "invalid input syntax for type"),
    ],
    ids=["on the server", "not sendable", "not readable", "no time"],
)
async def test_what_a_statement_was_given_stays_out_of_the_log(
    database: Database, statement: str, told: str
) -> None:
    async def fail() -> None:
        async with database.transaction() as session:
            await session.execute(text(statement), {"said": SAID})

    with pytest.raises(DBAPIError, match=told.replace("$", r"\$")) as failed:
        await fail()
    line = logged(failed.value)
    assert told in line
    assert "SELECT" in line
    assert SAID not in line


@pytest.mark.parametrize(
    ("row", "told"),
    [("('{said}', 1)", "duplicate key value"), ("('{said}\nand more', NULL)", "null value")],
    ids=["key", "row"],
)
async def test_a_row_that_breaks_a_rule_stays_out_of_the_log(
    admin: asyncpg.Connection, row: str, told: str
) -> None:
    await admin.execute("CREATE TEMP TABLE person (email text UNIQUE, age int NOT NULL)")
    await admin.execute("INSERT INTO person VALUES ($1, 1)", SAID)
    insert = f"INSERT INTO person VALUES {row.format(said=SAID)}"  # noqa: S608 - words above
    with pytest.raises(asyncpg.PostgresError, match=SAID) as failed:
        await admin.execute(insert)
    await admin.execute("DROP TABLE person")
    line = logged(failed.value)
    assert told in line
    assert SAID not in line
    assert "and more" not in line

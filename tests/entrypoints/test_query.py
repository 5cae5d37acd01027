"""`presence query` reads, and only reads."""

from __future__ import annotations

import pytest

from presence.entrypoints.commands.query import QueryUnanswered, answers_to
from tests.conftest import Place


async def test_rows_come_below_the_names_of_their_columns(place: Place) -> None:
    url = place.settings().database.auditor_url
    first, second = await answers_to(url, ["SELECT 1 AS a, NULL AS b", "SELECT E'x\\ty' AS c"])
    assert first == "a\tb\n1\t\n(1 rows)"
    assert second == "c\nx y\n(1 rows)"


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM brand",
        "CREATE TABLE a (b int)",
        "SELECT 1; DELETE FROM brand",
        "WITH gone AS (DELETE FROM brand RETURNING 1) SELECT * FROM gone",
        "COMMIT",
        "SET default_transaction_read_only = off",
        "SELEC",
    ],
)
async def test_what_is_no_question_is_refused_in_a_sentence(place: Place, statement: str) -> None:
    with pytest.raises(QueryUnanswered, match="The database refused: "):
        await answers_to(place.settings().database.auditor_url, [statement])


async def test_a_database_that_is_not_there_is_told_in_a_sentence() -> None:
    with pytest.raises(QueryUnanswered, match="cannot be reached"):
        await answers_to("postgresql://a:b@127.0.0.1:1/c", ["SELECT 1"])

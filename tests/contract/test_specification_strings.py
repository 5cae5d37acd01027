"""The specification's strings on the server's side, and the tests that see the others on a screen.

The table is web/src/test/specification.json, which the web app's own test reads as well: a string
may be changed only by changing the specification and that table.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from presence.analysis.types import ScoreChange
from presence.domains.results.service.comparison import changes_of
from tests.architecture.tree import PACKAGE, ROOT
from tests.e2e.screens import SECTIONS

TABLE: dict[str, Any] = json.loads(
    (ROOT / "web/src/test/specification.json").read_text(encoding="utf-8")
)
# Tests that read the table themselves and assert each row that names them, whatever its words.
READERS = {"web/src/test/screens.test.tsx", "tests/e2e/test_every_screen.py"}
SEEN = [
    pytest.param(str(row["text"]), row["seen"], id=f"{screen['screen']}: {row['text']}")
    for screen in TABLE["screens"]
    for row in screen["strings"]
    if row["seen"].partition("#")[0] not in READERS
]


@pytest.mark.parametrize("row", TABLE["server"], ids=lambda row: row["text"])
def test_the_server_says_it_word_for_word(row: dict[str, str]) -> None:
    assert f'"{row["text"]}"' in (PACKAGE / row["says"]).read_text(encoding="utf-8")


@pytest.mark.parametrize(("text", "test"), SEEN)
def test_the_test_that_sees_it_on_its_screen_names_it(text: str, test: str) -> None:
    """As words of their own, or a number however its thousands are set apart."""
    written = (ROOT / test).read_text(encoding="utf-8")
    if text.isdigit():
        assert re.search(rf"(?<![\d_]){text}(?![\d_])", re.sub(r"(?<=\d)[_,](?=\d)", "", written))
    else:
        assert re.search(rf"[\"'`/^.] ?{re.escape(text)}", written)


@pytest.mark.parametrize("test", sorted(READERS))
def test_a_test_that_reads_the_table_is_there(test: str) -> None:
    assert (ROOT / test).is_file()


def test_each_screen_the_browser_reads_is_one_it_visits() -> None:
    read = {
        screen["screen"]
        for screen in TABLE["screens"]
        for row in screen["strings"]
        if row["seen"] == "tests/e2e/test_every_screen.py"
    }
    assert read <= set(SECTIONS.values())


def test_recent_changes_are_told_in_the_words_of_the_specification_with_measured_numbers() -> None:
    now = datetime(2026, 11, 21, tzinfo=UTC)
    moved = {"content": ScoreChange(7.6, "moved")}
    lines = changes_of(moved, {}, ["ai-access"] * 3, 0, now, now - timedelta(days=30))
    assert [(line.title, line.detail) for line in lines] == [
        ("Content AI Score improved", "+8 points this month"),
        ("Technical issues detected", "3 new crawling barriers found"),
    ]

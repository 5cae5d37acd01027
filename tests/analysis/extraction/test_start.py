"""Reading a text starts at once: nothing is built that the text does not call for."""

from __future__ import annotations

import subprocess
import sys

from tests.analysis.extraction.labelled.announced import OUT, shipped

HEAVY = ("numpy", "sqlalchemy", "pydantic_settings", "presence.analysis.crawler", "rich.table")
LOADED = (
    "import sys, presence.entrypoints.commands.detect; "
    f"print(*(name for name in {HEAVY!r} if name in sys.modules))"
)


def test_the_shipped_announcing_words_are_those_of_the_patterns() -> None:
    assert OUT.read_text(encoding="utf-8") == shipped()


def test_detecting_loads_nothing_it_has_no_use_for() -> None:
    run = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == []

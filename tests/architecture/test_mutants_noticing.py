"""What counts as a test that noticed, and on which database it looked."""

from __future__ import annotations

from pathlib import Path

import pytest
from ops.mutants.hunt import Bench
from ops.mutants.marks import declared
from ops.mutants.workshop import Copy

SOURCE = "if a:  # guard: x.y\n    b()\n"
MIGRATION = Path("api/presence/migrations/versions/a.py")
# Fails on a database that was migrated before the guard was taken away.
ON_ANOTHER = 'import os\ndef test_it():\n    assert not os.environ["PRESENCE_TEST_TEMPLATE"]\n'
NOT_BEGUN = "import pytest\n@pytest.fixture\ndef a():\n    1 / 0\ndef test_it(a):\n    pass\n"
FAILING = "def test_it():\n    assert False\n"


def noticed(folder: Path, test: str, *names: str) -> str | None:
    """The test that notices that the guard of a migration is gone."""
    (folder / MIGRATION).parent.mkdir(parents=True)
    (folder / MIGRATION).write_text(SOURCE)
    (folder / "test_it.py").write_text(test)
    (guard,) = declared(SOURCE, MIGRATION)
    copy = Copy(folder, {"PRESENCE_TEST_TEMPLATE": "migrated"})
    return Bench(copy, {MIGRATION: SOURCE}, set()).noticing(guard, [[*names, "test_it.py"]])


def test_a_guard_of_a_migration_is_looked_for_where_nothing_was_migrated_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRESENCE_TEST_TEMPLATE", "migrated")  # as in a worker
    assert noticed(tmp_path, ON_ANOTHER) is None


def test_a_test_that_could_not_begin_noticed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ops.mutants.hunt.REACH", tmp_path / "reach.tsv")
    assert noticed(tmp_path, NOT_BEGUN) is None


def test_whatever_stands_after_a_test_that_could_not_begin_may_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ops.mutants.hunt.REACH", tmp_path / "reach.tsv")
    later = NOT_BEGUN + FAILING.replace("test_it", "test_later")
    assert noticed(tmp_path, later) == "test_it.py::test_later"


def test_a_test_that_fails_noticed(tmp_path: Path) -> None:
    assert noticed(tmp_path, FAILING) == "test_it.py::test_it"


def test_a_test_that_is_gone_does_not_hide_what_the_others_notice(tmp_path: Path) -> None:
    assert noticed(tmp_path, FAILING, "test_it.py::test_renamed") == "test_it.py::test_it"

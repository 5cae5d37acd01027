"""A result of an assurance that is missing, or older than what it covers, is listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.assurance.staleness import OLDEST, RESULTS, git, stale

AUTHOR = ("-c", "user.name=t", "-c", "user.email=t@example.test", "-c", "commit.gpgsign=false")


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A repository with one commit."""
    git("init", "--quiet", "--initial-branch=main", root=tmp_path)
    (tmp_path / RESULTS).mkdir(parents=True)
    _commit(tmp_path, "covered/file", "0")
    _result(tmp_path, "mutants", commit=git("rev-parse", "HEAD", root=tmp_path), covers=["other"])
    return tmp_path


def _commit(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)
    git("add", "--all", root=root)
    git(*AUTHOR, "commit", "--quiet", "--no-verify", "-m", "x", root=root)


def _result(root: Path, name: str = "budget", **fields: object) -> None:
    (root / RESULTS / f"{name}.json").write_text(json.dumps({"name": name, **fields}))


def test_a_result_is_stale_after_more_than_sixty_commits_of_what_it_covers(history: Path) -> None:
    first = git("rev-parse", "HEAD", root=history)
    _result(history, commit=first, covers=["covered"])
    for number in range(OLDEST):
        _commit(history, "covered/file", f"{number + 1}")
    assert stale(history) == []
    _commit(history, "covered/file", "one more")
    assert stale(history) == [f"budget: 61 commits of what it covers since {first[:8]}"]


def test_commits_of_other_files_age_nothing(history: Path) -> None:
    _result(history, commit=git("rev-parse", "HEAD", root=history), covers=["covered"])
    for number in range(OLDEST + 5):
        _commit(history, "elsewhere", f"{number}")
    assert stale(history) == []


def test_a_commit_that_is_not_in_the_history_is_said(history: Path) -> None:
    _result(history, commit="0" * 40, covers=["covered"])
    assert stale(history) == ["budget: measured on 00000000, which is not in this history"]


def test_an_assurance_that_was_never_measured_is_said(history: Path) -> None:
    (history / "tests" / "assurance").mkdir(parents=True)
    for name in ("hostile_web", "frame"):
        says = "async def full() -> None:" if name == "hostile_web" else "LONGEST_S = 1"
        (history / "tests" / "assurance" / f"{name}.py").write_text(says)
    assert stale(history) == ["hostile-web: no result is committed"]
    (history / RESULTS / "mutants.json").unlink()
    assert stale(history)[1:] == ["mutants: no result is committed"]


def test_every_committed_result_names_its_commit_and_what_it_covers() -> None:
    for path in (ROOT / RESULTS).glob("*.json"):
        result = json.loads(path.read_text(encoding="utf-8"))
        assert result.get("commit"), path.name
        assert result.get("covers"), path.name
        assert all((ROOT / part).exists() for part in result["covers"]), path.name

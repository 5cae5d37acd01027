"""`make advisories` finds what a copy of the database knows and says what it did not check."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from ops.scripts import advisories
from ops.scripts.advisories import Package, affects, known, locked, main

RANGE = {
    "package": {"ecosystem": "npm", "name": "left"},
    "ranges": [
        {
            "type": "SEMVER",
            "events": [
                {"introduced": "0"},
                {"fixed": "1.2.0"},
                {"introduced": "2.0.0-beta.1"},
                {"last_affected": "2.1.0"},
            ],
        }
    ],
}
LISTED = {"package": {"ecosystem": "PyPI", "name": "Some.Thing"}, "versions": ["1.0"]}
BOTH = {
    "id": "OSV-1",
    "summary": "It opens.",
    "modified": "2026-11-20T01:00:00Z",
    "affected": [RANGE, LISTED],
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A zip file as the database publishes it, in a folder."""
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("OSV-1.json", json.dumps(BOTH))
        archive.writestr("OSV-2.json", json.dumps({**BOTH, "id": "OSV-2", "withdrawn": "2026"}))
    return tmp_path


@pytest.mark.parametrize(
    ("version", "vulnerable"),
    [
        ("1.1.9", True),
        ("1.2.0", False),
        ("2.0.0-beta.0", False),
        ("2.0.0-beta.1", True),
        ("2.0.0", True),
        ("2.1.0", True),
        ("2.1.1", False),
    ],
)
def test_a_version_is_judged_by_the_events_of_a_range(version: str, vulnerable: bool) -> None:
    assert affects(RANGE, version) is vulnerable


def test_what_the_copy_knows_of_a_locked_version_is_named_once_with_its_day(copy: Path) -> None:
    packages = {Package("PyPI", "some-thing", "1.0"), Package("PyPI", "some-thing", "1.1")}
    found, ecosystems, newest = known(packages, copy)
    assert found == ["PyPI some-thing 1.0: OSV-1, It opens."]
    assert (ecosystems, newest) == ({"PyPI", "npm"}, "2026-11-20")


def test_every_lock_file_gives_packages_of_its_own_kind() -> None:
    names = {(package.ecosystem, package.name) for package in locked()}
    assert {("PyPI", "fastapi"), ("PyPI", "pytest"), ("npm", "react")} <= names


@pytest.mark.parametrize(
    ("version", "code", "said"),
    [("1.0", advisories.FOUND, "OSV-1"), ("1.1", advisories.CLEAN, "newest record")],
)
def test_the_exit_code_says_whether_something_is_known(
    copy: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    version: str,
    code: int,
    said: str,
) -> None:
    monkeypatch.setattr(advisories, "locked", lambda: {Package("PyPI", "some-thing", version)})
    assert main(str(copy)) == code
    assert said in capsys.readouterr().out


def test_without_a_copy_what_was_not_checked_is_said_and_is_no_success(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(advisories, "_npm_answers", lambda found: False)
    assert main() == advisories.UNCHECKED
    said = capsys.readouterr().out
    assert said.count("NOT CHECKED") == 2


def test_a_copy_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{")
    assert main(str(tmp_path)) == advisories.UNREADABLE

"""The version stands in pyproject.toml; what must repeat it says the same."""

from __future__ import annotations

import re
import tomllib

import yaml  # type: ignore[import-untyped]  # ships no types

from tests.architecture.tree import ROOT, read, tracked

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def test_the_chart_is_of_the_products_version() -> None:
    chart = yaml.safe_load((ROOT / "charts/presence/Chart.yaml").read_text(encoding="utf-8"))
    assert (chart["version"], chart["appVersion"]) == (VERSION, VERSION)


def test_the_restore_drill_runs_the_products_version() -> None:
    drill = (ROOT / "ops/database/drill.yaml").read_text(encoding="utf-8")
    assert re.findall(r"image: presence:(\S+)", drill) == [VERSION]


def test_web_projects_carry_no_version_of_their_own() -> None:
    packages = [path for path in tracked() if path.name == "package.json"]
    assert packages
    assert [p.as_posix() for p in packages if re.search(r'^ {2}"version"', read(p), re.M)] == []


def test_the_changelog_names_the_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## [Unreleased]" in changes
    assert f"## [{VERSION}]" in changes

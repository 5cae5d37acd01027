"""Every direct dependency has its line in `ops/docs/dependencies.md`, and no line is left over."""

from __future__ import annotations

import json
import re
import tomllib

from tests.architecture.tree import ROOT


def python_dependencies(pyproject: str) -> set[str]:
    """Names of all direct requirements, extras and versions removed."""
    project = tomllib.loads(pyproject)["project"]
    lines = [*project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        lines += extra
    return {re.split(r"[\[<>=!~; ]", line, maxsplit=1)[0] for line in lines}


def documented(text: str) -> set[str]:
    """Packages with a line in the tables."""
    return set(re.findall(r"^\| `([^`]+)` \| \S", text, re.MULTILINE))


def test_each_dependency_says_why_it_is_here() -> None:
    used = python_dependencies((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for project in ("web", "admin", "tests/load/lighthouse"):
        package = json.loads((ROOT / project / "package.json").read_text(encoding="utf-8"))
        used |= {*package["dependencies"], *package.get("devDependencies", {})}
    for listed in (ROOT / "ops" / "bootstrap").glob("*.in"):
        used |= {line.partition("==")[0] for line in listed.read_text(encoding="utf-8").split()}
    assert documented((ROOT / "ops" / "docs" / "dependencies.md").read_text("utf-8")) == used


def test_a_requirement_is_reduced_to_its_name() -> None:
    sample = (
        '[project]\ndependencies = ["psycopg[binary]==3.3.9", "brotli"]\n'
        '[project.optional-dependencies]\ndev = ["mypy==2"]\n'
    )
    assert python_dependencies(sample) == {"psycopg", "brotli", "mypy"}


def test_a_line_without_a_reason_does_not_count() -> None:
    assert documented("| `a` | because |\n| `b` |  |\n") == {"a"}

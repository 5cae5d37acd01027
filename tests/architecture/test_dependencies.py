"""Every direct dependency has its line in `ops/docs/dependencies.md`, and no line is left over."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from tests.architecture.tree import ROOT

SOURCES = {".ts", ".tsx", ".css"}
IMPORTED = re.compile(r"""(?:\bfrom|\bimport|\bimport\()\s*["']([^"'.][^"']*)["']""")
# Types of @hookform/resolvers are written in its terms; react-admin draws its icons with it.
NEEDED_BY_OTHERS = {"@standard-schema/spec", "@mui/icons-material"}


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


def packages_nobody_imports(project: Path) -> set[str]:
    """Packages of the product's part that no source of `project` imports."""
    packages: set[str] = {
        *json.loads((project / "package.json").read_text("utf-8"))["dependencies"]
    }
    sources = [path for path in (project / "src").rglob("*") if path.suffix in SOURCES]
    imported = {
        name for path in sources for name in IMPORTED.findall(path.read_text(encoding="utf-8"))
    }
    return {name for name in packages if not any(_belongs(path, name) for path in imported)}


def _belongs(path: str, package: str) -> bool:
    return path == package or path.startswith(f"{package}/")


def test_each_package_of_a_web_product_is_imported_or_asked_for_by_one_that_is() -> None:
    for project in ("web", "admin"):
        unused = packages_nobody_imports(ROOT / project)
        assert unused <= NEEDED_BY_OTHERS, f"{project}: {unused - NEEDED_BY_OTHERS}"


def test_a_package_that_is_only_named_in_a_text_counts_as_unused(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "package.json").write_text('{"dependencies": {"a": "1", "b": "1", "@c/d": "1"}}')
    (tmp_path / "src" / "x.ts").write_text('import a from "a/part";\nconst b = "b";\n')
    (tmp_path / "src" / "x.css").write_text('@import "@c/d";\n')
    assert packages_nobody_imports(tmp_path) == {"b"}


def test_a_requirement_is_reduced_to_its_name() -> None:
    sample = (
        '[project]\ndependencies = ["psycopg[binary]==3.3.9", "brotli"]\n'
        '[project.optional-dependencies]\ndev = ["mypy==2"]\n'
    )
    assert python_dependencies(sample) == {"psycopg", "brotli", "mypy"}


def test_a_line_without_a_reason_does_not_count() -> None:
    assert documented("| `a` | because |\n| `b` |  |\n") == {"a"}

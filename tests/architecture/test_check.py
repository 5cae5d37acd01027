"""`make check` finds the tests that stand nearest to a change."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from ops.check import __main__ as check
from ops.check import timing
from ops.check.changes import changes
from ops.check.nearest import python_tests, web_tests

FILES = {
    "api/presence/core/money.py": "",
    "api/presence/domains/billing/service/plans.py": "from presence.core import money\n",
    "api/presence/domains/billing/routes.py": '@router.get("/api/v1/plans/{key}/prices")\n',
    "tests/core/test_money.py": "from presence.core.money import Money\n",
    "tests/core/test_files.py": "",
    "tests/domains/billing/test_plans.py": "",
    "tests/domains/billing/test_seats.py": "",
    "tests/domains/brands/test_brands.py": 'get(f"/api/v1/plans/{key}/prices")\n',
    "ops/mutants/guards.json": '{"core.money": "tests/core/test_files.py::test_x"}',
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small repository."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def names(root: Path, *changed: str) -> list[str]:
    """The tests near the changed files, nearest first."""
    return [path.stem for path in python_tests(root, {Path(name) for name in changed})]


def test_what_imports_a_module_stands_before_what_is_only_in_its_folder(tree: Path) -> None:
    assert names(tree, "api/presence/core/money.py")[:2] == ["test_money", "test_files"]


def test_a_test_that_was_changed_comes_first(tree: Path) -> None:
    found = names(tree, "tests/core/test_files.py", "api/presence/core/money.py")
    assert found[:2] == ["test_files", "test_money"]


def test_a_module_that_is_reached_over_http_is_near_to_tests_of_its_words(tree: Path) -> None:
    found = names(tree, "api/presence/domains/billing/service/plans.py")
    assert found == ["test_plans", "test_seats"]


def test_an_address_leads_to_the_tests_that_ask_it(tree: Path) -> None:
    assert "test_brands" in names(tree, "api/presence/domains/billing/routes.py")


def test_the_test_that_noticed_a_guard_is_near_to_its_file(tree: Path) -> None:
    (tree / "api/presence/core/money.py").write_text("if x:  # guard: core.money\n    pass\n")
    assert names(tree, "api/presence/core/money.py")[0] == "test_files"


def test_tests_of_a_web_project_are_found_over_what_they_import(tmp_path: Path) -> None:
    (tmp_path / "a.ts").write_text("export const a = 1;\n")
    (tmp_path / "b.tsx").write_text('import { a } from "@/a";\n')
    (tmp_path / "b.test.tsx").write_text('import { b } from "./b";\n')
    (tmp_path / "c.test.ts").write_text("")
    assert web_tests(tmp_path, [tmp_path / "a.ts"]) == [tmp_path / "b.test.tsx"]


def test_what_does_not_fit_the_time_is_left_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    near = [Path("a"), Path("b"), Path("c")]
    took = {"a": 1.0, "b": check.BUDGET_S, "c": 2.0}
    monkeypatch.setattr(timing, "remembered", lambda: took)
    assert check.plan(near) == ([Path("c"), Path("a")], [Path("b")])


def test_changes_are_what_a_branch_made_and_what_is_not_committed(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=x", "-c", "user.email=x@example.com"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)  # noqa: S603, S607

    git("init", "-b", "main")
    for name in ("old", "gone"):
        (tmp_path / name).write_text("1")
    git("add", ".")
    git("commit", "-m", "first")
    git("checkout", "-b", "mine")
    (tmp_path / "committed").write_text("1")
    git("add", ".")
    git("commit", "-m", "second")
    (tmp_path / "old").write_text("2")
    (tmp_path / "new").write_text("1")
    (tmp_path / "gone").unlink()
    assert changes(tmp_path) == {Path("committed"), Path("old"), Path("new")}

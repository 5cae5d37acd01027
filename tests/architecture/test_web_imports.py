"""The modules of the web app and of the console import each other in one direction only.

Invariant: imports of types count like any other, because a reader follows them all the same.
What is fetched when it is first needed (`import("…")`) does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from ops.check.imports import web_imports

from tests.architecture.tree import ROOT


def circle(graph: Mapping[Path, set[Path]]) -> list[str]:
    """The names of the modules of one circle of imports, none where there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [path.name for path in error.args[1]]
    return []


@pytest.mark.parametrize("project", ["web", "admin"])
def test_no_two_modules_of_a_web_project_import_each_other_over_any_way(project: str) -> None:
    graph = web_imports(ROOT / project / "src")
    assert sum(map(len, graph.values())) > len(graph)
    assert circle(graph) == []


def test_a_circle_of_types_over_three_modules_is_found(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "a.ts").write_text('import {\n  b,\n  c,\n} from "@/lib";\n')
    (tmp_path / "lib" / "index.ts").write_text('export { type B } from "./b";\n')
    (tmp_path / "lib" / "b.tsx").write_text('import "x";\nimport type { A } from "../a";\n')
    assert set(circle(web_imports(tmp_path))) == {"a.ts", "b.tsx", "index.ts"}


def test_what_is_fetched_later_makes_no_circle(tmp_path: Path) -> None:
    (tmp_path / "a.ts").write_text('import { b } from "./b";\n')
    (tmp_path / "b.ts").write_text('export const later = () => import("./a");\n')
    assert circle(web_imports(tmp_path)) == []

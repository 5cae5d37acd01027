"""The modules of the web app and of the console import each other in one direction only.

Invariant: imports of types count like any other, because a reader follows them all the same.
What is fetched when it is first needed (`import("…")`) does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

IMPORT = re.compile(r"""^(?:import|export)\b(?:[^;'"]*?\bfrom)?\s*["']([^"']+)["']""", re.MULTILINE)
ENDINGS = ("", ".ts", ".tsx", "/index.ts", "/index.tsx")


def imports_of(source: Path) -> dict[Path, set[Path]]:
    """Each module below `source` and the modules there that it imports."""
    modules = {path for path in source.rglob("*") if path.suffix in (".ts", ".tsx")}
    return {module: set(_imported(module, source, modules)) for module in modules}


def _imported(module: Path, source: Path, modules: set[Path]) -> Iterator[Path]:
    for name in IMPORT.findall(module.read_text(encoding="utf-8")):
        if name.startswith("@/"):
            named = source / name[2:]
        elif name.startswith("."):
            named = module.parent / name
        else:
            continue
        found = (Path(f"{named.resolve()}{ending}") for ending in ENDINGS)
        yield from (path for path in found if path in modules)


def circle(graph: Mapping[Path, set[Path]]) -> list[str]:
    """The names of the modules of one circle of imports, none where there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [path.name for path in error.args[1]]
    return []


@pytest.mark.parametrize("project", ["web", "admin"])
def test_no_two_modules_of_a_web_project_import_each_other_over_any_way(project: str) -> None:
    graph = imports_of(ROOT / project / "src")
    assert sum(map(len, graph.values())) > len(graph)
    assert circle(graph) == []


def test_a_circle_of_types_over_three_modules_is_found(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "a.ts").write_text('import {\n  b,\n  c,\n} from "@/lib";\n')
    (tmp_path / "lib" / "index.ts").write_text('export { type B } from "./b";\n')
    (tmp_path / "lib" / "b.tsx").write_text('import "x";\nimport type { A } from "../a";\n')
    assert set(circle(imports_of(tmp_path))) == {"a.ts", "b.tsx", "index.ts"}


def test_what_is_fetched_later_makes_no_circle(tmp_path: Path) -> None:
    (tmp_path / "a.ts").write_text('import { b } from "./b";\n')
    (tmp_path / "b.ts").write_text('export const later = () => import("./a");\n')
    assert circle(imports_of(tmp_path)) == []

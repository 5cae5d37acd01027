"""Who imports whom: among our Python modules, and among the modules of a web project.

Invariant: text is read, nothing is imported or run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

Graph = dict[Path, set[Path]]

WEB_IMPORT = re.compile(
    r"""^(?:import|export)\b(?:[^;'"]*?\bfrom)?\s*["']([^"']+)["']""", re.MULTILINE
)
WEB_LATER = re.compile(r"""\bimport\(\s*["']([^"']+)["']""")
WEB_ENDINGS = ("", ".ts", ".tsx", "/index.ts", "/index.tsx")
FROM = re.compile(r"^[ ]*from ([\w.]+) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
IMPORT = re.compile(r"^[ ]*import ([\w.]+)", re.MULTILINE)


def web_imports(source: Path, *, later: bool = False) -> Graph:
    """Each module below `source` and those it imports; `later` counts `import("…")` too."""
    modules = {path for path in source.rglob("*") if path.suffix in (".ts", ".tsx")}
    return {module: set(_web(module, source, modules, later)) for module in modules}


def _web(module: Path, source: Path, modules: set[Path], later: bool) -> Iterator[Path]:
    text = module.read_text(encoding="utf-8")
    for name in WEB_IMPORT.findall(text) + (WEB_LATER.findall(text) if later else []):
        if name.startswith("@/"):
            named = source / name[2:]
        elif name.startswith("."):
            named = module.parent / name
        else:
            continue
        found = (Path(f"{named.resolve()}{ending}") for ending in WEB_ENDINGS)
        yield from (path for path in found if path in modules)


def python_imports(root: Path) -> Graph:
    """Each Python file of product, tests and tools, and those it imports; relative to `root`."""
    homes = {"presence": root / "api", "tests": root, "ops": root}
    homes["presence_standins"] = root / "tests" / "standins"
    modules: dict[str, Path] = {}
    for package, home in homes.items():
        for path in (home / package).rglob("*.py"):
            name = ".".join(path.relative_to(home).with_suffix("").parts)
            modules[name.removesuffix(".__init__")] = path.relative_to(root)
    graph = {path: set(_python(root / path, modules)) for path in modules.values()}
    for path in graph:
        if path.name.startswith("test_"):  # pytest imports what stands beside and above it
            beside = (folder / "conftest.py" for folder in path.parents[:-2])
            graph[path] |= {file for file in beside if file in graph}
    return graph


def _python(path: Path, modules: Mapping[str, Path]) -> Iterator[Path]:
    text = path.read_text(encoding="utf-8")
    for package, names in FROM.findall(text):
        inside = [f"{package}.{name}" for name in re.findall(r"\w+", names)]
        known = [modules[name] for name in inside if name in modules]
        yield from known
        if package in modules and len(known) < len(inside):
            yield modules[package]
    yield from (modules[name] for name in IMPORT.findall(text) if name in modules)


def distances(
    graph: Mapping[Path, Iterable[Path]], changed: set[Path], most: int
) -> dict[Path, int]:
    """How many imports lead from a file to the nearest of `changed`; none over `most`."""
    importers: Graph = {}
    for module, imported in graph.items():
        for name in imported:
            importers.setdefault(name, set()).add(module)
    found = {path: 0 for path in changed if path in graph}
    edge = set(found)
    for distance in range(1, most + 1):
        edge = {user for path in edge for user in importers.get(path, ())} - found.keys()
        found |= dict.fromkeys(edge, distance)
    return found

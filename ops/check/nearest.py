"""Which tests stand nearest to a change, so that few of them say most about it.

By imports, by the folder a slice's tests are in and the words of both names, by the addresses of
routes, and by the guards of a changed file, whose tests are remembered (ops/mutants/guards.json).
Invariant: a test that itself was changed comes first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from ops.check.imports import distances, python_imports, web_imports

DEEPEST = 3
ROUTE = re.compile(r"""["'](/(?:api/|[a-z-]+/)?[^"'\s]*)["']""")
GUARD = re.compile(r"guard: ([a-z0-9.-]+)")
# A browser, a benchmark, a cluster: never near enough for a loop of minutes.
SLOW = ("tests/e2e", "tests/load", "tests/cluster", "tests/sense")
DATA = {"charts": "tests/charts", "ops/dashboards": "tests/dashboards"}


def python_tests(root: Path, changed: set[Path]) -> list[Path]:
    """Test files from the nearest to the farthest that still has to do with the change."""
    graph = python_imports(root)
    tests = [p for p in graph if p.name.startswith("test_") and not _below(p, SLOW)]
    reached = distances(graph, changed, DEEPEST)
    noticing = _noticing(root, changed)
    patterns = _routes(root, changed)
    ranks: dict[Path, float] = {}
    for test in tests:
        found = [rank for path in changed if (rank := _beside(path, test)) is not None]
        if test in reached:
            found.append(reached[test] * 1.0)
        if test in noticing:
            found.append(0.5)
        if patterns and any(p.search((root / test).read_text(encoding="utf-8")) for p in patterns):
            found.append(1.5)
        if found:
            ranks[test] = min(found)
    return sorted(ranks, key=lambda test: (ranks[test], test))


def _beside(path: Path, test: Path) -> float | None:
    """How near two names are: 1 and a bit with words in common, 3 in the same folder alone."""
    for folder, its_tests in DATA.items():
        if _below(path, (folder,)) and _below(test, (its_tests,)):
            return 1.0
    if path.parts[:2] != ("api", "presence"):
        return None
    inside = path.parts[2:-1]
    area = Path("tests", *inside[: 2 if inside[:1] == ("domains",) else 1])
    if not inside or not test.is_relative_to(area):
        return None
    common = _words(path.stem, *inside[2:]) & _words(
        test.stem, *test.parent.relative_to(area).parts
    )
    return 3.0 - min(len(common) * 1.2, 1.9)


def _words(*names: str) -> set[str]:
    parts = (word for name in names for word in name.split("_"))
    return {word.removesuffix("s") for word in parts if len(word) > 2 and word != "test"}


def _noticing(root: Path, changed: set[Path]) -> set[Path]:
    known: dict[str, str] = json.loads((root / "ops/mutants/guards.json").read_text("utf-8"))
    names = {
        name
        for path in changed
        if path.suffix == ".py" and path.parts[0] == "api"
        for name in GUARD.findall((root / path).read_text(encoding="utf-8"))
    }
    return {Path(known[name].partition("::")[0]) for name in names if name in known}


def _routes(root: Path, changed: set[Path]) -> list[re.Pattern[str]]:
    """Of changed route modules, the addresses as a test would write them."""
    found = []
    for path in changed:
        if path.suffix != ".py" or not re.search(r"/(routes|admin)", path.as_posix()):
            continue
        for address in set(ROUTE.findall((root / path).read_text(encoding="utf-8"))):
            pieces = [re.escape(piece) for piece in re.split(r"\{[^}]*\}", address)]
            if len("".join(pieces)) >= 8:
                found.append(re.compile(r"[^/\"']+".join(pieces) + r"[\"'?]"))
    return found


def web_tests(source: Path, changed: Iterable[Path]) -> list[Path]:
    """Tests of a web project from the nearest on; absolute paths in and out."""
    wanted = set(changed)
    graph = web_imports(source, later=True)
    reached = distances(graph, wanted, DEEPEST)
    tests = [path for path in reached if ".test." in path.name]
    homes = {path.parent for path in wanted}
    return sorted(tests, key=lambda test: (reached[test], test.parent not in homes, test))


def _below(path: Path, folders: Iterable[str]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)

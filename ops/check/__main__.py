"""`make check`, and `make one TEST=…`.

Static checks of Python beside those of the web projects that were touched, then the rules of the
architecture with the tests nearest to the change. Exit 0 when all passed. Invariant: what was near
and not run for want of time is named, so that green never says more than it knows.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from ops.check import timing
from ops.check.changes import ROOT, changes
from ops.check.nearest import python_tests, web_tests

BIN = ROOT / ".venv" / "bin"
NPM = str(ROOT / "ops" / "bootstrap" / "npm")
# Of tests, in seconds of one core; of a file nobody has seen run; web test files at most.
BUDGET_S, UNKNOWN_S, WEB_FILES = 170.0, 8.5, 10
OF_ITSELF = "tests/architecture/test_mutants_noticing.py"  # half a minute, about ops/mutants alone


def main(arguments: list[str]) -> int:
    """Check what changed; with `--one TEST` run that test alone."""
    if arguments[:1] == ["--one"]:
        return one(arguments[1])
    changed = changes()
    started = time.monotonic()
    say(f"{len(changed)} changed files")
    with ThreadPoolExecutor(2) as pool:
        lanes = [
            pool.submit(run)
            for run in (partial(python_lanes, changed), partial(web_lanes, changed))
        ]
        results = [lane.result() for lane in lanes]
    passed = all(results) and nearest(changed)
    say(f"{'Green' if passed else 'Red'} after {time.monotonic() - started:.0f} s")
    return 0 if passed else 1


def one(test: str) -> int:
    """One test or file of tests, as its project runs it."""
    project, _, path = test.partition("/")
    if project in ("web", "admin"):
        file, _, name = path.partition(" > ")
        named = ["-t", name.replace(" > ", " ")] if name else []
        command = [NPM, "run", "--silent", "test", "--", file, *named]
        return subprocess.run(command, cwd=ROOT / project, check=False).returncode  # noqa: S603
    command = [str(BIN / "pytest"), "-n", "0", test]
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603


def python_lanes(changed: set[Path]) -> bool:
    """Style, form, layers and types of everything; the API's contract where it may have changed."""
    lanes: list[tuple[str, list[str]]] = [
        ("ruff", ["ruff", "check", "."]),
        ("format", ["ruff", "format", "--check", "."]),
        ("contracts", ["lint-imports"]),
        ("mypy", ["mypy"]),
    ]
    ran = [lane(name, [str(BIN / command), *rest]) for name, (command, *rest) in lanes]
    if any(path.is_relative_to("api/presence") for path in changed):
        ran.append(contract())
    return all(ran)


def contract() -> bool:
    """Whether the committed OpenAPI documents are those of the code."""
    with tempfile.TemporaryDirectory() as folder:
        written = f"{folder}/customer.json"
        if not lane("openapi", [str(BIN / "presence"), "export-openapi", written]):
            return False
        for name in ("customer.json", "operator.json"):
            committed = ROOT / "api" / "presence" / "openapi" / name
            if committed.read_bytes() != (Path(folder) / name).read_bytes():
                say(f"  FAILED  openapi: {name} is out of date; run `make gen`")
                return False
    return True


def web_lanes(changed: set[Path]) -> bool:
    """Of each web project that was touched: its types, and of what was touched style and tests."""
    ran = [_project(name, changed) for name in ("web", "admin")]
    return all(ran)


def _project(name: str, changed: set[Path]) -> bool:
    touched = [path.relative_to(name) for path in changed if path.is_relative_to(name)]
    if not touched:
        return True
    home = ROOT / name
    if not lane(f"{name} packages", ["make", f"{name}/node_modules/.installed"]):
        return False
    sources = [str(p) for p in touched if p.suffix in (".ts", ".tsx", ".js", ".mjs")]
    formed = [
        str(p) for p in touched if p.suffix in (".ts", ".tsx", ".js", ".mjs", ".css", ".json")
    ]
    tests = web_tests(home / "src", [home / path for path in touched])
    npx = [NPM, "exec", "--"]
    ran = [lane(f"{name} types", [NPM, "run", "--silent", "typecheck"], home)]
    if sources:
        quiet = ["--max-warnings", "0", "--no-warn-ignored"]
        ran.append(lane(f"{name} eslint", [*npx, "eslint", *quiet, *sources], home))
    if formed:
        ran.append(lane(f"{name} form", [*npx, "prettier", "--check", *formed], home))
    if tests:
        files = [str(test.relative_to(home)) for test in tests[:WEB_FILES]]
        ran.append(lane(f"{name} tests", [*npx, "vitest", "run", *files], home))
        left_out(f"{name}/src", [test.relative_to(ROOT) for test in tests[WEB_FILES:]])
    return all(ran)


def nearest(changed: set[Path]) -> bool:
    """The architecture and the nearest tests, in two processes; prints their slowest twenty."""
    near = python_tests(ROOT, changed)
    chosen, left = plan([p for p in near if not p.is_relative_to("tests/architecture")])
    rules = sorted(p.relative_to(ROOT) for p in (ROOT / "tests/architecture").glob("test_*.py"))
    if not any(path.is_relative_to("ops/mutants") for path in changed):
        rules = [path for path in rules if path != Path(OF_ITSELF) or path in changed]
    say(f"The architecture's rules and {len(chosen)} files of tests near the change")
    left_out("tests", left)
    asked = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--durations", "20"]
    files = [path.as_posix() for path in (*chosen, *rules)]
    command = [str(BIN / "python"), "-m", "pytest", "-p", "ops.check.timing", *asked, *files]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603
    if code < 0:
        say(f"The tests were ended from outside, by signal {-code}")
    return code == 0


def plan(near: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Those that fit the budget, the longest first, and those that do not."""
    seconds, left, chosen, over = timing.remembered(), BUDGET_S, [], []
    for path in near:
        needed = seconds.get(path.as_posix(), UNKNOWN_S)
        if needed <= left:
            left -= needed
            chosen.append(path)
        else:
            over.append(path)
    return sorted(chosen, key=lambda path: -seconds.get(path.as_posix(), UNKNOWN_S)), over


def left_out(where: str, files: Sequence[Path]) -> None:
    """Says which near tests there was no time for."""
    if files:
        named = ", ".join(path.as_posix() for path in files[:5])
        more = f" and {len(files) - 5} more" if len(files) > 5 else ""
        say(f"Near, left to `make test` ({where}): {named}{more}")


def lane(name: str, command: Sequence[str], folder: Path = ROOT) -> bool:
    """One check; what it printed is shown when it failed."""
    started = time.monotonic()
    done = subprocess.run(  # noqa: S603 - commands of this file
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    took = f"{name} ({time.monotonic() - started:.0f} s)"
    say(f"  ok      {took}" if done.returncode == 0 else f"  FAILED  {took}\n{done.stdout}")
    return done.returncode == 0


def say(sentence: str) -> None:
    """Prints at once, in the order of what happens."""
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

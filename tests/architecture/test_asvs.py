"""`ops/assurance/asvs.md` has every requirement of levels 1 and 2 once, and no invented test."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache

from tests.architecture.tree import ROOT

# Numbers of levels 1 and 2 by section, ASVS 5.0.0; what is missing between them is level 3.
SECTIONS = {
    "1.1": "1-2",
    "1.2": "1-9",
    "1.3": "1-11",
    "1.4": "1-3",
    "1.5": "1-2",
    "2.1": "1-3",
    "2.2": "1-3",
    "2.3": "1-4",
    "2.4": "1",
    "3.2": "1-2",
    "3.3": "1-4",
    "3.4": "1-6",
    "3.5": "1-5",
    "3.7": "1-2",
    "4.1": "1-3",
    "4.2": "1",
    "4.3": "1-2",
    "4.4": "1-4",
    "5.1": "1",
    "5.2": "1-3",
    "5.3": "1-2",
    "5.4": "1-3",
    "6.1": "1-3",
    "6.2": "1-12",
    "6.3": "1-4",
    "6.4": "1-4",
    "6.5": "1-5",
    "6.6": "1-3",
    "6.8": "1-4",
    "7.1": "1-3",
    "7.2": "1-4",
    "7.3": "1-2",
    "7.4": "1-5",
    "7.5": "1-2",
    "7.6": "1-2",
    "8.1": "1-2",
    "8.2": "1-3",
    "8.3": "1",
    "8.4": "1",
    "9.1": "1-3",
    "9.2": "1-4",
    "10.1": "1-2",
    "10.2": "1-2",
    "10.3": "1-4",
    "10.4": "1-11",
    "10.5": "1-5",
    "10.6": "1-2",
    "10.7": "1-3",
    "11.1": "1-2",
    "11.2": "1-3",
    "11.3": "1-3",
    "11.4": "1-4",
    "11.5": "1",
    "11.6": "1",
    "12.1": "1-3",
    "12.2": "1-2",
    "12.3": "1-4",
    "13.1": "1",
    "13.2": "1-5",
    "13.3": "1-2",
    "13.4": "1-5",
    "14.1": "1-2",
    "14.2": "1-4",
    "14.3": "1-3",
    "15.1": "1-3",
    "15.2": "1-3",
    "15.3": "1-7",
    "16.1": "1",
    "16.2": "1-5",
    "16.3": "1-4",
    "16.4": "1-3",
    "16.5": "1-3",
    "17.1": "1",
    "17.2": "1-4",
    "17.3": "1-2",
}
REASONS = ("Not applicable: ", "Not met yet", "In part", "Without a test", "See [Decisions]")
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


PLACES = ("tests/", "web/src/", "admin/src/")


def required() -> set[str]:
    """Every requirement the list must have."""
    found = set()
    for section, numbers in SECTIONS.items():
        for run in numbers.split():
            first, _, last = run.partition("-")
            found |= {f"{section}.{n}" for n in range(int(first), int(last or first) + 1)}
    return found


@cache
def names_in(path: str) -> frozenset[str]:
    """Names of the tests in a file; none when there is no such file."""
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        return frozenset(re.findall(r'\b(?:it|test)\("([^"]+)"', text))
    functions = (
        n
        for n in ast.walk(ast.parse(text))
        if isinstance(n, ast.AsyncFunctionDef | ast.FunctionDef)
    )
    return frozenset(n.name for n in functions if n.name.startswith("test_"))


def complaints(document: str) -> list[str]:
    """Requirements missing or doubled, cells with neither test nor reason, tests that are not."""
    rows = ROW.findall(document)
    counts = Counter(number for number, _, _ in rows)
    found = [f"{number} is missing" for number in sorted(required() - set(counts))]
    found += [f"{n} stands {c} times" for n, c in counts.items() if c > 1]
    found += [f"{n} is none of level 1 or 2" for n in counts if n not in required()]
    for number, _, cell in rows:
        named = re.findall(r"`([^`]+?)::([^`]+)`", cell)
        if not named and not cell.startswith(REASONS):
            found.append(f"{number} has neither a test nor a reason")
        for path, test in named:
            if not path.startswith(PLACES) or test not in names_in(path):
                found.append(f"{number} names {path}::{test}, which does not exist")
    return found


def test_every_requirement_stands_once_with_a_test_that_exists_or_a_reason() -> None:
    document = (ROOT / "ops" / "assurance" / "asvs.md").read_text(encoding="utf-8")
    assert complaints(document) == []
    assert len(required()) == 253


def test_a_bad_list_is_noticed() -> None:
    here = "tests/architecture/test_asvs.py"
    good = "".join(f"| {number} | a title | Not applicable: none. |\n" for number in required())
    assert complaints(good) == []

    def first_says(cell: str) -> list[str]:
        return complaints(re.sub(r"(?m)^\| 1\.1\.1 .*$", f"| 1.1.1 | a title | {cell} |", good))

    for gone in (f"{here}::test_gone", "tests/gone.py::test_it", "web/src/lib/toast.test.ts::no"):
        assert first_says(f"`{gone}`") == [f"1.1.1 names {gone}, which does not exist"]
    assert first_says("certainly") == ["1.1.1 has neither a test nor a reason"]
    assert first_says(f"`{here}::test_a_bad_list_is_noticed`") == []
    twice = good + "| 1.1.1 | again | Not applicable: none. |\n"
    assert complaints(twice) == ["1.1.1 stands 2 times"]
    assert complaints(good.replace("| 17.3.2 |", "| 17.3.9 |")) == [
        "17.3.2 is missing",
        "17.3.9 is none of level 1 or 2",
    ]

"""The guards' breaker breaks what a comment declares, and only that."""

from __future__ import annotations

from pathlib import Path

import pytest
from ops.mutants.marks import BadMark, broken, declared, guards, probed, switched

from tests.architecture.tree import ROOT

CASES = {
    "a condition": (
        "if a and b:  # guard: x.y\n    raise E\n",
        "if False:  # guard: x.y\n    raise E\n",
    ),
    "a condition over lines": (
        "if (\n    a\n    or b\n):  # guard: x.y\n    raise E\n",
        "if (\n    False\n):  # guard: x.y\n    raise E\n",
    ),
    "a part of a condition": (
        "if (\n    a\n    or b  # guard: x.y\n):\n    raise E\n",
        "if (\n    a\n\n):\n    raise E\n",
    ),
    "a condition that says what stands instead": (
        "if a:  # guard: x.y -> True\n    b()\n",
        "if True:  # guard: x.y -> True\n    b()\n",
    ),
    "a line that is too long for a comment": (
        "if a:\n    # guard: x.y\n    if b:\n        raise E\n",
        "if a:\n    # guard: x.y\n    if False:\n        raise E\n",
    ),
    "an elif": (
        "if a:\n    pass\nelif b:  # guard: x.y\n    raise E\n",
        "if a:\n    pass\nelif False:  # guard: x.y\n    raise E\n",
    ),
    "a call over lines": (
        "check(  # guard: x.y\n    a,\n)\nb()\n",
        "pass\nb()\n",
    ),
    "a raise": ("raise E  # guard: x.y\n", "pass  # guard: x.y\n"),
    "a return": (
        "def f():\n    return é(a)  # guard: x.y -> True\n",
        "def f():\n    return True  # guard: x.y -> True\n",
    ),
    "an assignment": ("a = b  # guard: x.y -> None\n", "a = None  # guard: x.y -> None\n"),
    "a decorator": (
        "@a\n@locked(1)  # guard: x.y\ndef f():\n    pass\n",
        "@a\n\ndef f():\n    pass\n",
    ),
    "an argument": (
        "f(\n    a,\n    strict=True,  # guard: x.y\n)\n",
        "f(\n    a,\n\n)\n",
    ),
    "a line that says what stands instead": (
        "for a in b:\n    # guard: x.y -> for c in d[:1]:\n    for c in d:\n        e(c)\n",
        "for a in b:\n    # guard: x.y -> for c in d[:1]:\n    for c in d[:1]:\n        e(c)\n",
    ),
    "a line of SQL": (
        'Q = """SELECT a\nWHERE b\n  AND c -- guard: x.y\n"""\n',
        'Q = """SELECT a\nWHERE b\n\n"""\n',
    ),
    "a piece of SQL in a string of its own": (
        'Q = (\n    "SELECT a WHERE b"\n    " AND c"  # guard: x.y\n)\n',
        'Q = (\n    "SELECT a WHERE b"\n\n)\n',
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_a_comment_declares_is_broken_and_nothing_else(case: str) -> None:
    source, expected = CASES[case]
    (guard,) = declared(source, Path("a.py"))
    assert broken(source, guard) == expected


@pytest.mark.parametrize("case", CASES)
def test_a_source_with_probes_is_a_program(case: str) -> None:
    source, _ = CASES[case]
    compile(probed(source, declared(source, Path("a.py"))), "a.py", "exec")


@pytest.mark.parametrize("case", CASES)
def test_a_guard_can_be_broken_while_the_program_runs(case: str) -> None:
    source, _ = CASES[case]
    text, names = switched(source, declared(source, Path("a.py")))
    compile(text, "a.py", "exec")
    assert ('off("x.y")' in text) is bool(names)


def test_a_switch_is_what_stands_without_the_guard() -> None:
    source = "if a:  # guard: x.y\n    b()\nc(  # guard: x.z\n    d\n)\n"
    text, names = switched(source, declared(source, Path("a.py")))
    off = '__import__("guard_probe").off'
    assert names == {"x.y", "x.z"}
    assert text == (
        f'if ((False) if {off}("x.y") else (a)):  # guard: x.y\n    b()\n'
        f'if not {off}("x.z"): c(  # guard: x.z\n    d\n)\n'
    )


@pytest.mark.parametrize(
    "source",
    ["a = b  # guard: x.y\n", "f(\n    (a  # guard: x.y\n    + b)\n)\n"],
    ids=["a value without what stands instead", "what leaves no program"],
)
def test_a_guard_that_cannot_be_broken_is_refused(source: str) -> None:
    (guard,) = declared(source, Path("a.py"))
    with pytest.raises(BadMark):
        broken(source, guard)


def test_every_guard_of_the_product_can_be_broken() -> None:
    found = guards(ROOT)
    for guard in found:
        source = (ROOT / guard.path).read_text(encoding="utf-8")
        assert broken(source, guard) != source
        compile(probed(source, [guard]), str(guard.path), "exec")
        compile(switched(source, [guard])[0], str(guard.path), "exec")

"""A body that a route reads itself is waited for in one way, which asks again who sent it.

See `LongCall`: whoever loses their right while they send must not finish what they began.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

DOMAINS = Path(__file__).parents[2] / "api" / "presence" / "domains"
FORMS = list(DOMAINS.rglob("*forms.py"))
# Signed by who sends it, and read before anybody is known; and behind a body the framework read.
OF_NO_CALLER = {
    "billing/routes/webhooks.py",
    "operators/context.py",
    "traffic/routes/pushing.py",
}
READING = {"body", "stream", "form", "json"}


def calls(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """(what is called, what that call is an argument of) for every call."""
    around = {id(c): _named(p) for p in ast.walk(tree) if isinstance(p, ast.Call) for c in p.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), around.get(id(node), "")


def _named(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def _readers() -> set[str]:
    """Functions that read a request's body."""
    return {
        node.name
        for path in FORMS
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.AsyncFunctionDef) and node.args.args[0].arg == "request"
    }


def test_every_form_is_waited_for_as_a_long_call() -> None:
    readers, waited_for = _readers(), set()
    for path in DOMAINS.rglob("*.py"):
        for called, argument_of in calls(ast.parse(path.read_text())):
            name = called.rpartition(".")[2]
            if name in readers and path not in FORMS:
                assert argument_of == "wait_for", (path, called)
                waited_for.add(name)
    assert waited_for == readers


def test_no_route_reads_a_body_by_itself() -> None:
    for path in DOMAINS.rglob("*.py"):
        if path in FORMS or str(path.relative_to(DOMAINS)) in OF_NO_CALLER:
            continue
        for called, _ in calls(ast.parse(path.read_text())):
            assert called not in {f"request.{name}" for name in READING} | {"read_form"}, path

"""Every job enqueued by name is registered by some slice."""

from __future__ import annotations

import ast
import importlib

from presence.jobs.context import registered_jobs
from tests.architecture import guards
from tests.architecture.tree import python_files, read

JOB_MODULES = [
    ".".join(path.with_suffix("").parts[1:])
    for path in python_files("api/presence/domains/")
    if path.name == "jobs.py" or path.parent.name == "jobs"
]


def unknown_names(source: str, scope: dict[str, object], known: set[str]) -> list[str]:
    """Names enqueued in `source` that nobody registered; `scope` resolves constants."""
    names = [
        eval(ast.unparse(node), scope)  # noqa: S307 - our own source
        for node in guards.enqueued_names(source)
    ]
    return [str(name) for name in names if name not in known]


def test_every_enqueued_name_is_registered() -> None:
    for name in JOB_MODULES:
        importlib.import_module(name)
    known = set(registered_jobs())
    found = []
    for path in python_files("api/presence/domains/"):
        source = read(path)
        if guards.enqueued_names(source):
            module = importlib.import_module(".".join(path.with_suffix("").parts[1:]))
            found += [f"{path}: {job}" for job in unknown_names(source, vars(module), known)]
    assert found == []


def test_an_unregistered_name_is_noticed() -> None:
    source = "async def f():\n    await enqueue(session, JOB, {})\n"
    assert unknown_names(source, {"JOB": "no.such"}, {"mail.send"}) == ["no.such"]
    assert unknown_names(source, {"JOB": "mail.send"}, {"mail.send"}) == []

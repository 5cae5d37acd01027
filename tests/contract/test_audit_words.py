"""The web app has a word for every action that services write into a workspace's log."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).parents[2]
DOMAINS = HOME / "api/presence/domains"
WORDS = HOME / "web/src/lib/messages/audit-log.ts"
STAFFS = {"operators"}  # staff's own log, which no customer reads
WRITERS = {"record", "record_change", "_tell", "_note", "_depart", "_take_up", "gather"}
# An action such as `f"{kind}.added"` is one of several: at least one word must fit it.
ACTION = re.compile(r"[a-z_-]+(\.[a-z_-]+)+")


def written() -> Iterator[str]:
    """A pattern of every action handed to a writer of the log."""
    slices = [folder for folder in sorted(DOMAINS.iterdir()) if folder.name not in STAFFS]
    for path in (path for folder in slices for path in sorted(folder.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and _called(node.func) in WRITERS:
                for argument in node.args:
                    yield from _patterns(argument)


def _called(function: ast.expr) -> str:
    named = getattr(function, "id", None) or getattr(function, "attr", "")
    return str(named)


def _patterns(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.IfExp):
        yield from _patterns(argument.body)
        yield from _patterns(argument.orelse)
    elif isinstance(argument, ast.Constant) and ACTION.fullmatch(str(argument.value)):
        yield re.escape(str(argument.value))
    elif isinstance(argument, ast.JoinedStr):
        parts = [
            str(part.value) if isinstance(part, ast.Constant) else "\0" for part in argument.values
        ]
        if re.fullmatch(r"[a-z_\0-]+\.[a-z_\0-]+", "".join(parts)):
            yield "".join("[a-z_]+" if part == "\0" else re.escape(part) for part in parts)


def test_every_action_of_the_log_has_a_word() -> None:
    actions = WORDS.read_text().partition("  actions: {")[2]
    words = set(re.findall(r'^    "([a-z_.-]+)": "[^"]+",$', actions, re.MULTILINE))
    found = set(written())
    assert len(found) > 60
    missing = [one for one in sorted(found) if not any(re.fullmatch(one, w) for w in words)]
    assert missing == []

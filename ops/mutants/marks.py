"""Finds the guards that are declared in source files and makes the broken text of each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

MARK = re.compile(
    r"(?:#|--) guard: (?P<name>[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*)"
    r"(?: -> (?P<text>.+?))?\s*(?:  # .*)?$"
)
_VALUED = (ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign)
_WHOLE = (ast.Expr, ast.Raise, ast.Delete)


class BadMark(ValueError):
    """A guard is declared where it cannot be broken; the message says where and why."""


@dataclass(frozen=True)
class Guard:
    """One declared guard. `path` is relative to the root, `line` counts from 1."""

    name: str
    path: Path
    line: int
    text: str | None


@dataclass(frozen=True)
class _Splice:
    """Bytes `start` to `end` of a source are replaced."""

    start: int
    end: int
    by: str


def guards(root: Path, folder: str = "api/presence") -> list[Guard]:
    """Every guard below `folder`, by name. Raises BadMark when a name is declared twice."""
    found: dict[str, Guard] = {}
    for path in sorted((root / folder).rglob("*.py")):
        for guard in declared(path.read_text(encoding="utf-8"), path.relative_to(root)):
            if guard.name in found:
                other = found[guard.name]
                raise BadMark(f"{guard.name} is declared in {other.path} and in {guard.path}")
            found[guard.name] = guard
    return [found[name] for name in sorted(found)]


def declared(source: str, path: Path) -> Iterator[Guard]:
    """The guards of one source file, in order."""
    if " guard: " not in source:
        return
    for number, line in enumerate(source.splitlines(), start=1):
        match = MARK.search(line)
        if match:
            alone = not line[: match.start()].strip()
            yield Guard(match["name"], path, number + alone, match["text"])


def broken(source: str, guard: Guard) -> str:
    """`source` without `guard`. Raises BadMark when that is no program."""
    text = _spliced(source, [_break(source, guard)])
    try:
        ast.parse(text)
    except SyntaxError as error:
        raise BadMark(f"{guard.name} ({guard.path}:{guard.line}) leaves no program") from error
    return text


def probed(source: str, found: Iterable[Guard]) -> str:
    """`source` with a call at each guard that can be reached: `_guard_reached(name)`."""
    tree, splices = ast.parse(source), []
    for guard in found:
        splice = _probe(source, tree, guard)
        if splice:
            splices.append(splice)
    return _spliced(source, splices)


def switched(source: str, found: Iterable[Guard]) -> tuple[str, set[str]]:
    """`source` with guards that can be broken while it runs, and their names.

    `guard_probe.off(name)` says whether one is broken. Decorators and single lines cannot be.
    """
    tree, splices, names = ast.parse(source), [], set()
    for guard in found:
        splice = _switch(source, tree, guard)
        if splice:
            splices.append(splice)
            names.add(guard.name)
    text = _spliced(source, splices)
    ast.parse(text)
    return text, names


def _switch(source: str, tree: ast.Module, guard: Guard) -> _Splice | None:
    offsets, off = _offsets(source), f'__import__("guard_probe").off("{guard.name}")'

    def either(value: ast.expr, text: str) -> _Splice:
        start, end = _span(value, offsets)
        whole = source.encode()[start:end].decode()
        return _Splice(start, end, f"(({text}) if {off} else ({whole}))")

    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.While) and _heads(source, node, guard.line):
            return either(node.test, guard.text or "False")
        if isinstance(node, _VALUED) and node.lineno == guard.line and node.value is not None:
            return either(node.value, guard.text or "None")
        if isinstance(node, _WHOLE) and node.lineno == guard.line and not _is_text(node):
            start, _ = _span(node, offsets)
            return None if guard.text else _Splice(start, start, f"if not {off}: ")
    return None


def _break(source: str, guard: Guard) -> _Splice:
    tree, offsets = ast.parse(source), _offsets(source)
    line = _line(source, offsets, guard.line)
    for node in ast.walk(tree):
        if guard.line in {d.lineno for d in getattr(node, "decorator_list", ())}:
            return line
        if isinstance(node, ast.If | ast.While) and _heads(source, node, guard.line):
            return _over(node.test, offsets, guard.text or "False")
        if isinstance(node, _VALUED) and node.lineno == guard.line:
            text = guard.text or ("None" if isinstance(node, ast.Return) else None)
            if text is None or node.value is None:
                raise BadMark(f"{guard.name} ({guard.path}:{guard.line}) needs a value: -> TEXT")
            return _over(node.value, offsets, text)
        if isinstance(node, _WHOLE) and node.lineno == guard.line and not _is_text(node):
            return _over(node, offsets, guard.text or "pass")
    indent = " " * (len(source.splitlines()[guard.line - 1]) - len(_code(source, guard.line)))
    return _Splice(line.start, line.end, f"{indent}{guard.text}\n" if guard.text else "\n")


def _probe(source: str, tree: ast.Module, guard: Guard) -> _Splice | None:
    offsets, call = _offsets(source), f'__import__("guard_probe").reached("{guard.name}")'
    inner: ast.stmt | None = None
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.While) and _heads(source, node, guard.line):
            start, end = _span(node.test, offsets)
            test = source.encode()[start:end].decode()
            return _Splice(start, end, f"({call} or ({test}))")
        if isinstance(node, (*_VALUED, *_WHOLE)) and node.lineno == guard.line:
            inner = node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and inner is None:
            end = node.end_lineno or node.lineno
            if node.body[0].lineno <= guard.line <= end and len(node.body) > 0:
                inner = next((s for s in node.body if not _is_text(s)), None)
    if inner is None:
        return None
    start, _ = _span(inner, offsets)
    indent = " " * inner.col_offset
    return _Splice(start, start, f"{call}\n{indent}")


def _code(source: str, line: int) -> str:
    return source.splitlines()[line - 1].lstrip()


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _heads(source: str, node: ast.If | ast.While, line: int) -> bool:
    """Whether `line` is the first or the last of the node's head."""
    if line == node.lineno:
        return True
    if not (node.test.end_lineno or node.test.lineno) <= line < node.body[0].lineno:
        return False
    return source.splitlines()[line - 1].partition("#")[0].rstrip().endswith(":")


def _spliced(source: str, splices: list[_Splice]) -> str:
    data = source.encode()
    for splice in sorted(splices, key=lambda s: s.start, reverse=True):
        data = data[: splice.start] + splice.by.encode() + data[splice.end :]
    return data.decode()


def _offsets(source: str) -> list[int]:
    """Where each line begins, in bytes; one more for the end."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _span(node: ast.expr | ast.stmt, offsets: list[int]) -> tuple[int, int]:
    end_line, end_column = node.end_lineno or 0, node.end_col_offset or 0
    return offsets[node.lineno - 1] + node.col_offset, offsets[end_line - 1] + end_column


def _over(node: ast.expr | ast.stmt, offsets: list[int], text: str) -> _Splice:
    return _Splice(*_span(node, offsets), text)


def _line(source: str, offsets: list[int], number: int) -> _Splice:
    return _Splice(offsets[number - 1], offsets[number], "\n")

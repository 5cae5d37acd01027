"""The rules of the house as pure functions from a file's text to a list of complaints.

Invariant: a guard knows nothing of the real tree, so that a bad sample can be put in front of it.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

FILE_LINES = 400
FUNCTION_LINES = 60
ROUTE_LINES = 15
TYPESCRIPT_LINES = 250
TEST_LINES = 400
ADR_LINES = 60
ROUTE_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
TOP_LEVEL = frozenset(
    {
        "README.md", "pyproject.toml", "requirements.lock", "Makefile", "skaffold.yaml",
        "LICENSE", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md",
        "api", "web", "admin", "charts", "ops", "tests",
    }
)  # fmt: skip
ADR_STATES = ("Accepted", "Superseded", "Proposed")

_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
# Written in pieces so that this file does not complain about itself.
_HOSTS = "|".join(
    re.escape(a + b)
    for a, b in (("py", "pi.org"), ("registry.", "npmjs.org"), ("pythonhos", "ted.org"),
                 ("registry.", "yarnpkg.com"), ("npm.pkg.", "github.com"))
)  # fmt: skip
_MACHINE = re.compile(rf"{_HOSTS}|(?<![\w.])/(?:work|root|home)/\w|(?<![\w.])/Users/\w")
_SKIP = re.compile(r"#\s*fmt: skip")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_TENANT_SQL = re.compile(r"\bworkspace_id\s*=\s*(?::|\$|'|%|current_setting|ANY\b)", re.IGNORECASE)


def functions(tree: ast.AST) -> Iterator[_FunctionNode]:
    """Every function and method, nested ones included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def too_many_lines(text: str, limit: int) -> list[str]:
    """A file longer than its budget."""
    count = len(text.splitlines())
    return [f"{count} lines, at most {limit}"] if count > limit else []


def long_functions(text: str) -> list[str]:
    """Functions longer than their budget, decorators and docstring included."""
    return [
        f"{f.name}: {length} lines, at most {FUNCTION_LINES}"
        for f in functions(ast.parse(text))
        if (length := (f.end_lineno or f.lineno) - f.lineno + 1) > FUNCTION_LINES
    ]


def long_routes(text: str) -> list[str]:
    """Route bodies (without docstring) longer than their budget."""
    complaints = []
    for f in functions(ast.parse(text)):
        if not any(_is_route(d) for d in f.decorator_list):
            continue
        body = f.body[1:] if ast.get_docstring(f) is not None else f.body
        length = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
        if length > ROUTE_LINES:
            complaints.append(f"{f.name}: route body of {length} lines, at most {ROUTE_LINES}")
    return complaints


def _is_route(decorator: ast.expr) -> bool:
    return (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Attribute)
        and decorator.func.attr in ROUTE_VERBS
    )


def untyped_returns(text: str, aliases: Collection[str] = ()) -> list[str]:
    """Public functions and methods that do not say what they return, as Any, object or an alias.

    `aliases` are names of such types that other modules define, as `module.Name`.
    """
    tree = ast.parse(text)
    vague = {"Any", "object", *untyped_aliases(text)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found = (one for one in node.names if f"{node.module}.{one.name}" in aliases)
            vague |= {one.asname or one.name for one in found}
    return [
        f"{f.name} returns {ast.unparse(f.returns)}"
        for f in _public(tree.body)
        if f.returns is not None and vague & _names(f.returns)
    ]


def untyped_aliases(text: str) -> set[str]:
    """The names a module gives to types that hold Any or object."""
    return {
        target.id
        for statement in ast.parse(text).body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Subscript)
        for target in statement.targets
        if isinstance(target, ast.Name) and {"Any", "object"} & _names(statement.value)
    }


def _public(body: Sequence[ast.stmt]) -> Iterator[_FunctionNode]:
    """Functions and methods that other modules may call."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from _public(node.body)
        elif isinstance(node, _FunctionNode) and not node.name.startswith("_"):
            yield node


def _names(annotation: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}


def http_exceptions(text: str) -> list[str]:
    """Any mention of a web framework's HTTPException; the standard library's client is another."""
    return [
        f"line {node.lineno}: HTTPException"
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Name) and node.id == "HTTPException")
        or (
            isinstance(node, ast.Attribute)
            and node.attr == "HTTPException"
            and ast.unparse(node.value) != "http.client"
        )
        or (isinstance(node, ast.alias) and node.name == "HTTPException")
    ]


def module_settings(text: str) -> list[str]:
    """A settings object built when a module is imported."""
    complaints = []
    for statement in ast.parse(text).body:
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        for node in ast.walk(statement.value):
            if isinstance(node, ast.Call) and _called(node).endswith("ettings"):
                complaints.append(f"line {node.lineno}: {_called(node)}() at module level")
    return complaints


def tenant_filters(text: str) -> list[str]:
    """Comparisons of a workspace_id column with a value, in expressions, filter_by and SQL text."""
    complaints = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare) and any(isinstance(o, ast.Eq | ast.In) for o in node.ops):
            sides = [node.left, *node.comparators]
            found = any(isinstance(s, ast.Attribute) and s.attr == "workspace_id" for s in sides)
        elif isinstance(node, ast.Call):
            method = _called(node)
            found = method == "filter_by" and any(k.arg == "workspace_id" for k in node.keywords)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = _TENANT_SQL.search(node.value) is not None
        else:
            found = False
        if found:
            complaints.append(f"line {getattr(node, 'lineno', 0)}: filters by workspace_id")
    return complaints


def commits(text: str) -> list[str]:
    """Calls of commit(): the one commit is in db/session.py."""
    return [
        f"line {node.lineno}: commit()"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "commit"
    ]


def eager_relationships(text: str) -> list[str]:
    """relationship() without lazy="raise"."""
    complaints = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and _called(node) == "relationship":
            lazy = [k.value for k in node.keywords if k.arg == "lazy"]
            if not (lazy and isinstance(lazy[0], ast.Constant) and lazy[0].value == "raise"):
                complaints.append(f'line {node.lineno}: relationship() without lazy="raise"')
    return complaints


def missing_docstring(text: str) -> list[str]:
    """A module that does not say why it exists (empty files excepted)."""
    tree = ast.parse(text)
    return [] if not tree.body or ast.get_docstring(tree) else ["no module docstring"]


def enqueued_names(text: str) -> list[ast.expr]:
    """The expressions naming the job in each enqueue(session, NAME, …); a parameter names none."""
    tree = ast.parse(text)
    parameters = {arg.arg for arg in ast.walk(tree) if isinstance(arg, ast.arg)}
    return [
        node.args[1]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and _called(node) in {"enqueue", "enqueue_making"}
        and len(node.args) > 1
        and not (isinstance(node.args[1], ast.Name) and node.args[1].id in parameters)
    ]


def machine_traces(text: str) -> list[str]:
    """Addresses of package registries and absolute paths of somebody's machine."""
    return [f"{m.group(0)!r}" for m in _MACHINE.finditer(text)]


def strange_top_level(names: set[str]) -> list[str]:
    """Names at the root that the house plan does not know; dotfiles are free."""
    return sorted(n for n in names if n not in TOP_LEVEL and not n.startswith("."))


def weak_adr(text: str) -> list[str]:
    """An ADR without its header, too long, or without naming the test that enforces it."""
    complaints = too_many_lines(text, ADR_LINES)
    for field in ("Status", "Area", "Date", "Enforced by"):
        if not re.search(rf"^{field}: \S", text, re.MULTILINE):
            complaints.append(f"no line '{field}: …'")
    state = re.search(r"^Status: (\w+)", text, re.MULTILINE)
    if state and state.group(1) not in ADR_STATES:
        complaints.append(f"unknown status {state.group(1)}")
    return complaints


def enforcing_tests(adr: str) -> list[str]:
    """Paths named on the `Enforced by:` line."""
    line = re.search(r"^Enforced by: (.+)$", adr, re.MULTILINE)
    return re.findall(r"`([^`]+)`", line.group(1)) if line else []


def repeated_messages(catalogues: dict[str, str]) -> list[str]:
    """Sentences that stand in more than one place of the message catalogue."""
    seen: dict[str, str] = {}
    complaints = []
    for name, text in sorted(catalogues.items()):
        for sentence in re.findall(r'"((?:[^"\\\n]|\\.){25,})"', text):
            if sentence in seen:
                complaints.append(f"{sentence!r} in {seen[sentence]} and {name}")
            seen[sentence] = name
    return complaints


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def retired_words(text: str, retired: Mapping[str, str]) -> list[str]:
    """Public classes and functions of a retired name, with what to say instead."""
    nodes = (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ClassDef | _FunctionNode))
    return [f"{node.name}: say {retired[node.name]}" for node in nodes if node.name in retired]


def retired_parts(text: str, retired: Mapping[str, str]) -> list[str]:
    """Names with a retired word in them: of functions, classes, parameters and variables.

    Fields of a class are left alone: columns, settings and keys of JSON keep their names.
    """
    tree = ast.parse(text)
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    fields = {
        id(target)
        for node in classes
        for field in node.body
        if isinstance(field, ast.Assign | ast.AnnAssign)
        for target in ([field.target] if isinstance(field, ast.AnnAssign) else field.targets)
    }
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | _FunctionNode):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names |= set() if id(node) in fields else {node.id}
    return [
        f"{name}: say {retired[part.lower()]}"
        for name in sorted(names)
        for part in _PARTS.findall(name)
        if part.lower() in retired
    ]


def skipped_formats(text: str) -> list[str]:
    """A `fmt: skip` outside a table of data: an assignment of a module or class, or a decorator."""
    tables: list[ast.AST] = []
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, _FunctionNode | ast.ClassDef):
            tables += node.decorator_list
    classes = [n for n in tree.body if isinstance(n, ast.ClassDef)]
    scopes: list[ast.Module | ast.ClassDef] = [tree, *classes]
    for scope in scopes:
        tables += [n for n in scope.body if isinstance(n, ast.Assign | ast.AnnAssign)]
    spans = [(getattr(n, "lineno", 0), getattr(n, "end_lineno", 0)) for n in tables]
    return [
        f"line {number}: let the formatter have it"
        for number, line in enumerate(text.splitlines(), start=1)
        if _SKIP.search(line) and not any(first <= number <= last for first, last in spans)
    ]


def rewritten_signatures(text: str) -> list[str]:
    """Where a function is given other parameters than those its reader sees."""
    return [
        f"{node.lineno}: assigns __signature__"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and node.attr == "__signature__"
        and isinstance(node.ctx, ast.Store)
    ]


class _Meaning(ast.NodeTransformer):
    """Renames what is local to a function by its place, and the rest by where it comes from."""

    def __init__(self, local: set[str], origins: Mapping[str, str]) -> None:
        self._origins = origins
        self._local = local
        self._places: dict[str, str] = {}

    def _place(self, name: str) -> str:
        return self._places.setdefault(name, f"_{len(self._places)}")

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """A local name, or one of the module."""
        local = node.id in self._local
        name = self._place(node.id) if local else self._origins.get(node.id, node.id)
        return ast.Name(name, node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """A parameter."""
        return ast.arg(self._place(node.arg))


def meanings(path: str, text: str, least: int) -> list[tuple[str, str]]:
    """(name, what it does) of every function of `least` lines without its docstring, or more.

    Two of the same meaning differ in names at most. Constructors and what frameworks call are left
    out: their likeness is their interface.
    """
    tree = ast.parse(text)
    origins = dict(_origins(path, tree))
    found = []
    for f in functions(tree):
        body = f.body[1:] if ast.get_docstring(f) is not None else f.body
        lines = sum(len(ast.unparse(statement).splitlines()) for statement in body)
        if lines < least or f.decorator_list or f.name.startswith("__"):
            continue
        local = {node.arg for node in ast.walk(f) if isinstance(node, ast.arg)}
        local |= {n.id for n in ast.walk(f) if isinstance(n, ast.Name) and n.id not in origins}
        same = _Meaning(local - set(dir(builtins)), origins)
        parts = [same.visit(f.args), *(same.visit(statement) for statement in body)]
        found.append((f.name, "\n".join(map(ast.unparse, parts))))
    return found


def _origins(path: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            for name in node.names:
                yield name.asname or name.name, f"{node.module}.{name.name}".replace(".", "_")
        elif isinstance(node, ast.Import):
            for name in node.names:
                yield name.asname or name.name, name.name.replace(".", "_")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, f"{path}_{node.name}"
        else:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                    yield inner.id, f"{path}_{inner.id}"

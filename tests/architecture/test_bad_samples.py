"""Every guard trips on a bad sample and stays silent on a good one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.architecture import guards

Guard = Callable[[str], list[str]]
ROUTE = "@router.get('/x')\nasync def read():\n    '''Doc.'''\n" + "    step()\n"
ADR = "# A\n\nStatus: Accepted\nArea: x\nDate: 2026-11-21\nEnforced by: `tests/a.py`\n"


def _parts(text: str) -> list[str]:
    return guards.retired_parts(text, {"happening": "event", "happenings": "events"})


SAMPLES: list[tuple[Guard, str, str]] = [
    (lambda t: guards.too_many_lines(t, 400), "x = 1\n" * 401, "x = 1\n" * 400),
    (guards.long_functions, "def f():\n" + "    x = 1\n" * 60, "def f():\n" + "    x = 1\n" * 59),
    (guards.long_routes, ROUTE + "    step()\n" * 15, ROUTE + "    step()\n" * 14),
    (guards.untyped_returns, "def f() -> dict[str, Any]: ...", "def f() -> dict[str, int]: ..."),
    (guards.untyped_returns, "async def f() -> list[object]: ...", "def _f(x: Any) -> Any: ..."),
    (guards.untyped_returns, "R = dict[str, Any]\ndef f() -> R: ...", "R = dict[str, Any]"),
    (guards.untyped_returns, "class A:\n    def f(self) -> Any: ...", "def f(x: Any) -> A: ..."),
    (
        lambda t: guards.untyped_returns(t, {"a.b.Row"}),
        "from a.b import Row\ndef f() -> list[Row]: ...",
        "from a.c import Row\ndef f() -> list[Row]: ...",
    ),
    (guards.http_exceptions, "from fastapi import HTTPException", "from fastapi import Request"),
    (guards.http_exceptions, "raise fastapi.HTTPException(404)", "raise NotFound('x')"),
    (guards.http_exceptions, "raise exceptions.HTTPException()", "http.client.HTTPException"),
    (guards.module_settings, "SETTINGS = Settings()", "def f():\n    return Settings()"),
    (guards.module_settings, "app = build(get_settings())", "LIMIT = 3"),
    (guards.tenant_filters, "q.where(Brand.workspace_id == w)", "q.where(Brand.id == w)"),
    (guards.tenant_filters, "q.where(Brand.workspace_id.in_(w) == w, B.workspace_id == 1)", "q"),
    (guards.tenant_filters, "q.filter_by(workspace_id=w)", "Brand(workspace_id=w)"),
    (guards.tenant_filters, "t = 'WHERE workspace_id = :w'", "t = 'USING (workspace_id)'"),
    (guards.commits, "await session.commit()", "await session.flush()"),
    (guards.eager_relationships, "x = relationship()", "x = relationship(lazy='raise')"),
    (guards.eager_relationships, "x = orm.relationship(lazy='joined')", "x = 1"),
    (guards.rewritten_signatures, "f.__signature__ = s", "s = f.__signature__"),
    (guards.missing_docstring, "x = 1", "'''Why.'''\nx = 1"),
    (guards.machine_traces, "see https://py" + "pi.org/simple", "see https://example.com/simple"),
    (guards.machine_traces, "cd /wo" + "rk/main", "GET /api/home/x and a/work/b"),
    (guards.machine_traces, "/ho" + "me/someone", "https://example.com/home/someone"),
    (guards.weak_adr, ADR.replace("Status: Accepted", "Status: Maybe"), ADR),
    (guards.weak_adr, ADR.replace("Enforced by: `tests/a.py`\n", ""), ADR),
    (guards.weak_adr, ADR + "\n" * 60, ADR),
    (lambda t: guards.retired_words(t, {"Desk": "x"}), "class Desk: ...", "def f(desk): Desk = 1"),
    (lambda t: guards.retired_words(t, {"aside": "x"}), "async def aside(): ...", "aside()"),
    (_parts, "def known_happenings(): ...", "def known_events(): ..."),
    (_parts, "class HappeningOut: ...", "class Kept:\n    happening: str"),
    (_parts, "def f(happening): ...", "f(happening=1)"),
    (_parts, "_last_happening = 1", "row.happening = 1"),
    (guards.skipped_formats, "def f():\n    x = [1,2]  # fmt: " + "skip", "def f(): return 1"),
    (guards.skipped_formats, "f(1,2)  # fmt: " + "skip", "X = [1,2]  # fmt: " + "skip"),
]  # fmt: skip


@pytest.mark.parametrize(("guard", "bad", "good"), SAMPLES)
def test_a_bad_sample_trips_the_guard_and_a_good_one_does_not(
    guard: Guard, bad: str, good: str
) -> None:
    assert guard(bad)
    assert guard(good) == []


def test_an_unknown_top_level_name_is_noticed() -> None:
    assert guards.strange_top_level({"api", "utils", ".gitignore"}) == ["utils"]


def test_a_sentence_written_twice_in_the_catalogue_is_noticed() -> None:
    sentence = '"Please describe your target audience"'
    assert guards.repeated_messages({"a.ts": f"x: {sentence}", "b.ts": f"y: {sentence}"})
    assert guards.repeated_messages({"a.ts": f"x: {sentence}"}) == []


def test_the_name_of_an_enqueued_job_is_found() -> None:
    names = guards.enqueued_names("async def f():\n    await enqueue(session, 'a.b', {})")
    assert [n.value for n in names if hasattr(n, "value")] == ["a.b"]


def test_the_tests_an_adr_names_are_found() -> None:
    assert guards.enforcing_tests(ADR) == ["tests/a.py"]

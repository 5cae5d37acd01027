"""Tests that needed a second try.

A busy machine makes one of thousands lose a race, so the first time is forgiven: the run names the
test and asks for an entry in tests/retried.json, which says its cause. Invariant: what stands there
is forgiven no more; a run in which it needs a second try again has failed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("retried.json")
MOST = 5


def known() -> dict[str, str]:
    """Names of tests that were retried before, each with its cause."""
    causes: dict[str, str] = json.loads(LIST.read_text(encoding="utf-8"))
    return causes


def again(names: Iterable[str], causes: Mapping[str, str]) -> list[str]:
    """Those of `names` that were retried before."""
    return sorted(name for name in set(names) if name in causes)


def sentences(names: Iterable[str], causes: Mapping[str, str]) -> list[str]:
    """What the end of a run says about its retries."""
    return [
        f"RETRIED AGAIN {name}: {causes[name]} Mend the test."
        if name in causes
        else f"RETRIED {name}: find out why and enter it in tests/retried.json."
        for name in sorted(set(names))
    ]


def fail_run(session: pytest.Session) -> None:
    """At the end of a session: a run in which a listed test was retried has failed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    retried = [report.nodeid for report in reporter.stats.get("rerun", ())] if reporter else []
    if session.exitstatus == pytest.ExitCode.OK and again(retried, known()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def summarize(terminalreporter: pytest.TerminalReporter) -> None:
    """Why each test was tried again, and what is to be done about it."""
    retried = terminalreporter.stats.get("rerun", ())
    for report in retried:
        terminalreporter.section(f"tried again: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)
    for sentence in sentences((report.nodeid for report in retried), known()):
        terminalreporter.write_line(sentence)

"""Quick tier of the assurance `sandbox`, and results that it must not accept."""

from __future__ import annotations

import shutil

import pytest

from tests.assurance import sandbox
from tests.assurance.frame import Deadline


@pytest.mark.timeout(400)
async def test_code_in_a_parser_reads_nothing_and_starts_nothing() -> None:
    outcome = await sandbox.run(sandbox.QUICK, Deadline(300))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete, outcome.counts
    assert outcome.counts["workWithoutWallsAsOrdinary"] >= 90, outcome.counts
    assert outcome.counts["escapes"] >= (120 if "root" in sandbox.USERS else 90), outcome.counts
    if shutil.which("gcc"):
        assert outcome.counts["inMachineCode"] >= 12, outcome.counts


@pytest.mark.parametrize("result", ["out", "broken"])
def test_an_escape_that_works_or_of_which_nothing_is_known_is_a_violation(result: str) -> None:
    seen = sandbox.Seen(worked_without={"ordinary": frozenset({"fork"})})
    seen.judge(sandbox.Walls("ordinary", "READER", False), {"fork": result, "shell": "in"})
    assert sandbox.judge(seen).violations == 1


def test_an_escape_counts_only_where_it_works_without_walls() -> None:
    seen = sandbox.Seen(worked_without={"root": frozenset({"fork", "socket_4"})})
    assert sandbox.counting(seen, sandbox.Walls("root", "READER", False)) == ["fork", "socket_4"]
    assert sandbox.counting(seen, sandbox.Walls("root", "CRAWLER", False)) == ["fork"]

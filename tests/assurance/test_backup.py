"""Quick tier of the assurance `backup`."""

from __future__ import annotations

from tests.assurance import backup
from tests.assurance.frame import Deadline


async def test_a_backup_gives_back_every_row_and_every_secret_whatever_was_killed() -> None:
    outcome = await backup.run(backup.QUICK, 11, Deadline())
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["states"] == backup.QUICK.states
    assert outcome.counts["restore"] == backup.QUICK.states
    assert outcome.counts["secrets"] >= 2 * backup.QUICK.states

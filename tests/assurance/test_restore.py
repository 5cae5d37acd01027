"""Quick tier of the assurance `restore`."""

from __future__ import annotations

from tests.assurance import restore


async def test_a_backup_and_its_log_give_back_every_row_of_a_moment() -> None:
    outcome = await restore.run(restore.QUICK, 7)
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["tables"] > 60
    assert outcome.counts["tablesWithoutRows"] == 0
    assert outcome.counts["rows"] >= 2 * restore.QUICK.tenants * restore.QUICK.rows // 2

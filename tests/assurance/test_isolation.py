"""Quick tier of the assurance `isolation`, and a leak that it must notice."""

from __future__ import annotations

import pytest

from tests.assurance import isolation
from tests.assurance.frame import Deadline
from tests.assurance.isolation_seen import Seen
from tests.conftest import Place


@pytest.mark.timeout(400)
async def test_nobody_reads_a_word_of_another_tenant(place: Place) -> None:
    outcome = await isolation.run(place, isolation.QUICK, 7, Deadline(45))
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["answered"] > 500, outcome.counts
    assert outcome.counts["cancelled"] > 50, outcome.counts
    for counted in ("connectionsCut", "logLines", "mails", "files", "questions"):
        assert outcome.counts[counted] > 0, outcome.counts


def test_a_foreign_word_is_noticed() -> None:
    seen = Seen()
    seen.look(7, "GET /api/user 200", "Boots by canary-0007-brand and canary-0012-brand")
    assert seen.leaks == ["GET /api/user 200: 0012 shown to 7"]

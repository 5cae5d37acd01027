"""Quick tier of the assurance `accounts`."""

from __future__ import annotations

import pytest

from tests.assurance import accounts
from tests.assurance.frame import Deadline
from tests.conftest import Place


@pytest.mark.timeout(400)
async def test_no_forged_callback_hijack_guess_or_dead_session_opens_an_account(
    place: Place,
) -> None:
    outcome = await accounts.run(place, accounts.QUICK, 7, Deadline(300))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete, outcome.counts
    assert outcome.counts["forgedCallbacks"] >= 200
    assert outcome.counts["preHijacks"] == 20
    assert outcome.counts["preHijackDoors"] >= 60
    assert outcome.counts["preHijackStreams"] >= 12
    assert outcome.counts["endings"] == 5
    assert outcome.counts["lostRights"] == 3
    assert outcome.counts["waysToEnd"] == 22
    assert outcome.counts["callsAfterTheEnd"] >= 400
    assert outcome.counts["foreignRequests"] >= 1_000
    assert outcome.counts["guesses"] == 300
    assert outcome.counts["mostCheckedPerAccountAndHour"] == 20

"""Quick tier of the alerts: three of them, whole, with rules broken both ways."""

from __future__ import annotations

from tests.assurance import alerts


def test_cases_of_alerts_refuse_a_rule_that_never_fires_and_one_that_always_does() -> None:
    outcome = alerts.run(
        ["PresenceBudgetBurnsFast", "PresenceQueueWaits", "PresenceSchedulerSilent"]
    )
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["brokenRules"] > outcome.counts["alerts"]

"""Every entry of the limits table has its test that the server keeps to it.

Invariant: an entry that counts is tried by requests at once; a new entry, or a test that went
away, fails here.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from presence.domains.billing.entitlements import FEATURES, is_counted

DOMAINS = Path(__file__).parents[1]
AT_ONCE = "billing/test_limits_at_once.py"

KEPT_BY = {
    "analysis.weekly": "results/test_results_api.py::"
    "test_a_paid_plan_is_sent_every_row_and_runs_weekly",
    "websites.max": f"{AT_ONCE}::test_websites",
    "brands.max": f"{AT_ONCE}::test_brands",
    "materials.max": f"{AT_ONCE}::test_materials",
    "recommendations.all": "results/test_results_api.py::"
    "test_a_free_plan_is_sent_its_preview_and_the_count_of_the_rest",
    "analytics.full": "analytics/test_analytics_api.py::"
    "test_without_full_analytics_no_aggregate_leaves_the_server",
    "gaps.content": "results/test_results_api.py::"
    "test_a_free_plan_is_sent_its_preview_and_the_count_of_the_rest",
    "gaps.technical": "results/test_results_api.py::"
    "test_a_free_plan_is_sent_its_preview_and_the_count_of_the_rest",
    "trends.full": "trends/test_trends_api.py::"
    "test_asking_starts_a_job_once_and_shows_three_rows_on_the_free_plan",
    "traffic.full": "traffic/test_traffic_plans.py::"
    "test_without_the_plan_seven_days_of_uploads_are_shown_and_nothing_can_be_pushed",
    "team.seats": f"{AT_ONCE}::test_seats",
    "prompts.max": f"{AT_ONCE}::test_prompts",
    "engines.max": f"{AT_ONCE}::test_engines",
    "samples.max": f"{AT_ONCE}::test_samples",
    "competitors.max": f"{AT_ONCE}::test_competitors",
    "reports.monthly": f"{AT_ONCE}::test_reports",
    "reports.docx": "publishing/test_reports.py::"
    "test_the_free_plan_has_one_report_a_month_no_word_document_and_says_what_it_hides",
    "reports.branding": "publishing/test_report_branding.py::"
    "test_a_plan_without_it_keeps_what_was_set_and_does_not_use_it",
    "share.links": f"{AT_ONCE}::test_share_links",
    "digest.weekly": "messaging/test_digests.py::"
    "test_the_free_plan_has_monthly_digests_and_a_paid_one_weekly",
    "digest.slack": "messaging/test_alerts.py::test_plans_and_roles_decide",
    "digest.webhooks": "messaging/webhooks/test_webhook_rules.py::"
    "test_plans_decide_who_has_them_and_roles_who_sees_them",
    "api.read": "team/test_keys.py::"
    "test_the_plan_decides_which_keys_there_are_and_whether_they_work",
    "api.write": "team/test_keys.py::"
    "test_the_plan_decides_which_keys_there_are_and_whether_they_work",
}
# How much of what is open differs by plan too: the length of the history.
MEASURED_BY = {
    "analytics.full": "analytics/test_analytics_api.py::"
    "test_neither_the_days_shown_nor_those_compared_reach_before_the_plans_history",
}
# What the server has nothing to refuse for.
BY_PEOPLE = {"support.priority", "support.dedicated"}


def test_no_entry_is_missing() -> None:
    assert set(KEPT_BY) | BY_PEOPLE == set(FEATURES)


@pytest.mark.parametrize("feature", [name for name in FEATURES if is_counted(name)])
def test_what_counts_is_tried_by_requests_at_once(feature: str) -> None:
    assert KEPT_BY[feature].startswith(f"{AT_ONCE}::")


@pytest.mark.parametrize("named", sorted({*KEPT_BY.values(), *MEASURED_BY.values()}))
def test_each_named_test_exists(named: str) -> None:
    file, _, name = named.partition("::")
    tree = ast.parse((DOMAINS / file).read_text())
    assert name in {n.name for n in ast.walk(tree) if isinstance(n, ast.AsyncFunctionDef)}

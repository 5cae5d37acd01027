"""The names dashboards and alerts read are the ones operations promise."""

from __future__ import annotations

import pytest

from presence.core.metrics import registered

PROMISED = {
    "http_server_request_duration_seconds": ("method", "route", "status_class"),
    "http_server_active_requests": (),
    "http_server_response_size_bytes": (),
    "sse_connections": (),
    "sse_events_total": ("event",),
    "sse_replay_total": (),
    "run_total": ("kind", "result"),
    "run_duration_seconds": ("kind",),
    "run_time_to_first_score_seconds": (),
    "answers_total": ("engine", "result"),
    "answer_parse_failures_total": ("engine", "reason"),
    "citation_data_missing_total": ("engine",),
    "score_computed_total": (),
    "offer_category_gaps_total": (),
    "plan_limit_hits_total": ("feature", "plan"),
    "signup_total": (),
    "first_value_seconds": (),
    "gen_ai_client_operation_duration_seconds": (
        "gen_ai_provider_name",
        "gen_ai_operation_name",
        "error_type",
    ),
    "gen_ai_client_token_usage": ("gen_ai_provider_name", "gen_ai_token_type"),
    "provider_cost_usd_total": ("engine", "kind"),
    "provider_circuit_state": ("engine",),
    "provider_rate_limited_total": ("engine",),
    "provider_budget_remaining_usd": (),
    "jobs_enqueued_total": ("job",),
    "jobs_in_state": ("queue", "state"),
    "job_oldest_age_seconds": ("queue",),
    "job_duration_seconds": ("job", "result"),
    "job_retries_total": ("job",),
    "jobs_dead": (),
    "crawl_pages_total": ("result",),
    "crawl_duration_seconds": (),
    "crawl_robots_blocked_total": (),
    "crawl_ssrf_blocked_total": (),
    "crawl_bytes_total": (),
    "stripe_webhook_total": ("type", "result"),
    "stripe_webhook_lag_seconds": (),
    "stripe_api_errors_total": ("code",),
    "subscription_drift": (),
    "checkout_total": ("result",),
    "mail_total": ("template", "result"),
    "report_duration_seconds": ("format",),
    "outgoing_webhook_total": ("result",),
    "tenant_usage_topk": ("workspace", "what"),
}


@pytest.mark.parametrize("name", sorted(PROMISED))
def test_a_promised_metric_has_its_name_and_labels(name: str) -> None:
    assert registered().get(name) == PROMISED[name]


def test_no_metric_but_the_busiest_tenants_has_a_label_that_grows_with_customers() -> None:
    forbidden = {"workspace", "tenant", "user", "email", "path", "brand", "address"}
    growing = {name for name, labels in registered().items() if forbidden & set(labels)}
    assert growing == {"tenant_usage_topk"}

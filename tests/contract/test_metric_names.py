"""The names dashboards and alerts read are the ones operations promise."""

from __future__ import annotations

import pytest

from presence.core.metrics import registered

PROMISED = {
    "presence_http_server_request_duration_seconds": ("method", "route", "status_class"),
    "presence_http_server_active_requests": (),
    "presence_http_server_response_size_bytes": (),
    "presence_sse_connections": (),
    "presence_sse_events_total": ("event",),
    "presence_sse_replay_total": (),
    "presence_run_total": ("kind", "result"),
    "presence_run_duration_seconds": ("kind",),
    "presence_run_time_to_first_score_seconds": (),
    "presence_answers_total": ("engine", "result"),
    "presence_answer_parse_failures_total": ("engine", "reason"),
    "presence_citation_data_missing_total": ("engine",),
    "presence_score_computed_total": (),
    "presence_offer_category_gaps_total": (),
    "presence_plan_limit_hits_total": ("feature", "plan"),
    "presence_signup_total": (),
    "presence_first_value_seconds": (),
    "gen_ai_client_operation_duration_seconds": (
        "gen_ai_provider_name",
        "gen_ai_operation_name",
        "error_type",
    ),
    "gen_ai_client_token_usage": ("gen_ai_provider_name", "gen_ai_token_type"),
    "presence_provider_cost_usd_total": ("engine", "kind"),
    "presence_provider_circuit_state": ("engine",),
    "presence_engine_watch_breaks": ("engine",),
    "presence_provider_rate_limited_total": ("engine",),
    "presence_provider_budget_remaining_usd": (),
    "presence_jobs_enqueued_total": ("job",),
    "presence_jobs_in_state": ("queue", "state"),
    "presence_job_oldest_age_seconds": ("queue",),
    "presence_job_duration_seconds": ("job", "result"),
    "presence_job_retries_total": ("job",),
    "presence_jobs_dead": (),
    "presence_crawl_pages_total": ("result",),
    "presence_crawl_duration_seconds": (),
    "presence_crawl_robots_blocked_total": (),
    "presence_crawl_ssrf_blocked_total": (),
    "presence_crawl_bytes_total": (),
    "presence_stripe_webhook_total": ("type", "result"),
    "presence_stripe_webhook_lag_seconds": (),
    "presence_stripe_api_errors_total": ("code",),
    "presence_subscription_drift": (),
    "presence_checkout_total": ("result",),
    "presence_mail_total": ("template", "result"),
    "presence_report_duration_seconds": ("format",),
    "presence_outgoing_webhook_total": ("result",),
    "presence_tenant_usage_topk": ("workspace", "what"),
}


@pytest.mark.parametrize("name", sorted(PROMISED))
def test_a_promised_metric_has_its_name_and_labels(name: str) -> None:
    assert registered().get(name) == PROMISED[name]


def test_no_metric_but_the_busiest_tenants_has_a_label_that_grows_with_customers() -> None:
    forbidden = {"workspace", "tenant", "user", "email", "path", "brand", "address"}
    growing = {name for name, labels in registered().items() if forbidden & set(labels)}
    assert growing == {"presence_tenant_usage_topk"}

"""Cases of the alerts on what customers get: answers, runs, calls, mails, payments, cost."""

from __future__ import annotations

from tests.alerts.case import Case, Series

CALLS = "presence_http_server_request_duration_seconds"
HTTP = CALLS + '_count{route="/api/user",method="GET",status_class='
DAY = 1_440


def answered(good: int, bad: int, minutes: int, quiet: int = 0) -> Series:
    """So many answers a minute, after `quiet` minutes without a bad one."""
    still = f"0x{quiet} " if quiet else ""
    return {
        f'{HTTP}"2xx"}}': f"0+{good}x{minutes + quiet}",
        f'{HTTP}"5xx"}}': f"{still}0+{bad}x{minutes}",
    }


OF_SERVICE: dict[str, Case] = {
    "PresenceBudgetBurnsFast": Case(
        answered(900, 100, 40),
        (
            answered(990, 10, 40),
            answered(10_000, 1_000, 1, 39),
            {  # every second call of a quiet night: four in all
                f'{HTTP}"2xx"}}': "0+0.1x40",
                f'{HTTP}"5xx"}}': "0+0.1x40",
            },
            {  # nothing wrong: callers who ask too often are told so
                f'{HTTP}"2xx"}}': "0+900x40",
                f'{HTTP}"4xx"}}': "0+100x40",
                'presence_http_refused_total{status="429",route="/api/user"}': "0+100x40",
            },
        ),
        "40m",
        'slo="api-availability"',
        also=(
            {  # one in twenty of those that were answered at all is ours, the rest were refused
                f'{HTTP}"2xx"}}': "0+95x40",
                f'{HTTP}"5xx"}}': "0+5x40",
                f'{HTTP}"4xx"}}': "0+900x40",
                'presence_http_refused_total{status="429",route="/api/user"}': "0+900x40",
            },
        ),
    ),
    "PresenceBudgetBurnsSteadily": Case(
        answered(990, 10, 60),
        (
            answered(998, 2, 60),
            {f'{HTTP}"2xx"}}': "0+0.1x60", f'{HTTP}"5xx"}}': "0+0.1x60"},
        ),
        "55m",
        'slo="api-availability"',
    ),
    "PresenceBudgetBurnsSlowly": Case(
        answered(995, 5, 100), (answered(999, 1, 100),), "95m", 'slo="api-availability"'
    ),
    "PresenceBudgetCreeps": Case(
        {
            'presence_answers_total{engine="gemini",result="completed"}': "0+90x230",
            'presence_answers_total{engine="gemini",result="failed"}': "0+10x230",
        },
        (
            {
                'presence_answers_total{engine="gemini",result="completed"}': "0+97x230",
                'presence_answers_total{engine="gemini",result="failed"}': "0+3x230",
            },
        ),
        "225m",
        'slo="answer-validity"',
    ),
    "PresenceQueueWaits": Case(
        {'presence_job_oldest_age_seconds{queue="default"}': "580+60x10"},
        ({'presence_job_oldest_age_seconds{queue="default"}': "590x10"},),
        "8m",
    ),
    "PresenceDeadLetters": Case(
        {"presence_jobs_dead": "1x30"},
        ({"presence_jobs_dead": "0x30"}, {"presence_jobs_dead": "0x20 1x10"}),
        "25m",
    ),
    "PresenceRunsFail": Case(
        {
            'presence_run_total{kind="full",result="completed"}': "0+0.6x120",
            'presence_run_total{kind="full",result="partial"}': "0+0.1x120",
            'presence_run_total{kind="initial",result="failed"}': "0+0.3x120",
        },
        (
            {
                'presence_run_total{kind="full",result="completed"}': "0+0.8x120",
                'presence_run_total{kind="full",result="failed"}': "0+0.2x120",
            },
            {  # every second one of an hour with eight: too few to judge
                'presence_run_total{kind="full",result="completed"}': "0+0.07x120",
                'presence_run_total{kind="full",result="failed"}': "0+0.07x120",
            },
            {  # people stopped them, or answers were missing
                'presence_run_total{kind="full",result="completed"}': "0+0.3x120",
                'presence_run_total{kind="full",result="canceled"}': "0+0.3x120",
                'presence_run_total{kind="full",result="partial"}': "0+0.3x120",
            },
            {  # since less than fifteen minutes
                'presence_run_total{kind="full",result="completed"}': "0+0.3x120",
                'presence_run_total{kind="full",result="failed"}': "0x88 10+10x30",
            },
        ),
        "100m",
        also=(
            {'presence_run_total{kind="full",result="failed"}': "0+0.3x120"},
            {  # what was canceled says nothing about the rest
                'presence_run_total{kind="full",result="completed"}': "0+0.3x120",
                'presence_run_total{kind="full",result="failed"}': "0+0.3x120",
                'presence_run_total{kind="full",result="canceled"}': "0+9x120",
            },
        ),
    ),
    "PresenceProviderFails": Case(
        {
            'presence_answers_total{engine="claude",result="completed"}': "0+7x40",
            'presence_answers_total{engine="claude",result="failed"}': "0+3x40",
        },
        (
            {
                'presence_answers_total{engine="claude",result="completed"}': "0+9x40",
                'presence_answers_total{engine="claude",result="failed"}': "0+1x40",
            },
            {
                'presence_answers_total{engine="claude",result="completed"}': "0+5x40",
                'presence_answers_total{engine="claude",result="refused"}': "0+5x40",
            },
            {  # one of four: too few to judge
                'presence_answers_total{engine="claude",result="completed"}': "0+0.3x40",
                'presence_answers_total{engine="claude",result="failed"}': "0+0.1x40",
            },
        ),
        "30m",
    ),
    "PresenceCircuitOpen": Case(
        {'presence_provider_circuit_state{engine="chatgpt"}': "0x5 1x20"},
        ({'presence_provider_circuit_state{engine="chatgpt"}': "0x18 1x7"},),
        "20m",
    ),
    "PresenceBudgetForecast": Case(
        {"presence_provider_budget_forecast_ratio": "1.2x90"},
        ({"presence_provider_budget_forecast_ratio": "0.95x90"},),
        "80m",
    ),
    "PresenceBudgetCap": Case(
        {"presence_provider_budget_used_ratio": "1x20"},
        ({"presence_provider_budget_used_ratio": "0.99x20"},),
        "15m",
    ),
    "PresenceDailyCeilingHalf": Case(
        {'presence_engine_daily_ceiling_used_ratio{engine="chatgpt"}': "0.5x20"},
        (
            {'presence_engine_daily_ceiling_used_ratio{engine="chatgpt"}': "0.49x20"},
            {'presence_engine_daily_ceiling_used_ratio{engine="all"}': "0.1x14 0.6x3 0.1x3"},
        ),
        "17m",
    ),
    "PresenceDailyCeiling": Case(
        {'presence_engine_daily_ceiling_used_ratio{engine="all"}': "0.8x20"},
        ({'presence_engine_daily_ceiling_used_ratio{engine="all"}': "0.79x20"},),
        "15m",
    ),
    "PresenceEngineChanged": Case(
        {'presence_engine_watch_breaks{engine="gemini"}': "0x20 1x20"},
        (
            {'presence_engine_watch_breaks{engine="gemini"}': "0x40"},
            {'presence_engine_watch_breaks{engine="all"}': "1x40"},
        ),
        "27m",
        labels='engine="gemini"',
    ),
    "PresenceCitationsMissing": Case(
        {
            'presence_citation_data_missing_total{engine="gemini"}': "0+3x120",
            'presence_answers_total{engine="gemini",result="completed"}': "0+4x120",
        },
        (
            {
                'presence_citation_data_missing_total{engine="gemini"}': "0+1x120",
                'presence_answers_total{engine="gemini",result="completed"}': "0+4x120",
            },
            {  # too few to judge
                'presence_citation_data_missing_total{engine="gemini"}': "0+0.1x120",
                'presence_answers_total{engine="gemini",result="completed"}': "0+0.1x120",
            },
        ),
        "100m",
    ),
    "PresenceWebhooksFail": Case(
        {'presence_stripe_webhooks_waiting{state="failed"}': "2x30"},
        ({'presence_stripe_webhooks_waiting{state="pending"}': "9x30"},),
        "20m",
    ),
    "PresenceWebhooksLag": Case(
        {"presence_stripe_webhook_oldest_age_seconds": "0+60x12"},
        ({"presence_stripe_webhook_oldest_age_seconds": "290x12"},),
        "9m",
    ),
    "PresenceSubscriptionDrift": Case(
        {"presence_subscription_drift": "1x20"}, ({"presence_subscription_drift": "0x20"},), "15m"
    ),
    "PresenceOverloaded": Case(
        {'presence_http_shed_total{rank="usual"}': "0+30x30", f'{HTTP}"2xx"}}': "0+900x30"},
        (
            {'presence_http_shed_total{rank="usual"}': "0+5x30", f'{HTTP}"2xx"}}': "0+900x30"},
            {'presence_http_shed_total{rank="usual"}': "0+0x30", f'{HTTP}"5xx"}}': "0+900x30"},
            {
                'presence_http_shed_total{rank="usual"}': "0x25 0+300x2 600x3",
                f'{HTTP}"2xx"}}': "0+900x30",
            },
        ),
        "28m",
    ),
    "PresenceLoginFailures": Case(
        {'presence_login_attempts_total{result="failed"}': f"0+2x{DAY} 2880+300x20"},
        (
            {'presence_login_attempts_total{result="failed"}': f"0+2x{DAY + 20}"},
            {'presence_login_attempts_total{result="succeeded"}': f"0+2x{DAY} 2880+300x20"},
        ),
        "1458m",
    ),
    "PresenceMailFails": Case(
        {
            'presence_mail_total{template="digest",result="sent"}': "0+9x90",
            'presence_mail_total{template="digest",result="failed"}': "0+1x90",
        },
        (
            {
                'presence_mail_total{template="digest",result="sent"}': "0+99x90",
                'presence_mail_total{template="digest",result="failed"}': "0+1x90",
            },
            {'presence_mail_total{template="digest",result="delayed"}': "0+9x90"},
        ),
        "80m",
    ),
    "PresenceScriptErrors": Case(
        {
            'presence_js_errors_total{route="/dashboard",build="b2"}': "0+1x60",
            'presence_page_views_total{route="/dashboard",build="b2"}': "0+10x60",
        },
        (
            {
                'presence_js_errors_total{route="/dashboard",build="b2"}': "0+1x60",
                'presence_page_views_total{route="/dashboard",build="b2"}': "0+100x60",
            },
            {  # too few pages to judge
                'presence_js_errors_total{route="/dashboard",build="b2"}': "0+1x60",
                'presence_page_views_total{route="/dashboard",build="b2"}': "0+1x60",
            },
        ),
        "50m",
    ),
}  # fmt: skip

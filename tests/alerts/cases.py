"""For each alert: samples that make it fire, and samples that look alike and must not.

Series are in promtool's notation, a value a minute: `5+1x60` is 5, 6, … 65; `_x10` is ten minutes
of nothing. `at` is when is looked. Invariant: what keeps silent differs from what fires by being
below the limit, too short, too little or absent.
"""

from __future__ import annotations

from dataclasses import dataclass

Series = dict[str, str]
SYNC = "postgres_synchronous_standbys"
HTTP = 'http_server_request_duration_seconds_count{route="/api/user",method="GET",status_class='
HPA = "kube_horizontalpodautoscaler_"
AUTOSCALER = '{horizontalpodautoscaler="presence-api"}'
OF_QUEUE = '{horizontalpodautoscaler="keda-hpa-presence-worker"}'
RESTARTS = "kube_pod_container_status_restarts_total"
VOLUME = '{persistentvolumeclaim="presence-database-1"}'
FREE, SIZE = (
    f"kubelet_volume_stats_available_bytes{VOLUME}",
    f"kubelet_volume_stats_capacity_bytes{VOLUME}",
)
BACKUP = 'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{pod="presence-database-1"}'
OLD_BACKUP = 'cnpg_collector_last_available_backup_timestamp{pod="presence-database-1"}'
DAY = 1_440


@dataclass(frozen=True, slots=True)
class Case:
    """`fires` and each of `also` and `silent` are input series, a value each `step`; `labels`
    narrow which alert is meant. `absent` says that nothing at all is a fault too.
    """

    fires: Series
    silent: tuple[Series, ...]
    at: str
    labels: str = ""
    step: str = "1m"
    also: tuple[Series, ...] = ()
    absent: bool = False

    def firing(self) -> tuple[Series, ...]:
        """Every input that must make it fire."""
        return (self.fires, *self.also, *([{}] if self.absent else []))


def answered(good: int, bad: int, minutes: int, quiet: int = 0) -> Series:
    """So many answers a minute, after `quiet` minutes without a bad one."""
    still = f"0x{quiet} " if quiet else ""
    return {
        f'{HTTP}"2xx"}}': f"0+{good}x{minutes + quiet}",
        f'{HTTP}"5xx"}}': f"{still}0+{bad}x{minutes}",
    }


CASES: dict[str, Case] = {
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
                'http_refused_total{status="429",route="/api/user"}': "0+100x40",
            },
        ),
        "40m",
        'slo="api-availability"',
        also=(
            {  # one in twenty of those that were answered at all is ours, the rest were refused
                f'{HTTP}"2xx"}}': "0+95x40",
                f'{HTTP}"5xx"}}': "0+5x40",
                f'{HTTP}"4xx"}}': "0+900x40",
                'http_refused_total{status="429",route="/api/user"}': "0+900x40",
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
            'answers_total{engine="gemini",result="completed"}': "0+90x230",
            'answers_total{engine="gemini",result="failed"}': "0+10x230",
        },
        (
            {
                'answers_total{engine="gemini",result="completed"}': "0+97x230",
                'answers_total{engine="gemini",result="failed"}': "0+3x230",
            },
        ),
        "225m",
        'slo="answer-validity"',
    ),
    "PresenceQueueWaits": Case(
        {'job_oldest_age_seconds{queue="default"}': "580+60x10"},
        ({'job_oldest_age_seconds{queue="default"}': "590x10"},),
        "8m",
    ),
    "PresenceDeadLetters": Case(
        {"jobs_dead": "1x30"}, ({"jobs_dead": "0x30"}, {"jobs_dead": "0x20 1x10"}), "25m"
    ),
    "PresenceProviderFails": Case(
        {
            'answers_total{engine="claude",result="completed"}': "0+7x40",
            'answers_total{engine="claude",result="failed"}': "0+3x40",
        },
        (
            {
                'answers_total{engine="claude",result="completed"}': "0+9x40",
                'answers_total{engine="claude",result="failed"}': "0+1x40",
            },
            {
                'answers_total{engine="claude",result="completed"}': "0+5x40",
                'answers_total{engine="claude",result="refused"}': "0+5x40",
            },
            {  # one of four: too few to judge
                'answers_total{engine="claude",result="completed"}': "0+0.3x40",
                'answers_total{engine="claude",result="failed"}': "0+0.1x40",
            },
        ),
        "30m",
    ),
    "PresenceCircuitOpen": Case(
        {'provider_circuit_state{engine="chatgpt"}': "0x5 1x20"},
        ({'provider_circuit_state{engine="chatgpt"}': "0x18 1x7"},),
        "20m",
    ),
    "PresenceBudgetForecast": Case(
        {"provider_budget_forecast_ratio": "1.2x90"},
        ({"provider_budget_forecast_ratio": "0.95x90"},),
        "80m",
    ),
    "PresenceBudgetCap": Case(
        {"provider_budget_used_ratio": "1x20"}, ({"provider_budget_used_ratio": "0.99x20"},), "15m"
    ),
    "PresenceDailyCeilingHalf": Case(
        {'engine_daily_ceiling_used_ratio{engine="chatgpt"}': "0.5x20"},
        (
            {'engine_daily_ceiling_used_ratio{engine="chatgpt"}': "0.49x20"},
            {'engine_daily_ceiling_used_ratio{engine="all"}': "0.1x14 0.6x3 0.1x3"},
        ),
        "17m",
    ),
    "PresenceDailyCeiling": Case(
        {'engine_daily_ceiling_used_ratio{engine="all"}': "0.8x20"},
        ({'engine_daily_ceiling_used_ratio{engine="all"}': "0.79x20"},),
        "15m",
    ),
    "PresenceCitationsMissing": Case(
        {
            'citation_data_missing_total{engine="gemini"}': "0+3x120",
            'answers_total{engine="gemini",result="completed"}': "0+4x120",
        },
        (
            {
                'citation_data_missing_total{engine="gemini"}': "0+1x120",
                'answers_total{engine="gemini",result="completed"}': "0+4x120",
            },
            {  # too few to judge
                'citation_data_missing_total{engine="gemini"}': "0+0.1x120",
                'answers_total{engine="gemini",result="completed"}': "0+0.1x120",
            },
        ),
        "100m",
    ),
    "PresenceWebhooksFail": Case(
        {'stripe_webhooks_waiting{state="failed"}': "2x30"},
        ({'stripe_webhooks_waiting{state="pending"}': "9x30"},),
        "20m",
    ),
    "PresenceWebhooksLag": Case(
        {"stripe_webhook_oldest_age_seconds": "0+60x12"},
        ({"stripe_webhook_oldest_age_seconds": "290x12"},),
        "9m",
    ),
    "PresenceSubscriptionDrift": Case(
        {"subscription_drift": "1x20"}, ({"subscription_drift": "0x20"},), "15m"
    ),
    "PresencePostgresConnections": Case(
        {
            'postgres_connections{state="active"}': "40x20",
            'postgres_connections{state="idle"}': "48x20",
            "postgres_connections_max": "100x20",
        },
        (
            {
                'postgres_connections{state="active"}': "40x20",
                'postgres_connections{state="idle"}': "40x20",
                "postgres_connections_max": "100x20",
            },
        ),
        "15m",
    ),
    "PresencePostgresReplication": Case(
        {"postgres_replication_lag_seconds": "90x20"},
        ({"postgres_replication_lag_seconds": "10x20"}, {}),
        "15m",
    ),
    "PresencePostgresSynchronous": Case(
        {f"{SYNC}_wanted": "1x20", SYNC: "2x5 0x14"},
        (
            {f"{SYNC}_wanted": "1x20", SYNC: "1x20"},
            # none is configured
            {f"{SYNC}_wanted": "0x20", SYNC: "0x20", "postgres_standbys": "0x20"},
            # another one takes over
            {f"{SYNC}_wanted": "1x20", SYNC: "1x13 0 1x5"},
            # somebody follows, and the auditor may not see how
            {f"{SYNC}_wanted": "1x20", "postgres_standbys": "1x20"},
            {},
        ),
        "15m",
        also=({f"{SYNC}_wanted": "2x20", SYNC: "1x20", "postgres_standbys": "4x20"},),
    ),
    "PresencePostgresDisk": Case(
        {FREE: "10x30", SIZE: "100x30"},
        (
            {FREE: "40x30", SIZE: "100x30"},
            {  # somebody else's volume
                FREE.replace("presence-database", "registry"): "10x30",
                SIZE.replace("presence-database", "registry"): "100x30",
            },
        ),
        "20m",
    ),
    "PresencePostgresLongTransaction": Case(
        {"postgres_longest_transaction_seconds": "0+60x20"},
        ({"postgres_longest_transaction_seconds": "500x20"},),
        "15m",
    ),
    "PresenceOverloaded": Case(
        {'http_shed_total{rank="usual"}': "0+30x30", f'{HTTP}"2xx"}}': "0+900x30"},
        (
            {'http_shed_total{rank="usual"}': "0+5x30", f'{HTTP}"2xx"}}': "0+900x30"},
            {'http_shed_total{rank="usual"}': "0+0x30", f'{HTTP}"5xx"}}': "0+900x30"},
            {'http_shed_total{rank="usual"}': "0x25 0+300x2 600x3", f'{HTTP}"2xx"}}': "0+900x30"},
        ),
        "28m",
    ),
    "PresenceLoginFailures": Case(
        {'login_attempts_total{result="failed"}': f"0+2x{DAY} 2880+300x20"},
        (
            {'login_attempts_total{result="failed"}': f"0+2x{DAY + 20}"},
            {'login_attempts_total{result="succeeded"}': f"0+2x{DAY} 2880+300x20"},
        ),
        "1458m",
    ),
    "PresenceMailFails": Case(
        {
            'mail_total{template="digest",result="sent"}': "0+9x90",
            'mail_total{template="digest",result="failed"}': "0+1x90",
        },
        (
            {
                'mail_total{template="digest",result="sent"}': "0+99x90",
                'mail_total{template="digest",result="failed"}': "0+1x90",
            },
            {'mail_total{template="digest",result="delayed"}': "0+9x90"},
        ),
        "80m",
    ),
    "PresenceCertificateExpires": Case(
        {'certmanager_certificate_expiration_timestamp_seconds{name="w"}': "1000000x90"},
        ({'certmanager_certificate_expiration_timestamp_seconds{name="w"}': "2000000x90"},),
        "80m",
        also=(
            {  # scraped without honouring its own label
                "certmanager_certificate_expiration_timestamp_seconds"
                '{name="w",namespace="cert-manager",exported_namespace="presence"}': "1000000x90"
            },
        ),
    ),
    "PresenceBackupOld": Case(
        {BACKUP: "0x170"},
        (
            {BACKUP: "0x80 48000x90"},
            {OLD_BACKUP: "0x80 48000x90"},
            {BACKUP: "0x80 48000x90", OLD_BACKUP: "0x170"},
        ),
        "1650m",
        step="10m",
        also=({OLD_BACKUP: "0x170"},),
        absent=True,
    ),
    "PresenceRestoreUntested": Case(
        {'kube_cronjob_status_last_successful_time{cronjob="restore-drill"}': "0x210"},
        ({'kube_cronjob_status_last_successful_time{cronjob="restore-drill"}': "0+3600x210"},),
        "200h",
        step="1h",
        absent=True,
    ),
    "PresenceSsrfBlocks": Case(
        {"crawl_ssrf_blocked_total": "0+5x30"}, ({"crawl_ssrf_blocked_total": "0+1x30"},), "20m"
    ),
    "PresenceSchedulerSilent": Case(
        {"scheduler_last_sweep_timestamp_seconds": "0x30"},
        (
            {"scheduler_last_sweep_timestamp_seconds": "0+60x30"},
            {  # one worker hangs, another sweeps
                'scheduler_last_sweep_timestamp_seconds{pod="presence-worker-a"}': "0x30",
                'scheduler_last_sweep_timestamp_seconds{pod="presence-worker-b"}': "0+60x30",
            },
        ),
        "20m",
        absent=True,
    ),
    "PresenceAuditorSilent": Case(
        {"invariant_checked_timestamp_seconds": "0x60"},
        ({"invariant_checked_timestamp_seconds": "0+60x60"},),
        "50m",
        absent=True,
    ),
    "PresenceImpersonationAtNight": Case(  # promtool's clock begins on a Thursday at midnight
        {"impersonations_active": "1x30"},
        ({"impersonations_active": "0x30"}, {"impersonations_active": "_x600 1x60"}),
        "20m",
    ),
    "PresenceCrashLoop": Case(
        {f'{RESTARTS}{{container="api"}}': "0 0 1 2 3 4x20"},
        (
            {f'{RESTARTS}{{container="api"}}': "0x5 1x20"},
            {f'{RESTARTS}{{container="other"}}': "0+1x30"},
        ),
        "12m",
    ),
    "PresenceAutoscalerAtMax": Case(
        {
            f"{HPA}status_current_replicas{AUTOSCALER}": "6x30",
            f"{HPA}spec_max_replicas{AUTOSCALER}": "6x30",
        },
        (
            {
                f"{HPA}status_current_replicas{AUTOSCALER}": "5x30",
                f"{HPA}spec_max_replicas{AUTOSCALER}": "6x30",
            },
        ),
        "25m",
        also=(
            {
                f"{HPA}status_current_replicas{OF_QUEUE}": "15x30",
                f"{HPA}spec_max_replicas{OF_QUEUE}": "15x30",
            },
        ),
    ),
    "PresenceScriptErrors": Case(
        {
            'js_errors_total{route="/dashboard",build="b2"}': "0+1x60",
            'page_views_total{route="/dashboard",build="b2"}': "0+10x60",
        },
        (
            {
                'js_errors_total{route="/dashboard",build="b2"}': "0+1x60",
                'page_views_total{route="/dashboard",build="b2"}': "0+100x60",
            },
            {  # too few pages to judge
                'js_errors_total{route="/dashboard",build="b2"}': "0+1x60",
                'page_views_total{route="/dashboard",build="b2"}': "0+1x60",
            },
        ),
        "50m",
    ),
    "PresenceSafetyInvariantBroken": Case(
        {'invariant_violations{invariant="answer-of-another-workspace"}': "0x5 1x10"},
        (
            {'invariant_violations{invariant="answer-of-another-workspace"}': "0x20"},
            {'invariant_violations{invariant="mail-forgotten"}': "1x20"},
        ),
        "8m",
    ),
    "PresenceInvariantBroken": Case(
        {'invariant_violations{invariant="mail-forgotten"}': "1x30"},
        (
            {'invariant_violations{invariant="mail-forgotten"}': "0x30"},
            {'invariant_violations{invariant="mail-forgotten"}': "0x20 1x10"},
        ),
        "25m",
    ),
}  # fmt: skip

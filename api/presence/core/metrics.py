"""Every metric of the product by its one name, and the page that shows them.

    COUNTED  what a process does itself: counters and histograms of API and worker
    BUILD    which version it is, shown by every process
    STATE    what is true of the whole product: gauges that the auditor reads from the database

Invariant: no label names a person, a workspace, an address or a raw path, so the number of series
does not grow with the number of customers; `presence_tenant_usage_topk` alone does, up to fifty.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import isnan, nan
from platform import python_version

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.samples import Sample

from presence.core.build import product_version
from presence.core.metrics_names import Shown
from presence.core.metrics_server import serve_registry
from presence.core.settings import MetricsSettings

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series per counter, never asked for
COUNTED = CollectorRegistry(auto_describe=True)
BUILD = CollectorRegistry(auto_describe=True)
STATE = CollectorRegistry(auto_describe=True)
ProcessCollector(registry=COUNTED)
ProcessCollector(registry=STATE)

_CALL_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_WORK_S = (0.1, 0.5, 1.0, 3.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0)
_WAIT_S = (0.1, 0.5, 1.0, 3.0, 10.0, 60.0, 300.0, 1800.0, 3600.0, 21_600.0)
_DAYS_S = (60.0, 180.0, 300.0, 600.0, 1800.0, 3600.0, 86_400.0)
_TOKENS = (64.0, 256.0, 1_024.0, 4_096.0, 16_384.0, 65_536.0)
_BYTES = (1_000.0, 10_000.0, 100_000.0, 1_000_000.0, 10_000_000.0)


class LookedUpGauge(Gauge):
    """A gauge of something looked up: no series before the first look, nor when nothing is known.

    A number that is not known is neither 0 nor the last one that was.
    """

    def forget(self) -> None:
        """Nothing is known any more, under any labels."""
        if self._labelnames and not self._labelvalues:
            self.clear()
        else:
            self._value.set(nan)

    def _metric_init(self) -> None:
        super()._metric_init()
        self._value.set(nan)

    def _child_samples(self) -> Iterable[Sample]:
        return () if isnan(self._value.get()) else super()._child_samples()


class LookedUpTotal(LookedUpGauge):
    """A count that somebody else keeps, and that is looked up."""

    _type = "counter"

    def _child_samples(self) -> Iterable[Sample]:
        return (one._replace(name="_total") for one in super()._child_samples())


def begin(counter: Counter, *values: Iterable[str]) -> None:
    """Show `counter` at 0 for every combination of these values of its labels.

    A series that appears at 1 has never increased: its first event would be missed by alerts.
    """
    for labels in product(*map(tuple, values)):
        counter.labels(*labels)


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(name, text, labels, registry=COUNTED)


def _times(name: str, text: str, *labels: str, buckets: tuple[float, ...] = _WORK_S) -> Histogram:
    return Histogram(name, text, labels, buckets=buckets, registry=COUNTED)


def _state(name: str, text: str, *labels: str) -> LookedUpGauge:
    return LookedUpGauge(name, text, labels, registry=STATE)


def _read_total(name: str, text: str, *labels: str) -> LookedUpTotal:
    return LookedUpTotal(name, text, labels, registry=STATE)


# HTTP
http_duration = _times(
    "presence_http_server_request_duration_seconds",
    "From the first byte asked to the last answered.",
    "method", "route", "status_class", buckets=_CALL_S,
)  # fmt: skip
http_active = Gauge(
    "presence_http_server_active_requests",
    "Requests being answered, but no open streams.",
    registry=COUNTED,
)
http_response_size = _times(
    "presence_http_server_response_size_bytes", "Bytes of answers' bodies.", buckets=_BYTES
)
http_refused = _counter(
    "presence_http_refused_total", "Answers 401, 403 and 429.", "status", "route"
)
http_refused_early = _counter(
    "presence_http_refused_early_total",
    "Requests refused by the server before any route.",
    "status",
)
http_shed = _counter("presence_http_shed_total", "Calls refused because too many came.", "rank")
http_places = Gauge("presence_http_places", "Calls worked on at once at most.", registry=COUNTED)
sse_connections = Gauge("presence_sse_connections", "Open event streams.", registry=COUNTED)
sse_events = _counter("presence_sse_events_total", "Events sent on streams.", "event")
sse_replay = _counter("presence_sse_replay_total", "Streams that began with events missed before.")
sse_delay = _times(
    "presence_sse_event_delay_seconds",
    "From an event's commit to its sending on a waiting stream.",
    buckets=_WAIT_S,
)  # fmt: skip

# Runs and answers
run_ended = _counter("presence_run_total", "Analyses that ended.", "kind", "result")
run_duration = _times("presence_run_duration_seconds", "From asked for to ended.", "kind")
run_first_score = _times(
    "presence_run_time_to_first_score_seconds", "From asked for to a first score."
)
scheduled_delay = _times(
    "presence_scheduled_run_delay_seconds",
    "From a due date to the analysis it is for.",
    buckets=_WAIT_S,
)
answers = _counter("presence_answers_total", "Answers of assistants.", "engine", "result")
parse_failures = _counter(
    "presence_answer_parse_failures_total",
    "Answers that came and could not be used.",
    "engine",
    "reason",
)
citations_missing = _counter(
    "presence_citation_data_missing_total", "Completed answers without any citation.", "engine"
)
offer_category_gaps = _counter(
    "presence_offer_category_gaps_total",
    "Categories that somebody typed and our catalogue does not know.",
)
scores_computed = _counter("presence_score_computed_total", "Analyses that were scored.")
plan_limit_hits = _counter(
    "presence_plan_limit_hits_total", "Refusals because of a plan's limit.", "feature", "plan"
)
signups = _counter("presence_signup_total", "Accounts created.")
first_value = _times(
    "presence_first_value_seconds",
    "From an account's creation to its first score.",
    buckets=_DAYS_S,
)

# Assistants; the first two are OpenTelemetry's gen_ai.client.operation.duration and .token.usage
gen_ai_duration = _times(
    "gen_ai_client_operation_duration_seconds", "One call of a provider.",
    "gen_ai_provider_name", "gen_ai_operation_name", "error_type",
)  # fmt: skip
gen_ai_tokens = _times(
    "gen_ai_client_token_usage", "Tokens of one call as the provider counted them.",
    "gen_ai_provider_name", "gen_ai_token_type", buckets=_TOKENS,
)  # fmt: skip
provider_cost = _counter(
    "presence_provider_cost_usd_total", "What providers charge.", "engine", "kind"
)
provider_rate_limited = _counter(
    "presence_provider_rate_limited_total", "Calls that a provider asked to slow down.", "engine"
)
provider_circuit = LookedUpGauge(
    "presence_provider_circuit_state",
    "Of our own keys: 1 open, or was five minutes ago; 0 closed.",
    ["engine"], registry=COUNTED,
)  # fmt: skip
provider_budget = _state(
    "presence_provider_budget_remaining_usd",
    "Left of all plans' budgets for answers of this period.",
)
provider_budget_used = _state(
    "presence_provider_budget_used_ratio", "Used of all plans' budgets for answers, 1 = all of it."
)
provider_budget_forecast = _state(
    "presence_provider_budget_forecast_ratio", "Used at the end of the period at the present pace."
)
daily_ceiling_used = _state(
    "presence_engine_daily_ceiling_used_ratio",
    "Spent or promised today of what our key of an engine may spend, 1 = all; all engines: all.",
    "engine",
)
engine_breaks = _state(
    "presence_engine_watch_breaks",
    "Breaks that the engine watch declared within three days; all engines: all.",
    "engine",
)
budgets_exhausted = _state("presence_budgets_exhausted", "Budgets whose hard cap is reached.")

# Queue
jobs_enqueued = _counter("presence_jobs_enqueued_total", "Jobs put on the queue.", "job")
job_duration = _times("presence_job_duration_seconds", "One try of a job.", "job", "result")
job_retries = _counter("presence_job_retries_total", "Tries of a job after its first.", "job")
worker_places = Gauge(
    "presence_worker_places", "Jobs this worker can do at once.", registry=COUNTED
)
worker_busy = Gauge("presence_worker_busy", "Jobs this worker is doing.", registry=COUNTED)
last_round = Gauge(
    "presence_scheduler_last_sweep_timestamp_seconds",
    "When a round of this worker's periodic tasks last succeeded.",
    registry=COUNTED,
)
jobs_in_state = _state("presence_jobs_in_state", "Jobs by what they wait for.", "queue", "state")
job_oldest_age = _state(
    "presence_job_oldest_age_seconds", "How long the longest due job has waited.", "queue"
)
jobs_dead = _state("presence_jobs_dead", "Jobs given up within a week.")

# Crawling
crawl_pages = _counter("presence_crawl_pages_total", "Addresses fetched.", "result")
crawl_duration = _times("presence_crawl_duration_seconds", "Crawling all sites of one analysis.")
crawl_robots_blocked = _counter(
    "presence_crawl_robots_blocked_total", "Pages robots.txt closed to us."
)
crawl_ssrf_blocked = _counter(
    "presence_crawl_ssrf_blocked_total", "Fetches of addresses never opened."
)
crawl_bytes = _counter("presence_crawl_bytes_total", "Bytes on the wire.")
isolation = Gauge(
    "presence_parser_isolation_walls",
    "Kernel walls around what reads foreign bytes: 2 all, 1 the list of system calls, 0 none read.",
    ["process"], registry=COUNTED,
)  # fmt: skip

# Payment
stripe_webhooks = Counter(
    "presence_stripe_webhook_total",
    "What came of Stripe's events, and of each try that failed.",
    ["type", "result"],
    registry=STATE,
)
stripe_lag = Histogram(
    "presence_stripe_webhook_lag_seconds", "From an event's arrival until it is processed.",
    buckets=_WAIT_S, registry=STATE,
)  # fmt: skip
stripe_errors = _counter("presence_stripe_api_errors_total", "Calls of Stripe that failed.", "code")
checkouts = _counter("presence_checkout_total", "Visits to the page to pay on.", "result")
webhooks_pending = _state("presence_stripe_webhooks_waiting", "Events not processed yet.", "state")
webhook_oldest = _state(
    "presence_stripe_webhook_oldest_age_seconds", "How long the oldest has waited."
)
subscription_drift = _state(
    "presence_subscription_drift", "Customers that differed from Stripe last night."
)
subscriptions = _state(
    "presence_subscriptions", "Subscriptions by plan and status.", "plan", "status"
)
monthly_revenue = _state("presence_monthly_recurring_revenue", "By the month, list prices.", "plan")

# Mail, reports, webhooks of customers
mails = _counter("presence_mail_total", "Mails.", "template", "result")
digest_delay = _times(
    "presence_digest_delay_seconds",
    "From the hour a digest was due to its sending.",
    buckets=_WAIT_S,
)
report_duration = _times("presence_report_duration_seconds", "From asked for to ready.", "format")
reports = _counter("presence_report_total", "Reports made.", "format", "result")
outgoing_webhooks = _counter(
    "presence_outgoing_webhook_total", "Calls of customers' webhooks.", "result"
)

# Browsers
web_vital_lcp = _times(
    "presence_web_vital_lcp_seconds", "Largest contentful paint.", "route",
    buckets=(0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0),
)  # fmt: skip
web_vital_inp = _times(
    "presence_web_vital_inp_seconds", "Interaction to next paint.", "route",
    buckets=(0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0),
)  # fmt: skip
web_vital_cls = _times(
    "presence_web_vital_cls_ratio", "Cumulative layout shift.", "route",
    buckets=(0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0),
)  # fmt: skip
page_views = _counter(
    "presence_page_views_total", "Pages that told their vitals.", "route", "build"
)
js_errors = _counter("presence_js_errors_total", "Faults of scripts in browsers.", "route", "build")

# Security
login_attempts = _counter("presence_login_attempts_total", "Log-ins by password.", "result")
api_key_calls = _counter("presence_api_key_calls_total", "Calls with an API key.", "status_class")
impersonations = _state("presence_impersonations_active", "Support sessions in a customer's place.")

# What runs, and what it runs on
build_info = Gauge(
    "presence_build_info", "1; which version answers.", ["version", "revision", "python"],
    registry=BUILD,
)  # fmt: skip
database_up = LookedUpGauge(
    "presence_database_up", "Whether the database answers this process: 1, else 0.",
    registry=COUNTED,
)  # fmt: skip

# Drift, and the state of the database
invariant_violations = _state(
    "presence_invariant_violations", "Rows that must not be.", "invariant"
)
invariant_checked = _state(
    "presence_invariant_checked_timestamp_seconds", "When it was last looked for.", "invariant"
)
tenant_usage = _state("presence_tenant_usage_topk", "The busiest workspaces.", "workspace", "what")
auditor_failures = Counter(
    "presence_auditor_failures_total",
    "Looks at the database that failed.",
    ["what"],
    registry=STATE,
)
pg_connections = _state("presence_postgres_connections", "Connections by state.", "state")
pg_connections_max = _state("presence_postgres_connections_max", "As many as the server takes.")
pg_longest_transaction = _state(
    "presence_postgres_longest_transaction_seconds", "Age of the oldest."
)
pg_standbys = _state("presence_postgres_standbys", "Standbys that follow.")
pg_synchronous = _state(
    "presence_postgres_synchronous_standbys",
    "Standbys that may confirm a commit, as many as follow.",
)
pg_synchronous_wanted = _state(
    "presence_postgres_synchronous_standbys_wanted",
    "Standbys that have to confirm a commit; 0: none.",
)
pg_replication_lag = _state("presence_postgres_replication_lag_seconds", "Of the slowest standby.")
pg_locks_waiting = _state("presence_postgres_locks_waiting", "Sessions that wait for a lock.")
pg_size = _state("presence_postgres_database_size_bytes", "Size of the database.")
pg_table_size = _state(
    "presence_postgres_table_size_bytes", "The largest tables with indexes.", "table"
)
pg_dead_rows = _state("presence_postgres_dead_rows", "Rows that vacuum has not cleared.", "table")
pg_vacuum_age = _state(
    "presence_postgres_autovacuum_age_seconds",
    "Since a table was vacuumed, never: since the server began.",
    "table",
)
pg_blocks = _read_total(
    "presence_postgres_blocks", "Blocks read since the statistics' start.", "source"
)
pg_transactions = _read_total(
    "presence_postgres_transactions", "Since the statistics' start.", "result"
)
pg_deadlocks = _read_total("presence_postgres_deadlocks", "Since the statistics' start.")


def registered() -> dict[str, tuple[str, ...]]:
    """Every metric by its exposed name (histograms without _bucket) with its labels."""
    found: dict[str, tuple[str, ...]] = {}
    for value in list(globals().values()):
        if isinstance(value, Counter | Gauge | Histogram):
            suffix = "_total" if isinstance(value, Counter | LookedUpTotal) else ""
            found[value._name + suffix] = tuple(value._labelnames)
    return found


def serve_metrics(
    settings: MetricsSettings, registry: CollectorRegistry, revision: str = "development"
) -> bool:
    """Show `registry` at /metrics on a port and thread of its own; False when switched off.

    The port is not the product's: only monitoring reaches it. Raises OSError when it is taken.
    """
    if not settings.port:
        return False
    build_info.labels(product_version(), revision, python_version()).set(1)
    shown = Shown(registry, BUILD, old_names=settings.old_names)
    serve_registry(settings.port, settings.host, shown)
    return True

"""The series of this process that are there from its start, at 0.

Invariant: a counter that a panel or an alert reads has all series of its closed labels before its
first event: one that appears at 1 has never increased, so its first event would be missed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from prometheus_client import Counter

import presence.domains.publishing.service.emails  # noqa: F401 - registers its e-mails
from presence.analysis.types.web import FetchProblemCode
from presence.core import metrics
from presence.core.payments import PaymentsDown, PaymentsMissing, PaymentsRefused
from presence.domains.billing.entitlements import FEATURES
from presence.domains.engines.registry import ASSISTANTS
from presence.domains.messaging.service.mail.emails import known_emails
from presence.domains.publishing.schemas.reports import Format
from presence.domains.runs.service.run_kinds import PIPELINES
from presence.jobs.context import registered_jobs

_CLASSES = ("2xx", "3xx", "4xx", "5xx")
_PLANS = tuple(map(str, range(4)))

Labels = tuple[Iterable[str], ...]


def _of_requests() -> dict[Counter, Labels]:
    return {
        metrics.http_refused: (("401", "403", "429"), ("unmatched",)),
        metrics.http_refused_early: (("400", "405", "408", "413", "414", "421", "431", "503"),),
        metrics.http_shed: (("urgent", "usual", "heavy"),),
        metrics.api_key_calls: (_CLASSES,),
        metrics.login_attempts: (("succeeded", "failed", "throttled"),),
        metrics.sse_events: (("run.queued", "run.score", "run.completed"),),
        metrics.plan_limit_hits: (FEATURES, _PLANS),
        metrics.checkouts: (("started", "completed"),),
        metrics.stripe_errors: (
            {kind.code for kind in (PaymentsDown, PaymentsRefused, PaymentsMissing)},
        ),
        metrics.jobs_enqueued: (registered_jobs(),),
    }


def _of_work() -> dict[Counter, Labels]:
    return {
        metrics.job_retries: (registered_jobs(),),
        metrics.run_ended: (PIPELINES, ("completed", "partial", "failed", "canceled")),
        metrics.answers: (ASSISTANTS, ("completed", "refused", "failed")),
        metrics.parse_failures: (ASSISTANTS, ("malformed", "empty", "truncated")),
        metrics.citations_missing: (ASSISTANTS,),
        metrics.provider_rate_limited: (ASSISTANTS,),
        metrics.provider_cost: (ASSISTANTS, ("deployment", "workspace")),
        metrics.crawl_pages: ((*_CLASSES, *get_args(FetchProblemCode)),),
        metrics.mails: (known_emails(), ("sent", "delayed", "failed")),
        metrics.reports: (get_args(Format), ("ready", "failed")),
        metrics.outgoing_webhooks: (("delivered", "failed"),),
    }


def begin_series() -> None:
    """Show what API or worker counts at 0; once, when all slices are imported."""
    for counter, labels in (_of_requests() | _of_work()).items():
        metrics.begin(counter, *labels)

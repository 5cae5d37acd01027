"""`presence worker`: runs background jobs in this process."""

from __future__ import annotations

from typing import Annotated

import typer

from presence.core import metrics
from presence.core.logging import configure_logging
from presence.core.telemetry import start_telemetry
from presence.entrypoints.commands.environment import require_key, serving_settings
from presence.entrypoints.series import begin_series
from presence.entrypoints.supervision import end_with_parent
from presence.entrypoints.worker import run_worker


def worker(
    supervised: Annotated[bool, typer.Option(help="End when standard input closes.")] = False,
) -> None:
    """Work through the queue until stopped."""
    settings = serving_settings()
    configure_logging(settings.log_level)
    if supervised:
        end_with_parent()
    require_key(settings, settings.database.customer_url)  # guard: worker.key-check
    begin_series()
    metrics.serve_metrics(settings.metrics, metrics.COUNTED, settings.revision)
    metrics.worker_places.set(settings.worker.concurrency)
    stop_telemetry = start_telemetry(settings, "worker")
    run_worker(settings, stop_telemetry)

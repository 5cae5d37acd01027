"""`presence api`: the customer API (and the built web app) in this process."""

from __future__ import annotations

from typing import Annotated

import typer

from presence.core.logging import configure_logging
from presence.core.metrics import COUNTED, serve_metrics
from presence.core.telemetry import start_telemetry
from presence.entrypoints.commands.environment import require_key, serving_settings
from presence.entrypoints.customer import build_app
from presence.entrypoints.draining import serve_app
from presence.entrypoints.series import begin_series
from presence.entrypoints.supervision import end_with_parent


def api(
    fd: Annotated[int, typer.Option(help="Listening socket inherited from serve.")] = -1,
    supervised: Annotated[bool, typer.Option(help="End when standard input closes.")] = False,
) -> None:
    """Serve the customer API; the address comes from PORT and PRESENCE_HTTP__HOST."""
    settings = serving_settings()
    configure_logging(settings.log_level)
    if supervised:
        end_with_parent()
    require_key(settings, settings.database.customer_url)  # guard: api.key-check
    begin_series()
    serve_metrics(settings.metrics, COUNTED, settings.revision)
    stop_telemetry = start_telemetry(settings, "api")
    try:
        serve_app(build_app(settings), settings.http, fd)
    finally:
        stop_telemetry()

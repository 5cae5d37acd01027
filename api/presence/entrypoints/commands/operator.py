"""`presence operator`: the console's API (and the built console) in this process."""

from __future__ import annotations

from typing import Annotated

import typer

from presence.core.logging import configure_logging
from presence.core.metrics import COUNTED, serve_metrics
from presence.core.telemetry import start_telemetry
from presence.entrypoints.commands.environment import require_key, serving_settings
from presence.entrypoints.draining import serve_app
from presence.entrypoints.operator import build_app
from presence.entrypoints.supervision import end_with_parent


def operator(
    fd: Annotated[int, typer.Option(help="Listening socket inherited from serve.")] = -1,
    supervised: Annotated[bool, typer.Option(help="End when standard input closes.")] = False,
) -> None:
    """Serve the console for staff on CONSOLE_PORT, which is the one after PORT unless given."""
    settings = serving_settings()
    configure_logging(settings.log_level)
    if supervised:
        end_with_parent()
    # guard: operator.key-check
    require_key(settings, settings.database.operator_url, again="staff")
    serve_metrics(settings.metrics, COUNTED, settings.revision)
    stop_telemetry = start_telemetry(settings, "operator")
    try:
        serve_app(build_app(settings), settings.console_http, fd)
    finally:
        stop_telemetry()

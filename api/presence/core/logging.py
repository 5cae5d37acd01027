"""Log lines as JSON on standard error, one object a line, with the ids of request and trace.

Invariant: bodies, tokens, passwords and page text are never passed to a logger, and an error of the
database tells its statement without the values.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

from presence.core.telemetry import current_ids

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
# What PostgreSQL and its driver put into an error's words: a row, a key, a value they cannot read.
_ROW = re.compile(
    r"^DETAIL: .*?(?=^HINT: |^\[SQL|^\(Background on|^\n*The above |^\n*During handling |\Z)",
    re.MULTILINE | re.DOTALL,
)
_VALUE = re.compile(r"(invalid input (?:for|syntax) [^:\n]+|out of range): .*")


class JsonFormatter(logging.Formatter):
    """Renders time, level, logger, message, ids of request and trace, `fields`, and exception."""

    def format(self, record: logging.LogRecord) -> str:
        """One JSON object, keys in a fixed order."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (rid := request_id.get()) is not None:
            line["requestId"] = rid
        line.update(getattr(record, "fields", {}))
        if (ids := current_ids()) is not None:
            line["traceId"], line["spanId"] = ids
        if record.exc_info:
            line["exception"] = _without_values(self.formatException(record.exc_info))
        return json.dumps(line)  # ASCII: no U+2028 breaks a line, no lone surrogate the writing


def _without_values(trace: str) -> str:
    return _VALUE.sub(r"\1: …", _ROW.sub("DETAIL: …\n", trace))


def configure_logging(level: str) -> None:
    """Send every logger through one JSON handler at `level`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("uvicorn.access", "procrastinate.worker", "asyncio", "httpx", "httpx2"):
        logging.getLogger(noisy).setLevel(logging.WARNING)

"""Decisions and writes of the slice.

`orders` plans a run; `lifecycle` starts, cancels and resumes runs; `schedule` does so on their
dates; `execution` and its stages take one to its end; `reading` composes what the API shows.
"""

from presence.domains.visibility.service.runs.lifecycle import (
    Trigger,
    cancel_run,
    retry_failed,
    start_run,
)
from presence.domains.visibility.service.runs.orders import Order

__all__ = ["Order", "Trigger", "cancel_run", "retry_failed", "start_run"]

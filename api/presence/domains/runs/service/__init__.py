"""Decisions and writes of runs.

`orders` plans a run; `lifecycle` starts, cancels and resumes runs; `schedule` does so on their
dates; `answers` asks assistants and stores what they say.
"""

from presence.domains.runs.service.lifecycle import Trigger, cancel_run, retry_failed, start_run
from presence.domains.runs.service.orders import Order

__all__ = ["Order", "Trigger", "cancel_run", "retry_failed", "start_run"]

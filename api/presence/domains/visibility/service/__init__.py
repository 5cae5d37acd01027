"""Decisions and writes of the slice: `lifecycle` starts and cancels runs, `execution` and its
stages take one to its end, `reading` composes what the API shows.
"""

from presence.domains.visibility.service.lifecycle import Trigger, cancel_run, start_run

__all__ = ["Trigger", "cancel_run", "start_run"]

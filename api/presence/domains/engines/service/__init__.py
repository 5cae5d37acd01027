"""Which engines a workspace can ask, on whose key, how fast and at what cost.

`connections`: whose key; `catalogue`: what is connected and allowed; `allowances`: how much may be
spent; `budget`: reserving, charging, releasing; `spending`: on whose money; `asker`: asking within
limits; `credentials`: keys of the workspace; `usage`: what was asked.
"""

from presence.domains.engines.pricing import estimate, price
from presence.domains.engines.service.allowances import affordable_samples
from presence.domains.engines.service.asker import Asker
from presence.domains.engines.service.budget import (
    charge_usage,
    release,
    release_ended,
    release_lost,
    reserve,
)
from presence.domains.engines.service.catalogue import engines_for_run, list_engines, recipients
from presence.domains.engines.service.spending import waiting_for_confirmation

__all__ = [
    "Asker",
    "affordable_samples",
    "charge_usage",
    "engines_for_run",
    "estimate",
    "list_engines",
    "price",
    "recipients",
    "release",
    "release_ended",
    "release_lost",
    "reserve",
    "waiting_for_confirmation",
]

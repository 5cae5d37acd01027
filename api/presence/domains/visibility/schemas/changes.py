"""Changes between analyses on the wire."""

from __future__ import annotations

from uuid import UUID

from presence.domains.visibility.schemas.results import ChangeOut, Count
from presence.http.listing import PageOut
from presence.http.schemas import ApiOut


class ChangeRowOut(ChangeOut):
    """What a run found different from the one before it."""

    id: UUID
    run_id: UUID


class ChangesOut(ApiOut):
    """Changes inside the plan's history; `locked` counts the older ones it does not show."""

    data: list[ChangeRowOut]
    page: PageOut
    locked: Count

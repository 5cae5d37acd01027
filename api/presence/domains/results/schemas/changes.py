"""Changes between analyses on the wire."""

from __future__ import annotations

from uuid import UUID

from presence.domains.results.schemas.results import ChangeOut, Count
from presence.http.listing import PageOut
from presence.http.schemas import ApiOut


class ChangeRowOut(ChangeOut):
    """A change between a run and the run before it."""

    id: UUID
    run_id: UUID


class ChangesOut(ApiOut):
    """Changes within the plan's history; `locked` counts older ones."""

    data: list[ChangeRowOut]
    page: PageOut
    locked: Count

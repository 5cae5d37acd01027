"""What the slice refuses, and the two ways a worker learns that its run is no longer its own."""

from __future__ import annotations

from uuid import UUID

from presence.core.errors import Conflict


class RunActive(Conflict):
    """One running full run per brand; Location names it."""

    @classmethod
    def of(cls, run_id: UUID) -> RunActive:
        """The refusal for the run that is already active."""
        return cls(
            "An analysis of this brand is already running.",
            headers={"Location": f"/api/v1/runs/{run_id}"},
            extra={"runId": str(run_id)},
        )


class RunOver(Conflict):
    """The run has ended, so it cannot be canceled."""


class Superseded(Exception):
    """Another worker took the run over, or somebody canceled it: stop, store nothing."""

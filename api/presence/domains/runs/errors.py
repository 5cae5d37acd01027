"""What the slice refuses, and the two ways a worker learns that it has lost its run."""

from __future__ import annotations

from uuid import UUID

from presence.core.errors import Conflict


class RunActive(Conflict):
    """A brand can have only one full run in progress; Location names it."""

    @classmethod
    def of(cls, run_id: UUID) -> RunActive:
        """The refusal that refers to the active run."""
        return cls(
            "An analysis of this brand is already running.",
            headers={"Location": f"/api/v1/runs/{run_id}"},
            extra={"runId": str(run_id)},
        )


class RunOver(Conflict):
    """The run has ended, so it cannot be canceled."""


class Superseded(Exception):
    """Another worker took over the run, or somebody canceled it: stop and store nothing."""

"""Features as routes ask for them: whether staff have switched one off.

    @router.post("/exports", dependencies=[Allowed("view"), Open("exports")])

Invariant: a switched-off feature is refused with a sentence and the code `feature-off`, never with
a missing route.
"""

from __future__ import annotations

from typing import Any

from fastapi import Depends

from presence.domains.billing.service.feature_flags import require_open
from presence.domains.operators.service.flags import FlagKey
from presence.domains.workspaces.context import TenantSession
from presence.http.session import NowDep


def Open(key: FlagKey) -> Any:
    """Route dependency: raises SwitchedOff while the feature is off for the caller's workspace."""

    async def check(session: TenantSession, now: NowDep) -> None:
        await require_open(session, key, now)

    return Depends(check)

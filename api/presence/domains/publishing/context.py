"""Determines for whom the address of a file is created."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from presence.domains.identity.context import CurrentUser
from presence.domains.identity.keys import key_hash_of
from presence.domains.publishing.service.reports.links import Holder


async def holder(request: Request, user: CurrentUser) -> Holder:
    """The caller: their session, or the key they call with."""
    return Holder(user.user_id, user.session_id, key_hash_of(request))


HolderDep = Annotated[Holder, Depends(holder)]

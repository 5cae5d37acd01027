"""What the slice's routes share."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.workspaces.context import Allowed
from presence.http.errors import documented
from presence.http.listing import PageOut

MEMBERS = [Allowed("members")]
EVERYBODY = [Allowed("see_members")]


def slice_router() -> APIRouter:
    """A router of this slice."""
    return APIRouter(tags=["team"], responses=documented(401, 403, 404, 409, 422))


def whole(count: int) -> PageOut:
    """The page of a list that is always sent whole, because a plan bounds it."""
    return PageOut(next_cursor=None, limit=count, total=count, total_is_exact=True)

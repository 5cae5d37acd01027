"""What the routes of an analysis share: the router's settings, who may do what, and ready JSON."""

from __future__ import annotations

from fastapi import APIRouter, Response

from presence.domains.workspaces.context import Allowed
from presence.http.errors import documented

VIEW = [Allowed("view")]
RUN = [Allowed("run")]


def slice_router(slice_: str) -> APIRouter:
    """A router for one of the slices of an analysis."""
    return APIRouter(tags=[slice_], responses=documented(401, 403, 404, 422))


def ready_json(document: str | bytes, status: int = 200, **headers: str) -> Response:
    """JSON that is ready to be sent."""
    return Response(document, status, headers, media_type="application/json")

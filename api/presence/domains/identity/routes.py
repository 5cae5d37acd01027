"""Sign-in with Google: the address exists, and says so while no provider is configured."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import RedirectResponse

from presence.http.permission import PUBLIC

router = APIRouter(tags=["identity"])


@router.get("/auth/google", status_code=302, response_class=RedirectResponse, openapi_extra=PUBLIC)
async def google() -> RedirectResponse:
    """Send the browser back to the sign-in screen with the reason."""
    return RedirectResponse("/auth?error=google_not_configured", status_code=302)

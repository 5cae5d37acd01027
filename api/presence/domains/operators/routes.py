"""The customer's side of an impersonation: the link that opens it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import RedirectResponse

from presence.domains.identity.context import set_session_cookie
from presence.domains.operators.service.impersonating import OPENING, redeem
from presence.http.errors import documented
from presence.http.permission import PUBLIC
from presence.http.session import NowDep, SessionDep, SettingsDep

router = APIRouter(tags=["operators"])


@router.get(f"{OPENING}{{token}}", status_code=303, openapi_extra=PUBLIC, responses=documented(404))
async def open_impersonation(
    token: str, session: SessionDep, settings: SettingsDep, now: NowDep
) -> RedirectResponse:
    """Open a support session as a customer.

    Works once, shortly after a support employee requested it. Replaces the browser's session and
    redirects to the dashboard.
    """
    opened, ends_at = await redeem(session, token)
    answer = RedirectResponse("/dashboard", status_code=303)
    answer.headers["cache-control"] = "no-store"
    set_session_cookie(answer, opened, settings, int((ends_at - now).total_seconds()))
    return answer

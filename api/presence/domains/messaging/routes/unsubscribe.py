"""Stopping mails from within a mail: by its link, or by the mail program itself (RFC 8058).

Invariant: GET only asks; POST acts, for a person and for a program that posts the one-click form.
"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from presence.core.errors import NotFound
from presence.domains.messaging.service.mail import stop_page
from presence.domains.messaging.service.mail.unsubscribing import (
    apply_stop,
    kind_in_words,
    read_stop,
)
from presence.http.permission import PUBLIC
from presence.http.session import NowDep, SessionDep, SettingsDep

router = APIRouter(
    prefix="/api/v1/unsubscribe",
    tags=["messaging"],
    include_in_schema=False,
    default_response_class=HTMLResponse,
)
_HEADERS = {"content-security-policy": stop_page.STOP_CSP, "referrer-policy": "same-origin"}


@router.get("/{token}", openapi_extra=PUBLIC)
async def ask_to_stop(token: str, settings: SettingsDep) -> HTMLResponse:
    """The page that asks."""
    try:
        stop = await read_stop(settings, token)
    except NotFound as error:
        return HTMLResponse(stop_page.unknown_page(str(error)), 404, _HEADERS)
    return HTMLResponse(stop_page.ask_page(kind_in_words(stop)), headers=_HEADERS)


@router.post("/{token}", openapi_extra=PUBLIC)
async def stop_mails(
    token: str, session: SessionDep, settings: SettingsDep, now: NowDep, again: bool = False
) -> HTMLResponse:
    """Stop the mails, or have them again."""
    try:
        stop = await read_stop(settings, token)
    except NotFound as error:
        return HTMLResponse(stop_page.unknown_page(str(error)), 404, _HEADERS)
    await apply_stop(session, stop, now, wanted=again)
    said = stop_page.resumed_page if again else stop_page.stopped_page
    return HTMLResponse(said(kind_in_words(stop)), headers=_HEADERS)

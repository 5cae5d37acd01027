"""`/dev/outbox`: the mails of a product that only its own machine reaches.

Invariant: anywhere else these addresses do not exist, and neither for a page of another site: a
name that is made to point at this machine, or a page on another port, reads no mail.
"""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import HTMLResponse

from presence.core.errors import NotFound
from presence.core.settings import Settings
from presence.domains.messaging.service.mail import outbox
from presence.http.permission import PUBLIC
from presence.http.session import SettingsDep

_LOOPBACK = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)
_OF_OUR_PAGES = frozenset({"none", "same-origin"})


async def _local(request: Request, settings: SettingsDep) -> Settings:
    """NotFound unless e-mails may be shown here and the request names this machine."""
    named = _LOOPBACK.fullmatch(request.headers.get("host", ""))
    site = request.headers.get("sec-fetch-site", "none")
    if not settings.is_local or settings.mail.host:  # guard: outbox.local
        raise NotFound("We could not find that.")
    if named is None:  # guard: outbox.host
        raise NotFound("We could not find that.")
    if site not in _OF_OUR_PAGES:  # guard: outbox.site
        raise NotFound("We could not find that.")
    return settings


Local = Annotated[Settings, Depends(_local)]
router = APIRouter(
    prefix="/dev/outbox",
    tags=["messaging"],
    include_in_schema=False,
    default_response_class=HTMLResponse,
)


@router.get("", openapi_extra=PUBLIC)
async def outbox_list(settings: Local) -> HTMLResponse:
    """The mails, newest first."""
    return HTMLResponse(outbox.list_page(settings))


@router.get("/{name}", openapi_extra=PUBLIC)
async def outbox_mail(name: str, settings: Local) -> HTMLResponse:
    """One mail as text, with its links."""
    return HTMLResponse(outbox.mail_page(settings, name))


@router.get("/{name}/html", openapi_extra=PUBLIC)
async def outbox_html(name: str, settings: Local) -> HTMLResponse:
    """One mail as a mail program shows it; nothing in it may run or load."""
    page = outbox.html_part(settings, name)
    return HTMLResponse(page, headers={"content-security-policy": outbox.MAIL_CSP})

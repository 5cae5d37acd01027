"""`/dev/outbox`: the mails of a product that only its own machine reaches.

Invariant: anywhere else these addresses do not exist.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import HTMLResponse

from presence.core.errors import NotFound
from presence.core.settings import Settings
from presence.domains.outputs.service.mail import outbox
from presence.http.permission import PUBLIC
from presence.http.session import SettingsDep


async def _local(settings: SettingsDep) -> Settings:
    """NotFound unless mails may be shown."""
    if not settings.is_local or settings.mail.host:
        raise NotFound("We could not find that.")
    return settings


Local = Annotated[Settings, Depends(_local)]
router = APIRouter(
    prefix="/dev/outbox",
    tags=["outputs"],
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

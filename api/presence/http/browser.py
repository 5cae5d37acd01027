"""What a browser reports about itself: page speed, script errors, how long an action took.

Invariant: nobody chooses a label: a page outside a short form counts as `other`, as do all pages
once a hundred are known; reports change nothing but metrics and traces.
"""

from __future__ import annotations

import re
import time
from typing import Annotated, Literal

from fastapi import APIRouter, Response
from pydantic import Field

from presence.core import metrics
from presence.core.telemetry import read_traceparent, record_press
from presence.http.errors import documented
from presence.http.permission import PUBLIC
from presence.http.schemas import ApiIn
from presence.http.session import SettingsDep

router = APIRouter(tags=["browser"])

_PAGE = re.compile(r"/(?:[a-z-]{1,24}|:id)?(?:/(?:[a-z-]{1,24}|:id)){0,4}")
_MOST_PAGES = 100
_OTHER = "other"
_pages: set[str] = set()
_LONGEST_MS = 600_000.0


class PressIn(ApiIn):
    """A call caused by a click: its trace, method, and timing in the browser.

    `agoMs` is how long before this report it began.
    """

    traceparent: Annotated[str, Field(max_length=55)]
    method: Literal["POST", "PUT", "PATCH", "DELETE"]
    ago_ms: Annotated[float, Field(ge=0, le=_LONGEST_MS)]
    took_ms: Annotated[float, Field(ge=0, le=_LONGEST_MS)]


class BrowserReportIn(ApiIn):
    """Measurements of one page view.

    Web vitals in milliseconds (the layout shift is a ratio), script errors, and calls caused by
    clicks.
    """

    page: Annotated[str, Field(max_length=160)]
    lcp_ms: Annotated[float | None, Field(ge=0, le=_LONGEST_MS)] = None
    inp_ms: Annotated[float | None, Field(ge=0, le=_LONGEST_MS)] = None
    cls: Annotated[float | None, Field(ge=0, le=100)] = None
    errors: Annotated[int, Field(ge=0, le=1_000)] = 0
    presses: Annotated[tuple[PressIn, ...], Field(max_length=20)] = ()


@router.post(
    "/api/v1/browser-reports",
    status_code=204,
    openapi_extra=PUBLIC,
    responses=documented(422),
    response_class=Response,
)
async def report(data: BrowserReportIn, settings: SettingsDep) -> None:
    """Report page speed and script errors from a browser.

    The web app sends this when a visitor leaves a page. The values only feed metrics and traces.
    """
    page, build = known_page(data.page), settings.revision
    metrics.page_views.labels(page, build).inc()
    metrics.js_errors.labels(page, build).inc(data.errors)
    if data.lcp_ms is not None:
        metrics.web_vital_lcp.labels(page).observe(data.lcp_ms / 1_000)
    if data.inp_ms is not None:
        metrics.web_vital_inp.labels(page).observe(data.inp_ms / 1_000)
    if data.cls is not None:
        metrics.web_vital_cls.labels(page).observe(data.cls)
    for press in data.presses:
        _trace(press, page)


def known_page(page: str) -> str:
    """The page as a label."""
    if page in _pages:
        return page
    if len(_pages) >= _MOST_PAGES or _PAGE.fullmatch(page) is None:
        return _OTHER
    _pages.add(page)
    return page


def _trace(press: PressIn, page: str) -> None:
    context = read_traceparent(press.traceparent)
    if context is None:
        return
    started = time.time_ns() - int(press.ago_ms * 1_000_000)
    ended = started + int(press.took_ms * 1_000_000)
    attributes = {"presence.page": page, "http.request.method": press.method}
    record_press(context, f"press {press.method}", started, ended, attributes)

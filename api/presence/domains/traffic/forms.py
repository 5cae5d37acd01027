"""Reads the bodies that this slice's routes take by themselves: a part of a file, a report.

Invariant: a part is held in memory alone, and is never longer than a part may be.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import date
from typing import Any

from starlette.requests import Request

from presence.analysis.imported.model import ImportRefused
from presence.analysis.platform_reports import read_report
from presence.analysis.platform_reports.periods import day_of
from presence.core.errors import UnsupportedMedia, ValidationFailed
from presence.domains.traffic.report_records import SentReport
from presence.http.bodies import FORM_TYPE, media_type
from presence.http.uploads import read_form

FILE = "file"
MOST_PART = 8 * 1024 * 1024
_NO_FILE = "Send the part as a file."
_NO_REPORT = "Choose a report to upload."
_NO_DAY = "Give the day as YYYY-MM-DD"
_UNNAMED = "report.csv"


@dataclass(frozen=True, slots=True)
class ReportForm:
    """A report as it was sent, and whether it may replace one of the same kind and days."""

    report: SentReport
    replace: bool


async def read_part(request: Request) -> bytes:
    """The bytes of a part. Raises ValidationFailed, UnsupportedMedia or FileTooLarge."""
    if media_type(request) != FORM_TYPE:
        raise UnsupportedMedia("Send multipart/form-data.")
    upload = (await read_form(request, max_file=MOST_PART)).files.get(FILE)
    if upload is None:
        raise ValidationFailed.at(f"/{FILE}", _NO_FILE, "missing")
    return upload.data


def part_body() -> dict[str, Any]:
    """The request body of a part, for the API description."""
    properties = {FILE: {"type": "string", "format": "binary"}}
    form = {"title": "PartIn", "type": "object", "properties": properties, "required": [FILE]}
    return {"requestBody": {"required": True, "content": {FORM_TYPE: {"schema": form}}}}


async def read_report_form(request: Request) -> ReportForm:
    """A report and the days given with it.

    Raises ValidationFailed with what to export instead, UnsupportedMedia or FileTooLarge.
    """
    if media_type(request) != FORM_TYPE:
        raise UnsupportedMedia("Send multipart/form-data.")
    form = await read_form(request)
    upload = form.files.get(FILE)
    if upload is None:
        raise ValidationFailed.at(f"/{FILE}", _NO_REPORT, "missing")
    try:
        report = await asyncio.to_thread(read_report, upload.data, upload.name)
    except ImportRefused as refused:
        raise ValidationFailed.at(f"/{FILE}", str(refused), "report-refused") from refused
    sent = SentReport(
        report=report,
        name=upload.name or _UNNAMED,
        digest=hashlib.sha256(upload.data).digest(),
        first=_day(form.texts, "from"),
        last=_day(form.texts, "to"),
    )
    return ReportForm(sent, form.texts.get("replace") == "true")


def _day(texts: dict[str, str], name: str) -> date | None:
    written = texts.get(name, "")
    found = day_of(written)
    if written and found is None:
        raise ValidationFailed.at(f"/{name}", _NO_DAY, "day")
    return found


def report_body() -> dict[str, Any]:
    """The request body of a report, for the API description."""
    day = {"type": "string", "format": "date"}
    properties = {
        FILE: {"type": "string", "format": "binary"},
        "from": day,
        "to": day,
        "replace": {"type": "boolean"},
    }
    form = {
        "title": "PlatformReportIn",
        "type": "object",
        "properties": properties,
        "required": [FILE],
    }
    return {"requestBody": {"required": True, "content": {FORM_TYPE: {"schema": form}}}}

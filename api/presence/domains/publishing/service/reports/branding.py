"""The branding of a workspace's reports: stored once set, used while the plan includes it.

Invariant: a stored logo is a picture the typesetter has rendered once, of a size it renders
quickly; a stored colour is legible on white paper.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import struct
from dataclasses import dataclass

import typst
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import ValidationFailed
from presence.domains.audit.service import record_change
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.publishing.models import ReportBranding
from presence.domains.publishing.queries import branding as queries
from presence.domains.publishing.schemas.branding import ReportBrandingIn, ReportBrandingOut
from presence.domains.publishing.service.reports.typesetting import try_picture

FEATURE = "reports.branding"
MAX_LOGO = 200 * 1024
MAX_SIDE = 2000
LEAST_CONTRAST = 4.5
_TYPES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
_NO_PICTURE = "This file is not a PNG or JPEG picture we can read. Choose another."
_TOO_LARGE = "The logo is larger than 200 kB. Choose a smaller file."
_TOO_WIDE = "The logo can be at most 2,000 pixels wide and high."
_TOO_PALE = "This colour is too light to read on white paper. Choose a darker one."


@dataclass(frozen=True, slots=True)
class Branding:
    """What a report shows of its workspace; empty texts stand for the product's own."""

    name: str
    colour: str
    logo: bytes | None


async def branding_in_use(session: AsyncSession) -> Branding | None:
    """The branding in use; None if nothing was set or the plan does not include it."""
    row = await queries.find_branding(session)
    if row is None or not (await current_plan(session)).limits.allows(FEATURE):
        return None
    return Branding(row.name, row.colour, row.logo)


async def branding_document(session: AsyncSession) -> ReportBrandingOut:
    """The branding that was set, whether or not the plan includes it."""
    active = (await current_plan(session)).limits.allows(FEATURE)
    row = await queries.find_branding(session)
    if row is None:
        return ReportBrandingOut(name="", colour="", logo=None, active=active)
    logo = None
    if row.logo is not None:
        logo = f"data:{row.logo_type};base64,{base64.b64encode(row.logo).decode()}"
    return ReportBrandingOut(name=row.name, colour=row.colour, logo=logo, active=active)


async def keep_branding(session: AsyncSession, wanted: ReportBrandingIn) -> ReportBrandingOut:
    """Set all of it. Raises PlanLimitReached, ValidationFailed."""
    require_feature((await current_plan(session)).limits, FEATURE)
    if wanted.colour and contrast_on_white(wanted.colour) < LEAST_CONTRAST:
        raise _refused("colour", _TOO_PALE)
    kind, logo = _picture(wanted.logo) if wanted.logo else (None, None)
    if logo is not None and not await asyncio.to_thread(_can_be_set, logo):
        raise _refused("logo", _NO_PICTURE)
    before = _recorded(await queries.find_branding(session))
    await queries.keep(session, wanted.name, wanted.colour, logo, kind)
    after = {"name": wanted.name, "colour": wanted.colour, "logo": _named(kind, logo)}
    await record_change(session, "branding.changed", "report-branding:workspace", before, after)
    return await branding_document(session)


def contrast_on_white(colour: str) -> float:
    """Contrast ratio of "#rrggbb" against white, 1 to 21 (WCAG 2.2)."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


def _recorded(row: ReportBranding | None) -> dict[str, str]:
    if row is None:
        return {"name": "", "colour": "", "logo": ""}
    return {"name": row.name, "colour": row.colour, "logo": _named(row.logo_type, row.logo)}


def _named(kind: str | None, logo: bytes | None) -> str:
    """How the log refers to a picture: enough to recognise a different one; empty for none."""
    return f"{kind} {hashlib.sha256(logo).hexdigest()[:12]}" if logo else ""


def _picture(address: str) -> tuple[str, bytes]:
    head, _, body = address.partition(";base64,")
    kind = head.removeprefix("data:")
    try:
        data = base64.b64decode(body, validate=True)
    except binascii.Error:
        data = b""
    if not head.startswith("data:") or kind not in _TYPES or not data.startswith(_TYPES[kind]):
        raise _refused("logo", _NO_PICTURE)
    if len(data) > MAX_LOGO:
        raise _refused("logo", _TOO_LARGE)
    if max(_sides(kind, data)) > MAX_SIDE:
        raise _refused("logo", _TOO_WIDE)
    return kind, data


def _sides(kind: str, data: bytes) -> tuple[int, int]:
    """Width and height as declared by the file, which is refused if it declares none."""
    try:
        if kind == "image/png":
            width, height = struct.unpack(">II", data[16:24])
            return width, height
        return _jpeg_sides(data)
    except (struct.error, IndexError) as error:
        raise _refused("logo", _NO_PICTURE) from error


def _jpeg_sides(data: bytes) -> tuple[int, int]:
    at = 2
    while data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    raise IndexError(at)


def _can_be_set(logo: bytes) -> bool:
    try:
        try_picture(logo)
    except typst.TypstError:
        return False
    return True


def _refused(field: str, sentence: str) -> ValidationFailed:
    return ValidationFailed.at(f"/{field}", sentence)

"""Logs of a brand's sites, sent as files."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response

from presence.domains.traffic import forms
from presence.domains.traffic.schemas.uploads import (
    ConfirmationIn,
    LogPreviewOut,
    LogUploadIn,
    LogUploadOut,
)
from presence.domains.traffic.service import previews, uploads, wrong_lines
from presence.domains.workspaces.context import Allowed, LongCallDep, TenantSession
from presence.http import conditional
from presence.http.csv_files import CSV_ROUTE, csv_file
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import ListOut, PagingDep, cut

router = APIRouter(tags=["traffic"], responses=documented(401, 403, 404, 422))
UPLOADS = "/api/v1/brands/{brand_id}/traffic/uploads"
UPLOAD = f"{UPLOADS}/{{upload_id}}"
_RUN = [Allowed("run")]


@router.get(UPLOADS, dependencies=[Allowed("view")])
async def list_log_uploads(
    brand_id: UUID, session: TenantSession, asked: PagingDep
) -> ListOut[LogUploadOut]:
    """List the logs sent for a brand, newest first."""
    rows, total = await uploads.list_uploads(session, brand_id, asked.after, asked.probe)
    shown, page = cut(rows, asked, lambda row: row.id, total)
    return ListOut(data=[LogUploadOut.of(row) for row in shown], page=page)


@router.post(UPLOADS, status_code=201, dependencies=_RUN, responses=documented(409))
@idempotent
async def begin_log_upload(
    brand_id: UUID, data: LogUploadIn, session: TenantSession, repeatable: RepeatableDep
) -> LogUploadOut:
    """Announce a log of up to 2 GB, plain or compressed with gzip or Zstandard.

    Send its parts next, in any order. Sending can be resumed for a day. The logs being sent and
    read in a workspace may be three, of 3 GB together.
    """
    made = await uploads.begin_upload(session, brand_id, data.source_id, data.name, data.size)
    return LogUploadOut.of(made)


@router.get(UPLOAD, dependencies=[Allowed("view")], response_model=LogUploadOut)
async def get_log_upload(
    brand_id: UUID, upload_id: UUID, session: TenantSession, request: Request
) -> Response:
    """Get a log, its missing parts or how far it has been read, and its ETag."""
    found = await uploads.get_upload(session, brand_id, upload_id)
    return conditional.answer(request, LogUploadOut.of(found))


@router.put(
    f"{UPLOAD}/parts/{{number}}",
    dependencies=_RUN,
    responses=documented(409, 413, 415),
    openapi_extra=forms.part_body(),
)
async def send_log_part(
    brand_id: UUID,
    upload_id: UUID,
    number: Annotated[int, Path(ge=0, le=1_000)],
    request: Request,
    session: TenantSession,
    call: LongCallDep,
) -> LogUploadOut:
    """Send one part of a log, counted from 0.

    A part sent again replaces the earlier one.
    """
    await uploads.require_part(session, brand_id, upload_id, number)
    content = await call.wait_for(forms.read_part(request))
    sent = await uploads.receive_part(session, brand_id, upload_id, number, content)
    return LogUploadOut.of(sent)


@router.get(f"{UPLOAD}/preview", dependencies=[Allowed("view")], responses=documented(409))
async def preview_log_upload(
    brand_id: UUID, upload_id: UUID, session: TenantSession
) -> LogPreviewOut:
    """Preview how the first lines of a log read.

    Available once part 0 has arrived, until the log has been read. Nothing is counted yet.
    """
    return LogPreviewOut.of(await previews.preview_upload(session, brand_id, upload_id))


@router.post(f"{UPLOAD}/confirm", status_code=202, dependencies=_RUN, responses=documented(409))
async def confirm_log_upload(
    brand_id: UUID, upload_id: UUID, data: ConfirmationIn, session: TenantSession
) -> LogUploadOut:
    """Read a log in the background and count its requests.

    If another file of the source has requests of the same time, the log is held until it is
    confirmed with `acceptOverlap`, or canceled.
    """
    accepted = data.accept_overlap
    return LogUploadOut.of(
        await uploads.confirm_upload(session, brand_id, upload_id, accept_overlap=accepted)
    )


@router.post(f"{UPLOAD}/cancel", dependencies=_RUN)
async def cancel_log_upload(
    brand_id: UUID, upload_id: UUID, session: TenantSession
) -> LogUploadOut:
    """Cancel a log that is being sent, read or held.

    Nothing of it is counted. A log that was counted, or is being added to the counts, stays.
    """
    return LogUploadOut.of(await uploads.cancel_upload(session, brand_id, upload_id))


@router.get(f"{UPLOAD}/wrong-lines.csv", dependencies=[Allowed("view")], **CSV_ROUTE)
async def download_wrong_lines(brand_id: UUID, upload_id: UUID, session: TenantSession) -> Response:
    """Download the beginnings of the first 1,000 lines that could not be read, as CSV.

    Addresses are masked. The lines are kept for seven days.
    """
    content = await wrong_lines.wrong_lines_csv(session, brand_id, upload_id)
    return csv_file(content, "wrong-lines.csv")

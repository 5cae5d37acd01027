"""Reads the completion call in both of its forms: JSON, and multipart with a document.

Invariant: both forms end in the same validated model, so no rule holds for one of them only.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.requests import Request

from presence.core.errors import FieldError, UnsupportedMedia, ValidationFailed
from presence.domains.onboarding.schemas import DOCUMENT_MISSING, NOT_DOCX, BusinessInfoIn
from presence.http.uploads import Upload, read_form, require_docx

DOCUMENT_FIELD = "brandDocument"
_POINTER = f"/{DOCUMENT_FIELD}"


@dataclass(frozen=True, slots=True)
class Submission:
    """What the wizard sent; `upload` is a DOCX by name, type and first bytes, not yet read."""

    info: BusinessInfoIn
    upload: Upload | None = None


async def read_submission(request: Request) -> Submission:
    """Raises ValidationFailed, RequestValidationError, UnsupportedMedia or FileTooLarge."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        return Submission(_validated(_json(await request.body())))
    if kind != "multipart/form-data":
        raise UnsupportedMedia("Send application/json or multipart/form-data.")
    form = await read_form(request)
    info = _validated({**form.texts, "websiteUrl": form.texts.get("websiteUrl")})
    upload = form.files.get(DOCUMENT_FIELD)
    if upload is not None:
        require_docx(upload, NOT_DOCX, _POINTER)
    elif info.wizard_completed:
        problem = FieldError(_POINTER, DOCUMENT_MISSING, "missing")
        raise ValidationFailed(DOCUMENT_MISSING, errors=(problem,))
    return Submission(info, upload)


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        problem = FieldError("", "The request body is not valid JSON", "json-invalid")
        raise ValidationFailed(problem.detail, errors=(problem,)) from error


def _validated(data: Any) -> BusinessInfoIn:
    try:
        return BusinessInfoIn.model_validate(data)
    except ValidationError as error:
        raise RequestValidationError(
            [{**line, "loc": ("body", *line["loc"])} for line in error.errors()]
        ) from error

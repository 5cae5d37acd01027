"""Reads the completion call in either of its forms: JSON, or multipart with a document.

Invariant: both forms yield the same validated model, so no rule applies to only one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from starlette.requests import Request

from presence.core.errors import UnsupportedMedia, ValidationFailed
from presence.domains.onboarding.schemas import DOCUMENT_MISSING, NOT_DOCX, BusinessInfoIn
from presence.http.bodies import FORM_TYPE, JSON_TYPE, json_of, media_type, validated
from presence.http.uploads import Upload, read_form, require_docx

DOCUMENT_FIELD = "brandDocument"
_POINTER = f"/{DOCUMENT_FIELD}"
_DONE = "wizardCompleted"
_TRUTHS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Submission:
    """What the wizard sent; `upload` is a DOCX by name, type and first bytes, not yet read."""

    info: BusinessInfoIn
    upload: Upload | None = None


async def read_submission(request: Request) -> Submission:
    """Read the call.

    Raises ValidationFailed, RequestValidationError, UnsupportedMedia or FileTooLarge.
    """
    kind = media_type(request)
    if kind == JSON_TYPE:
        return Submission(validated(BusinessInfoIn, json_of(await request.body())))
    if kind != FORM_TYPE:
        raise UnsupportedMedia("Send application/json or multipart/form-data.")
    form = await read_form(request)
    info = validated(BusinessInfoIn, _said(form.texts))
    upload = form.files.get(DOCUMENT_FIELD)
    if upload is not None:
        require_docx(upload, NOT_DOCX, _POINTER)
    elif info.wizard_completed:
        raise ValidationFailed.at(_POINTER, DOCUMENT_MISSING, "missing")
    return Submission(info, upload)


def _said(texts: Mapping[str, str]) -> dict[str, Any]:
    """The members of a form, which contains only texts, in the form JSON would have."""
    said: dict[str, Any] = {**texts, "websiteUrl": texts.get("websiteUrl")}
    if (done := texts.get(_DONE)) is not None:
        said[_DONE] = _TRUTHS.get(done.lower(), done)
    return said


def two_bodies(model: type[BaseModel]) -> dict[str, Any]:
    """Both request bodies for the API description, of a route that reads them itself."""
    schema = model.model_json_schema()
    form = {**schema["properties"], DOCUMENT_FIELD: {"type": "string", "format": "binary"}}
    content = {
        "application/json": {"schema": schema},
        "multipart/form-data": {"schema": {**schema, "properties": form}},
    }
    return {"requestBody": {"required": True, "content": content}}

"""Reads the add-material call in both of its forms: a page as JSON, a document as multipart.

Invariant: a refusal names the field it is about, so nothing that was typed is lost on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from presence.core.errors import UnsupportedMedia, ValidationFailed
from presence.domains.materials.schemas.materials import DocumentIn, PageIn
from presence.http.bodies import FORM_TYPE, JSON_TYPE, json_of, media_type, validated
from presence.http.uploads import Form, Upload, read_form, require_docx

FILE = "file"
ONLY_DOCX = "Please select a DOCX file only."


@dataclass(frozen=True, slots=True)
class UploadedDocument:
    """A document with its texts; a DOCX by name, type and first bytes, not yet read."""

    named: DocumentIn
    upload: Upload


async def read_new_material(request: Request) -> PageIn | UploadedDocument:
    """Raises ValidationFailed, RequestValidationError, UnsupportedMedia or FileTooLarge."""
    kind = media_type(request)
    if kind == JSON_TYPE:
        return validated(PageIn, json_of(await request.body()))
    if kind != FORM_TYPE:
        raise UnsupportedMedia("Send application/json or multipart/form-data.")
    form = await read_form(request)
    return UploadedDocument(validated(DocumentIn, form.texts), _document(form))


async def read_upload(request: Request) -> Upload:
    """The document alone. Raises ValidationFailed, UnsupportedMedia or FileTooLarge."""
    if media_type(request) != FORM_TYPE:
        raise UnsupportedMedia("Send multipart/form-data.")
    return _document(await read_form(request))


def _document(form: Form) -> Upload:
    upload = form.files.get(FILE)
    if upload is None:
        raise ValidationFailed.at(f"/{FILE}", ONLY_DOCX, "missing")
    require_docx(upload, ONLY_DOCX, f"/{FILE}")
    return upload


def upload_body() -> dict[str, Any]:
    """The request body of a document alone, for the API description."""
    properties = {FILE: {"type": "string", "format": "binary"}}
    form = {"title": "UploadIn", "type": "object", "properties": properties, "required": [FILE]}
    return {"requestBody": {"required": True, "content": {FORM_TYPE: {"schema": form}}}}


def bodies() -> dict[str, Any]:
    """Both request bodies for the API description, of a route that reads them itself."""
    document = DocumentIn.model_json_schema()
    fields = {**document["properties"], FILE: {"type": "string", "format": "binary"}}
    form = {**document, "properties": fields, "required": [*document["required"], FILE]}
    content = {
        "application/json": {"schema": PageIn.model_json_schema()},
        "multipart/form-data": {"schema": form},
    }
    return {"requestBody": {"required": True, "content": content}}

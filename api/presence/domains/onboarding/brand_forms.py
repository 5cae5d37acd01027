"""Reads the add-brand call in either of its forms: JSON, or multipart with a document.

Invariant: a brand has something to be asked about: a website, a document or a description.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from presence.core.errors import UnsupportedMedia, ValidationFailed
from presence.domains.onboarding.brand_schemas import BrandIn
from presence.domains.onboarding.forms import DOCUMENT_FIELD
from presence.domains.onboarding.schemas import DESCRIPTION_SHORT, DOCUMENT_MISSING, NOT_DOCX
from presence.http.bodies import FORM_TYPE, JSON_TYPE, json_of, media_type, validated
from presence.http.uploads import Upload, read_form, require_docx


@dataclass(frozen=True, slots=True)
class BrandSubmission:
    """What was sent; `upload` is a DOCX by name, type and first bytes, not yet read."""

    brand: BrandIn
    upload: Upload | None = None


async def read_brand(request: Request) -> BrandSubmission:
    """Read the call.

    Raises ValidationFailed, RequestValidationError, UnsupportedMedia or FileTooLarge.
    """
    kind = media_type(request)
    if kind == JSON_TYPE:
        brand = validated(BrandIn, json_of(await request.body()))
        if brand.website_url is None and brand.description is None:
            raise _missing("/description", DESCRIPTION_SHORT)
        return BrandSubmission(brand)
    if kind != FORM_TYPE:
        raise UnsupportedMedia("Send application/json or multipart/form-data.")
    form = await read_form(request)
    brand = validated(BrandIn, form.texts)
    upload = form.files.get(DOCUMENT_FIELD)
    if upload is not None:
        require_docx(upload, NOT_DOCX, f"/{DOCUMENT_FIELD}", strict=True)
    elif brand.website_url is None:
        raise _missing(f"/{DOCUMENT_FIELD}", DOCUMENT_MISSING)
    return BrandSubmission(brand, upload)


def _missing(pointer: str, sentence: str) -> ValidationFailed:
    return ValidationFailed.at(pointer, sentence, "missing")

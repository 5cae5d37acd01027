"""Reads the body of the answers import in either form: pasted text as JSON, or a file.

Invariant: both forms yield the same answers, or sentences that say what is wrong and where.
"""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from presence.analysis.imported import ImportedAnswer, ImportRefused, parse
from presence.core.errors import FieldError, UnsupportedMedia, ValidationFailed
from presence.domains.runs.schemas.runs import AnswersIn
from presence.http.bodies import FORM_TYPE, JSON_TYPE, json_of, media_type, validated
from presence.http.uploads import read_form

FILE_FIELD = "file"
NO_FILE = "Choose a file with answers to import."
MOST_PROBLEMS = 50  # more in one response help nobody


async def read_import(request: Request) -> tuple[ImportedAnswer, ...]:
    """Return the answers that were sent.

    Raises ValidationFailed, RequestValidationError, UnsupportedMedia or FileTooLarge.
    """
    kind = media_type(request)
    if kind == JSON_TYPE:
        sent = validated(AnswersIn, json_of(await request.body()))
        return await _parsed(sent.text.encode("utf-8", "replace"), "", "/text")
    if kind != FORM_TYPE:
        raise UnsupportedMedia("Send application/json, or multipart/form-data with a file.")
    upload = (await read_form(request)).files.get(FILE_FIELD)
    if upload is None:
        raise ValidationFailed.at(f"/{FILE_FIELD}", NO_FILE, "missing")
    return await _parsed(upload.data, upload.name, f"/{FILE_FIELD}")


async def _parsed(data: bytes, name: str, pointer: str) -> tuple[ImportedAnswer, ...]:
    try:
        return await asyncio.to_thread(parse, data, name)
    except ImportRefused as refused:
        shown = refused.problems[:MOST_PROBLEMS]
        problems = tuple(FieldError(pointer, problem, "import-refused") for problem in shown)
        raise ValidationFailed(str(refused), errors=problems) from refused

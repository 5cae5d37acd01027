"""Read the body of the import call in either of its forms: JSON, or multipart with a CSV.

Invariant: both forms yield the same numbered rows, so no rule applies to only one of them.
"""

from __future__ import annotations

from starlette.requests import Request

from presence.core.errors import UnsupportedMedia, ValidationFailed
from presence.domains.brands.schemas.prompts import ImportIn
from presence.domains.brands.service.importing import Row
from presence.domains.brands.sheets import read_sheet
from presence.http.bodies import FORM_TYPE, JSON_TYPE, json_of, media_type, validated
from presence.http.uploads import read_form

FILE_FIELD = "file"
_NO_FILE = "Choose a CSV file to import."


async def read_list(request: Request) -> tuple[Row, ...]:
    """Return the rows that were sent.

    Raises ValidationFailed, RequestValidationError, UnsupportedMedia or FileTooLarge.
    """
    kind = media_type(request)
    if kind == JSON_TYPE:
        return _json(await request.body())
    if kind != FORM_TYPE:
        raise UnsupportedMedia("Send application/json, or multipart/form-data with a CSV file.")
    upload = (await read_form(request)).files.get(FILE_FIELD)
    if upload is None:
        raise ValidationFailed.at(f"/{FILE_FIELD}", _NO_FILE, "missing")
    return read_sheet(upload.data)


def _json(body: bytes) -> tuple[Row, ...]:
    sent = validated(ImportIn, json_of(body))
    return tuple(
        Row(place, row.text, row.topic.strip(), row.intent.strip())
        for place, row in enumerate(sent.rows, 1)
    )

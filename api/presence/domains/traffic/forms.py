"""Reads the bodies that this slice's routes take by themselves: a part of a file, pushed lines.

Invariant: a part is held in memory alone, and is never longer than a part may be.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from presence.core.errors import UnsupportedMedia, ValidationFailed
from presence.http.bodies import FORM_TYPE, media_type
from presence.http.uploads import read_form

FILE = "file"
MOST_PART = 8 * 1024 * 1024
_NO_FILE = "Send the part as a file."


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

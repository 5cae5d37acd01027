"""Answers that are CSV files, as they are sent and as they are documented."""

from __future__ import annotations

from typing import Any

from fastapi import Response

CSV = "text/csv"
CSV_ROUTE: dict[str, Any] = {
    "response_class": Response,
    "responses": {200: {"content": {CSV: {"schema": {"type": "string"}}}}},
}


def csv_file(content: bytes | str, name: str) -> Response:
    """A CSV file to be saved under a name. Its text is UTF-8."""
    named = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=f"{CSV}; charset=utf-8", headers=named)

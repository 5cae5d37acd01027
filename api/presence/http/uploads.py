"""Reads multipart forms as they arrive, in memory, with limits on every part.

Invariant: nothing of an upload touches the disk, a part over its limit is counted but not kept,
and a refusal is given after the body was read, so that a browser gets to see it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from ntpath import basename
from typing import Any

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import Request

from presence.core.errors import AppError, FileTooLarge, UnsupportedMedia, ValidationFailed

MAX_FILE = 10 * 1024 * 1024
DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
TOO_LARGE = "File is too large. Maximum size is 10MB."
_MAX_FIELD = 64 * 1024
_MAX_PARTS = 40
_ZIP = b"PK\x03\x04"
_CONTENT_TYPES = b"[Content_Types].xml"
_UNREADABLE = "The form could not be read."


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a form; `name` has no folder and no control characters."""

    name: str
    content_type: str
    data: bytes


@dataclass(slots=True)
class Form:
    """Texts and files by field name; of a repeated name the last one counts."""

    texts: dict[str, str] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)


async def read_form(request: Request, *, max_file: int = MAX_FILE) -> Form:
    """Read the whole form. Raises FileTooLarge, ValidationFailed or UnsupportedMedia."""
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind != b"multipart/form-data":  # guard: uploads.form
        raise UnsupportedMedia("Send multipart/form-data.")
    reader = _Reader(max_file)
    try:
        parser = MultipartParser(options.get(b"boundary", b""), reader.callbacks())
        async for chunk in request.stream():
            if not reader.crowded:  # guard: uploads.parts
                parser.write(chunk)
        if not reader.crowded:
            parser.finalize()
    except FormParserError as error:
        raise reader.problem or ValidationFailed(_UNREADABLE) from error
    if reader.problem is not None:
        raise reader.problem
    request.state.form_digest = _digest(reader.form)
    return reader.form


def _digest(form: Form) -> bytes:
    """What the form says: the same for the same content, whatever the boundary was."""
    digest = hashlib.sha256()
    files = {name: (f.name, f.content_type, f.data) for name, f in form.files.items()}
    for name, value in sorted([*form.texts.items(), *files.items()], key=lambda line: line[0]):
        digest.update(repr((name, value)).encode("utf-8", "backslashreplace"))
    return digest.digest()


def require_docx(upload: Upload, message: str, pointer: str, *, strict: bool = False) -> None:
    """Refuse what cannot be a DOCX: by type or extension, then by its first bytes.

    `strict` lets the extension count only when the browser stated no type.
    Raises UnsupportedMedia with `message`.
    """
    typed = upload.content_type == DOCX_TYPE
    named = upload.name.lower().endswith(".docx")
    stated = upload.content_type not in ("", "application/octet-stream")
    accepted = typed if strict and stated else typed or named
    # guard: uploads.zip
    if not accepted or upload.data[:4] != _ZIP or _CONTENT_TYPES not in upload.data:
        raise UnsupportedMedia.at(pointer, message, "not-docx")


class _Reader:
    """Collects the parser's events. The first problem wins; reading goes on without keeping."""

    def __init__(self, max_file: int) -> None:
        self.form = Form()
        self.problem: AppError | None = None
        self._max_file = max_file
        self._parts = 0
        self._header = ""
        self._begin()

    @property
    def crowded(self) -> bool:
        """Whether it has so many parts that parsing the rest is not worth the work."""
        return self._parts > _MAX_PARTS

    def callbacks(self) -> Any:
        """What the parser calls, by its names for the events."""
        return {
            "on_part_begin": self._begin_part,
            "on_header_field": self._header_name,
            "on_header_value": self._header_value,
            "on_header_end": self._header_end,
            "on_headers_finished": self._headers_done,
            "on_part_data": self._data,
            "on_part_end": self._end,
        }

    def _begin_part(self) -> None:
        self._parts += 1
        if self.crowded:
            self._refuse(ValidationFailed(_UNREADABLE))
        self._begin()

    def _begin(self) -> None:
        self._headers: dict[str, bytes] = {}
        self._name = b""
        self._value = b""
        self._body = bytearray()
        self._field = ""
        self._file: str | None = None

    def _header_name(self, data: bytes, start: int, end: int) -> None:
        self._name += data[start:end]

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _header_end(self) -> None:
        self._headers[self._name.decode("latin-1").lower()] = self._value
        self._name = self._value = b""

    def _headers_done(self) -> None:
        _, options = parse_options_header(self._headers.get("content-disposition", b""))
        self._field = options.get(b"name", b"").decode("utf-8", "replace")
        if b"filename" in options:
            self._file = _safe_name(options[b"filename"].decode("utf-8", "replace"))
        if not self._field or self.crowded:
            self._refuse(ValidationFailed(_UNREADABLE))

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self.problem is not None:
            return
        self._body += data[start:end]
        limit = _MAX_FIELD if self._file is None else self._max_file
        if len(self._body) > limit:
            self._refuse(self._too_long())

    def _end(self) -> None:
        if self.problem is not None:
            return
        if self._file is None:
            self.form.texts[self._field] = self._body.decode("utf-8", "replace")
        elif self._file or self._body:  # a file input without a choice sends an empty part
            kind = self._headers.get("content-type", b"").decode("latin-1")
            upload = Upload(self._file, kind.partition(";")[0].strip().lower(), bytes(self._body))
            self.form.files[self._field] = upload

    def _too_long(self) -> AppError:
        pointer = f"/{self._field}"
        if self._file is not None:  # guard: uploads.one-file
            return FileTooLarge.at(pointer, TOO_LARGE, "too-large")
        message = "This text is too long"
        return ValidationFailed.at(pointer, message, "string-too-long")

    def _refuse(self, problem: AppError) -> None:
        self.problem = self.problem or problem
        self._body = bytearray()


def _safe_name(name: str) -> str:
    """The last path element of what the browser called the file, printable, at most 200 long."""
    # guard: uploads.file-name -> name
    return "".join(c for c in basename(name) if c.isprintable())[-200:].strip()

"""The contents of a backup, between encryption and pg_dump.

    length ‖ manifest (JSON) ‖ { length ‖ part of the dump }… ‖ 0 ‖ length ‖ end (JSON)

Lengths are four bytes, big-endian. Invariant: a manifest is valid only together with an end whose
checksum matches the dump between them.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from presence.db.backup.rows import Looked
from presence.db.backup.sealed_file import ALTERED, BackupError, SealedReader, SealedWriter

_JSON_LIMIT = 4 * 1024 * 1024
PART = 256 * 1024


@dataclass(frozen=True, slots=True)
class Manifest:
    """The product version of the dump; `rows` are those of its snapshot, `keys` open sealed values.

    `sealed` is the constant of `db.key_check`, empty if nothing was ever sealed.
    """

    made_at: str
    revision: str
    major: int
    keys: tuple[bytes, ...]
    sealed: bytes
    rows: Looked

    def as_json(self) -> dict[str, Any]:
        """The manifest in the form that is stored."""
        return {
            "madeAt": self.made_at,
            "revision": self.revision,
            "postgres": self.major,
            "keys": [b64encode(key).decode() for key in self.keys],
            "sealed": b64encode(self.sealed).decode(),
            "rows": self.rows,
        }


class ByteSource(Protocol):
    """A source to read from, such as a program's output."""

    def read(self, size: int, /) -> bytes:
        """Read at most `size` bytes; empty at the end."""
        ...


def write_contents(
    writer: SealedWriter, manifest: Manifest, dump: ByteSource, moved: Callable[[int], None]
) -> None:
    """Write everything but the last chunk; `moved` receives the number of bytes of each part."""
    _write_json(writer, manifest.as_json())
    checksum, size = hashlib.sha256(), 0
    while part := dump.read(PART):
        writer.write(len(part).to_bytes(4, "big") + part)
        checksum.update(part)
        size += len(part)
        moved(len(part))
    writer.write(bytes(4))
    _write_json(writer, {"sha256": checksum.hexdigest(), "bytes": size})


def read_contents(reader: SealedReader, taken: Callable[[bytes], None]) -> Manifest:
    """The manifest, after the dump was passed to `taken` and its checksum matched."""
    manifest = _manifest(_read_json(reader))
    checksum, size = hashlib.sha256(), 0
    while length := int.from_bytes(reader.read(4), "big"):
        if length > PART:
            raise BackupError(ALTERED)
        part = reader.read(length)
        checksum.update(part)
        size += length
        taken(part)
    end = _read_json(reader)
    reader.finish()
    if end != {"sha256": checksum.hexdigest(), "bytes": size}:
        raise BackupError(ALTERED)
    return manifest


def _write_json(writer: SealedWriter, value: object) -> None:
    text = json.dumps(value).encode()
    writer.write(len(text).to_bytes(4, "big") + text)


def _read_json(reader: SealedReader) -> Any:
    length = int.from_bytes(reader.read(4), "big")
    if length > _JSON_LIMIT:
        raise BackupError(ALTERED)
    try:
        return json.loads(reader.read(length))
    except ValueError:
        raise BackupError(ALTERED) from None


def _manifest(stored: Any) -> Manifest:
    try:
        return Manifest(
            made_at=str(stored["madeAt"]),
            revision=str(stored["revision"]),
            major=int(stored["postgres"]),
            keys=tuple(b64decode(key) for key in stored["keys"]),
            sealed=b64decode(stored["sealed"]),
            rows={str(n): (int(rows), str(total)) for n, (rows, total) in stored["rows"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BackupError(ALTERED) from None

"""An encrypted file that is written and read in one pass, in constant memory.

    presence-backup 1

    {"kdf": "scrypt", "n": …, "r": …, "p": …, "salt": …}

    chunk 0, chunk 1, …, last chunk          64 KiB each before encryption, the last one any size

The STREAM construction (Hoang, Reyhanitabar, Rogaway and Vizár, 2015) over ChaCha20-Poly1305: the
nonce is the chunk's number and whether it is the last one, the associated data the hash of the two
lines before. A file with an altered, moved, missing or added chunk, or one cut short, is therefore
rejected. Invariant: `SealedReader` returns nothing that was not authenticated, and ends normally
only after the last chunk. The key is derived from the pass phrase and a fresh salt, so no nonce is
ever used twice with it.
"""

from __future__ import annotations

import hashlib
import json
import os
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

CHUNK = 64 * 1024
VERSION = 1
_MAGIC = b"presence-backup "
_TAG = 16
_SALT = 16
_KEY = 32
_HEADER_LIMIT = 1_000
# 128 MB and about half a second per guess; a file may not demand much more.
SCRYPT_N, _R, _P = 2**17, 8, 1
_N_LIMIT = 2**20

NO_BACKUP = "This is no backup of Presence."
NEWER = "This backup was made by a newer version of Presence; update this one first."
WRONG = "The pass phrase does not open this backup, or its beginning is damaged."
ALTERED = "The backup is damaged or was altered, so nothing of it is used."
CUT = "The backup is cut short: its end is missing, so nothing of it is used."


class BackupError(Exception):
    """A backup cannot be made or used; the message is one sentence for a person."""


class SealedWriter:
    """Encrypts what is written to it; `close` writes the last chunk, without which none opens."""

    def __init__(self, file: BinaryIO, phrase: str, *, n: int = SCRYPT_N) -> None:
        salt = os.urandom(_SALT)
        costs = {"kdf": "scrypt", "n": n, "r": _R, "p": _P, "salt": b64encode(salt).decode()}
        head = _MAGIC + b"%d\n" % VERSION + json.dumps(costs).encode() + b"\n"
        self._file = file
        self._cipher = ChaCha20Poly1305(_derive(phrase, salt, n, _R, _P))
        self._bound = hashlib.sha256(head).digest()
        self._number = 0
        self._waiting = bytearray()
        file.write(head)

    def write(self, data: bytes) -> None:
        """Encrypt all complete chunks; one chunk is always held back, as it may be the last."""
        self._waiting += data
        while len(self._waiting) > CHUNK:
            self._seal(bytes(self._waiting[:CHUNK]), last=False)
            del self._waiting[:CHUNK]

    def close(self) -> None:
        """Write the last chunk; the file itself stays open."""
        self._seal(bytes(self._waiting), last=True)
        self._waiting.clear()

    def _seal(self, chunk: bytes, *, last: bool) -> None:
        nonce = _nonce(self._number, last=last)
        self._file.write(self._cipher.encrypt(nonce, chunk, self._bound))
        self._number += 1


class SealedReader:
    """Decrypts from the file's current position. Raises BackupError with a fitting sentence."""

    def __init__(self, file: BinaryIO, phrase: str) -> None:
        first, second = file.readline(_HEADER_LIMIT), file.readline(_HEADER_LIMIT)
        salt, n, r, p = _costs(first, second)
        self._file = file
        self._cipher = ChaCha20Poly1305(_derive(phrase, salt, n, r, p))
        self._bound = hashlib.sha256(first + second).digest()
        self._number = 0
        self._ahead = file.read(CHUNK + _TAG)
        self._waiting = b""
        self._ended = False

    def read(self, size: int) -> bytes:
        """Read exactly `size` bytes. Raises BackupError if the content is shorter."""
        parts: list[bytes] = []
        while size:
            if not self._waiting:
                if self._ended:
                    raise BackupError(ALTERED)
                self._waiting = self._open()
                continue
            part, self._waiting = self._waiting[:size], self._waiting[size:]
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def finish(self) -> None:
        """Raise BackupError unless everything was read and the last chunk was there."""
        while not self._ended and not self._waiting:
            self._waiting = self._open()
        if self._waiting:
            raise BackupError(ALTERED)

    def _open(self) -> bytes:
        sealed, self._ahead = self._ahead, self._file.read(CHUNK + _TAG)
        last = not self._ahead
        try:
            chunk = self._cipher.decrypt(_nonce(self._number, last=last), sealed, self._bound)
        except InvalidTag:
            raise BackupError(self._why(sealed, last=last)) from None
        self._number += 1
        self._ended = last
        return chunk

    def _why(self, sealed: bytes, *, last: bool) -> str:
        try:
            self._cipher.decrypt(_nonce(self._number, last=not last), sealed, self._bound)
        except InvalidTag:
            if self._number:
                return CUT if last and len(sealed) < CHUNK + _TAG else ALTERED
            return WRONG
        return CUT if last else ALTERED


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11, "big") + (b"\x01" if last else b"\x00")


def _derive(phrase: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return Scrypt(salt=salt, length=_KEY, n=n, r=r, p=p).derive(phrase.encode())


def _costs(first: bytes, second: bytes) -> tuple[bytes, int, int, int]:
    """Salt and costs from the two lines, if the costs are within reasonable limits."""
    version = first.removeprefix(_MAGIC).strip()
    if not first.startswith(_MAGIC) or not version.isdigit():
        raise BackupError(NO_BACKUP)
    if int(version) > VERSION:
        raise BackupError(NEWER)
    try:
        header = json.loads(second)
        salt = b64decode(header["salt"], validate=True)
        n, r, p = int(header["n"]), int(header["r"]), int(header["p"])
    except (ValueError, TypeError, KeyError, NotBase64):
        raise BackupError(ALTERED) from None
    sound = 2 <= n <= _N_LIMIT and n & (n - 1) == 0 and (r, p) == (_R, _P) and len(salt) == _SALT
    if not sound:
        raise BackupError(ALTERED)
    return salt, n, r, p

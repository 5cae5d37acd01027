"""Encrypts what must be readable again but never lie open: `db.sealed` tells which columns.

AES-GCM with a random nonce; the associated data binds a ciphertext to its place, so that moving it
to another row makes it unreadable. Invariant: only the first key encrypts, every key decrypts, and
nothing secret is in an exception, a repr or a log line. A key is made in development only, and only
by `db.key_check`, which knows that nothing was sealed before.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from base64 import b64encode, urlsafe_b64decode
from binascii import Error as NotBase64
from collections.abc import Sequence
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from presence.core.errors import Unavailable
from presence.core.settings import Settings

KEY_BYTES = 32
_FORMAT = b"\x01"
_NAME_BYTES = 4
_NONCE_BYTES = 12
KEY_FILE = "secrets.key"


class SecretsUnusable(Unavailable):
    """No usable key; the message is one sentence for whoever starts the product."""


class Unreadable(Exception):
    """A ciphertext that none of the keys opens in this place."""


class Vault:
    """Encrypts with the first key and opens with any of them."""

    name_at = (len(_FORMAT) + 1, _NAME_BYTES)  # of its key in a ciphertext: first byte, length

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = {_name(key): AESGCM(key) for key in keys}
        self._first = _name(keys[0])
        self._marks = hmac.digest(keys[0], b"marks", "sha256")
        # The oldest key, so that marks stay the same while a new one takes over.
        self._lasting = hmac.digest(keys[-1], b"lasting marks", "sha256")

    def seal(self, text: str, place: str) -> bytes:
        """Ciphertext of `text`, readable only for the same `place`."""
        nonce = os.urandom(_NONCE_BYTES)
        sealed = self._keys[self._first].encrypt(nonce, text.encode(), place.encode())
        return _FORMAT + self._first + nonce + sealed

    def open(self, sealed: bytes, place: str) -> str:
        """The text again. Raises Unreadable for a foreign key, a foreign place or damage."""
        name, nonce, body = _parts(sealed)
        key = self._keys.get(name)
        if key is None:
            raise Unreadable("It was encrypted with a key that is not configured any more.")
        try:
            return key.decrypt(nonce, body, place.encode()).decode()
        except (InvalidTag, ValueError) as error:
            raise Unreadable("It was altered, or encrypted for another place.") from error

    def mark(self, text: str, place: str, size: int) -> bytes:
        """`size` bytes that are the same for the same text and place, and tell nobody the text.

        A keyed hash, cut: without the key it says nothing, and with it many texts share a mark.
        """
        said = place.encode() + b"\x00" + text.encode("utf-8", "replace")
        return hmac.digest(self._marks, said, "sha256")[:size]

    def lasting_mark(self, text: str, place: str) -> bytes:
        """32 bytes like those of `mark`, whole, and the same until the oldest key is removed."""
        said = place.encode() + b"\x00" + text.encode("utf-8", "replace")
        return hmac.digest(self._lasting, said, "sha256")

    @property
    def retired(self) -> tuple[bytes, ...]:
        """The names of all keys but the first: what they sealed should be sealed again."""
        return tuple(name for name in self._keys if name != self._first)

    def is_stale(self, sealed: bytes) -> bool:
        """Whether another than the first key encrypted it, so that it should be sealed again."""
        return _parts(sealed)[0] != self._first


def open_vault(settings: Settings) -> Vault:
    """The vault of this deployment. Raises SecretsUnusable, also for a key that is missing.

    In development without a configured key, the one kept in the state directory counts.
    """
    return Vault(keys_of(settings))


def keys_of(settings: Settings) -> list[bytes]:
    """Every key in use, the one that encrypts first. Raises SecretsUnusable."""
    configured = require_secrets(settings)
    if configured:
        return configured
    path = key_file(settings)
    try:
        text = path.read_text()
    except FileNotFoundError:
        raise SecretsUnusable(_missing(path)) from None
    except (OSError, ValueError) as error:
        raise SecretsUnusable(f"The key in {path} cannot be read.") from error
    return [_decode(part, str(path)) for part in text.split(",")]


def key_file(settings: Settings) -> Path:
    """Where the key is kept when none is configured."""
    return settings.state_dir.absolute() / KEY_FILE


def key_source(settings: Settings) -> str:
    """What a person would call the place the key comes from."""
    return "PRESENCE_SECRETS__KEY" if settings.secrets.key else str(key_file(settings))


def make_key(settings: Settings) -> None:
    """Create the key in the state directory if there is none; concurrent processes agree on one.

    Nothing may have been sealed before: `db.key_check` knows.
    """
    if settings.secrets.key or settings.environment == "production":
        return
    write_keys(key_file(settings), [os.urandom(KEY_BYTES)])


def write_keys(path: Path, keys: Sequence[bytes]) -> None:
    """Store keys readable by their owner only, whole or not at all; a file that is there stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(b",".join(b64encode(key) for key in keys))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # another process was first, its key counts
            os.link(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def require_secrets(settings: Settings) -> list[bytes]:
    """The configured keys. Raises SecretsUnusable for a bad one, and in production for none."""
    variable = "PRESENCE_SECRETS__KEY"
    configured = [_decode(key.get_secret_value(), variable) for key in settings.secrets.key]
    if settings.environment == "production" and not configured:
        raise SecretsUnusable(
            "PRESENCE_SECRETS__KEY must be set in production: 32 random bytes in base64 "
            "(openssl rand -base64 32)."
        )
    return configured


def _name(key: bytes) -> bytes:
    return hashlib.sha256(b"name of " + key).digest()[:_NAME_BYTES]


def _parts(sealed: bytes) -> tuple[bytes, bytes, bytes]:
    if not sealed.startswith(_FORMAT):
        raise Unreadable("It is of a format this version does not know.")
    name, rest = sealed[1 : 1 + _NAME_BYTES], sealed[1 + _NAME_BYTES :]
    return name, rest[:_NONCE_BYTES], rest[_NONCE_BYTES:]


def _missing(path: Path) -> str:
    return (
        f"{path} is missing: it is the key that opens authenticator apps and connected assistants "
        "in this database. Put it back, or restore a backup with `presence restore FILE`. "
        "`presence new-key` begins with a new one and gives up what the old one sealed."
    )


def _decode(text: str, source: str) -> bytes:
    plain = text.strip().replace("+", "-").replace("/", "_")
    try:
        key = urlsafe_b64decode(plain + "=" * (-len(plain) % 4))
    except (NotBase64, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise SecretsUnusable(f"{source} must hold keys of 32 bytes in base64.")
    return key

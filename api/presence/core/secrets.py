"""Encrypts what must be readable again but never lie open: engine keys of workspaces.

AES-GCM with a random nonce; the associated data binds a ciphertext to its place, so that moving it
to another row makes it unreadable. Invariant: only the first key encrypts, every key decrypts, and
nothing secret is in an exception, a repr or a log line.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from base64 import b64encode, urlsafe_b64decode
from binascii import Error as NotBase64
from collections.abc import Sequence
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from presence.core.settings import Settings

KEY_BYTES = 32
_FORMAT = b"\x01"
_NAME_BYTES = 4
_NONCE_BYTES = 12
_FILE = "secrets.key"


class SecretsUnusable(Exception):
    """No usable key; the message is one sentence for whoever starts the product."""


class Unreadable(Exception):
    """A ciphertext that none of the keys opens in this place."""


class Vault:
    """Encrypts with the first key and opens with any of them."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = {_name(key): AESGCM(key) for key in keys}
        self._first = _name(keys[0])

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

    def is_stale(self, sealed: bytes) -> bool:
        """Whether another than the first key encrypted it, so that it should be sealed again."""
        return _parts(sealed)[0] != self._first


def open_vault(settings: Settings) -> Vault:
    """The vault of this deployment. Raises SecretsUnusable.

    In development a key is made once and kept in the state directory, readable by its owner only.
    """
    configured = require_secrets(settings)
    return Vault(configured or [_development_key(settings.state_dir)])


def require_secrets(settings: Settings) -> list[bytes]:
    """The configured keys. Raises SecretsUnusable for a bad one, and in production for none."""
    configured = [_decode(key.get_secret_value()) for key in settings.secrets.key]
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


def _decode(text: str) -> bytes:
    plain = text.strip().replace("+", "-").replace("/", "_")
    try:
        key = urlsafe_b64decode(plain + "=" * (-len(plain) % 4))
    except (NotBase64, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise SecretsUnusable("PRESENCE_SECRETS__KEY must hold keys of 32 bytes in base64.")
    return key


def _development_key(folder: Path) -> bytes:
    """The key kept in the state directory; processes starting at once agree on one."""
    path = folder / _FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f".{_FILE}.{secrets.token_hex(4)}"
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(b64encode(os.urandom(KEY_BYTES)))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass  # another process was first, and its key counts
        finally:
            fresh.unlink()
    return _decode(path.read_text())

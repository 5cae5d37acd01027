"""A device with passkeys, made of the standard's own words (W3C Web Authentication, level 3).

It signs whatever it is told to, so that a test can have it lie: about the origin, the domain, the
counter, and whether it verified anybody.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, BACKABLE, BACKED_UP, ATTESTED = 0x01, 0x04, 0x08, 0x10, 0x40


def b64(raw: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def unb64(text: str) -> bytes:
    """The bytes of it."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Key:
    """One passkey of the device."""

    private: ec.EllipticCurvePrivateKey
    credential_id: bytes
    user_handle: bytes
    count: int = 0


@dataclass
class Device:
    """A phone or security key; `step` is by how much its counter grows with each use."""

    origin: str = "http://presence.test"
    domain: str = "presence.test"
    flags: int = PRESENT | VERIFIED | BACKABLE
    step: int = 1
    cross_origin: bool = False
    keys: list[Key] = field(default_factory=list)

    def make(self, options: dict[str, Any], name: str = "My phone") -> dict[str, Any]:
        """The body that adds a passkey, for what the server asked."""
        private = ec.generate_private_key(ec.SECP256R1())
        key = Key(private, secrets.token_bytes(32), unb64(options["user"]["id"]))
        self.keys.append(key)
        numbers = private.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        length = len(key.credential_id).to_bytes(2, "big")
        attested = bytes(16) + length + key.credential_id + cose
        data = self._data(self.flags | ATTESTED, 0) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return {
            "name": name,
            "clientDataJson": b64(self._client_data("webauthn.create", options["challenge"])),
            "attestationObject": b64(statement),
            "transports": ["internal"],
        }

    def use(self, options: dict[str, Any], key: Key | None = None) -> dict[str, Any]:
        """What the browser answers when the newest passkey is used, or `key`."""
        chosen = key or self.keys[-1]
        chosen.count += self.step
        client = self._client_data("webauthn.get", options["challenge"])
        data = self._data(self.flags, chosen.count)
        signed = data + hashlib.sha256(client).digest()
        return {
            "credentialId": b64(chosen.credential_id),
            "clientDataJson": b64(client),
            "authenticatorData": b64(data),
            "signature": b64(chosen.private.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": b64(chosen.user_handle),
        }

    def _data(self, flags: int, count: int) -> bytes:
        domain = hashlib.sha256(self.domain.encode()).digest()
        return domain + bytes([flags]) + count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        said = {
            "type": kind,
            "challenge": challenge,
            "origin": self.origin,
            "crossOrigin": self.cross_origin,
        }
        return json.dumps(said).encode()

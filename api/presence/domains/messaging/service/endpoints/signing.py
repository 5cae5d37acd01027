"""Signatures by the Standard Webhooks specification (symmetric, version 1).

Invariant: what is signed is `id.timestamp.body`, byte for byte as it is sent; while a secret is
being replaced, both sign.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from uuid import UUID

PREFIX = "whsec_"
_BYTES = 32


def new_secret() -> str:
    """A secret as receivers take it: a prefix and base64."""
    return PREFIX + b64encode(secrets.token_bytes(_BYTES)).decode()


def headers_of(
    message_id: UUID, moment: datetime, body: bytes, signing: Sequence[str]
) -> dict[str, str]:
    """The three headers; the same id for every try of a message, so receivers can tell repeats."""
    name, seconds = f"msg_{message_id.hex}", str(int(moment.timestamp()))
    signed = f"{name}.{seconds}.".encode() + body
    return {
        "webhook-id": name,
        "webhook-timestamp": seconds,
        "webhook-signature": " ".join(f"v1,{_sign(secret, signed)}" for secret in signing),
    }


def _sign(secret: str, signed: bytes) -> str:
    key = b64decode(secret.removeprefix(PREFIX))
    return b64encode(hmac.new(key, signed, sha256).digest()).decode()

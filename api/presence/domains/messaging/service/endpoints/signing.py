"""Signatures according to the Standard Webhooks specification (symmetric, version 1).

Invariant: the signed text is `id.timestamp.body`, byte for byte as sent; while a secret is being
replaced, both sign.
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
    """A secret in the form receivers expect: a prefix and base64."""
    return PREFIX + b64encode(secrets.token_bytes(_BYTES)).decode()


def headers_of(
    message_id: UUID, moment: datetime, body: bytes, signing: Sequence[str]
) -> dict[str, str]:
    """The three headers; all attempts of a message share one id, so receivers spot duplicates."""
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

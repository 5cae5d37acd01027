"""Identifiers: UUID version 7 (RFC 9562), so that keys sort by creation and index well."""

from __future__ import annotations

import secrets
import time
from uuid import UUID


def new_id() -> UUID:
    """A fresh UUIDv7: 48 bits of Unix milliseconds, 74 random bits."""
    millis = time.time_ns() // 1_000_000
    rand_a = secrets.randbits(12)
    rand_b = secrets.randbits(62)
    value = (millis & ((1 << 48) - 1)) << 80 | 0x7 << 76 | rand_a << 64 | 0b10 << 62 | rand_b
    return UUID(int=value)

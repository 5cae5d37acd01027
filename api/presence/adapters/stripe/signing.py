"""Verifies that a webhook comes from Stripe and is recent.

Invariant: the raw bytes are verified before anything is read from them; while a secret is being
replaced, both the old and the new one are accepted.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import stripe

TOLERANCE_S = 300


class BadSignature(Exception):
    """The signature matches none of our secrets, or its timestamp is out of range."""


def verify_webhook(payload: bytes, header: str | None, secrets: Iterable[str]) -> None:
    """Raise BadSignature unless one of `secrets` signed `payload` within 300 s of now."""
    for secret in secrets:
        try:
            # guard: stripe.signature
            stripe.WebhookSignature.verify_header(payload, header, secret, TOLERANCE_S)
        except (stripe.SignatureVerificationError, UnicodeDecodeError):
            continue
        # The library only limits timestamps in the past; a future one could be replayed later.
        if _stamp(header or "") <= time.time() + TOLERANCE_S:  # guard: stripe.future -> True
            return
    raise BadSignature("The signature does not match.")


def _stamp(header: str) -> int:
    stamps = [part[2:] for part in header.split(",") if part.startswith("t=")]
    return int(stamps[0]) if stamps and stamps[0].isdigit() else 1 << 62

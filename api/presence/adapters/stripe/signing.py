"""Proof that a webhook comes from Stripe and is fresh.

Invariant: the raw bytes are verified before anything is read from them; a secret that is being
replaced and its successor are both accepted.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import stripe

TOLERANCE_S = 300


class BadSignature(Exception):
    """Not signed with a secret of ours, or not now."""


def verify_webhook(payload: bytes, header: str | None, secrets: Iterable[str]) -> None:
    """Raises BadSignature unless one of `secrets` signed `payload` within 300 s of now."""
    for secret in secrets:
        try:
            # guard: stripe.signature
            stripe.WebhookSignature.verify_header(payload, header, secret, TOLERANCE_S)
        except (stripe.SignatureVerificationError, UnicodeDecodeError):
            continue
        # The library bounds the past only; a stamp from the future could be kept for later.
        if _stamp(header or "") <= time.time() + TOLERANCE_S:  # guard: stripe.future -> True
            return
    raise BadSignature("The signature does not match.")


def _stamp(header: str) -> int:
    stamps = [part[2:] for part in header.split(",") if part.startswith("t=")]
    return int(stamps[0]) if stamps and stamps[0].isdigit() else 1 << 62

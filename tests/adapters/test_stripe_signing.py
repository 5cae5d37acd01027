"""A webhook is taken when a secret of ours signed it, neither long ago nor for later."""

from __future__ import annotations

import hashlib
import hmac
import time

import pytest

from presence.adapters.stripe.signing import TOLERANCE_S, BadSignature, verify_webhook

SECRET, BODY = "whsec_ours", b'{"id": "evt_1"}'


def signed(at: float, secret: str = SECRET) -> str:
    """The header Stripe would send for BODY at that time."""
    text = f"{int(at)}.".encode() + BODY
    return f"t={int(at)},v1={hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()}"


@pytest.mark.parametrize("off", [0, -TOLERANCE_S + 30, TOLERANCE_S - 30])
def test_what_was_signed_within_five_minutes_is_taken(off: int) -> None:
    verify_webhook(BODY, signed(time.time() + off), ["whsec_next", SECRET])


@pytest.mark.parametrize("off", [-TOLERANCE_S - 30, TOLERANCE_S + 30, 86_400])
def test_what_was_signed_long_ago_or_for_later_is_refused(off: int) -> None:
    with pytest.raises(BadSignature):
        verify_webhook(BODY, signed(time.time() + off), [SECRET])


@pytest.mark.parametrize("header", [None, "", "t=,v1="])
def test_a_webhook_without_a_whole_signature_is_refused(header: str | None) -> None:
    with pytest.raises(BadSignature):
        verify_webhook(BODY, header, [SECRET])


def test_what_is_signed_by_a_secret_that_is_not_ours_is_refused() -> None:
    with pytest.raises(BadSignature):
        verify_webhook(BODY, signed(time.time(), "whsec_other"), [SECRET])

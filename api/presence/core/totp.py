"""One-time codes of an authenticator app (RFC 6238), for customers and staff alike.

Invariant: a code belongs to one step of 30 seconds; the caller that accepts it records the step, so
that it is accepted only once.
"""

from __future__ import annotations

import io
import secrets
from dataclasses import dataclass
from datetime import datetime

import pyotp
import segno

STEP_S = 30
WINDOW = 1  # clocks of phones differ: the code before and the one after are right too


@dataclass(frozen=True, slots=True)
class Setup:
    """What an authenticator app needs: the key as text, as an address, and as a picture of that."""

    secret: str
    uri: str
    qr_svg: str


def new_secret() -> str:
    """A fresh key in base 32."""
    return pyotp.random_base32()


def setup_of(secret: str, account: str, issuer: str) -> Setup:
    """How to put a key into an app, under the account's name."""
    uri = pyotp.TOTP(secret).provisioning_uri(name=account, issuer_name=issuer)
    return Setup(secret, uri, _picture(uri))


def matching_step(secret: str, code: str, now: datetime) -> int | None:
    """The step whose code it is, None for a wrong one."""
    totp = pyotp.TOTP(secret)
    digits = code.strip().replace(" ", "")
    step = int(now.timestamp()) // STEP_S
    for candidate in range(step - WINDOW, step + WINDOW + 1):
        # guard: core.totp
        if secrets.compare_digest(totp.generate_otp(candidate).encode(), digits.encode()):
            return candidate
    return None


def _picture(uri: str) -> str:
    out = io.BytesIO()
    segno.make(uri, error="m").save(
        out, kind="svg", scale=4, border=4, xmldecl=False, dark="#000", light="#fff"
    )
    return out.getvalue().decode()

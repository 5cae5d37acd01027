"""How many failed guesses at passwords and codes are checked without a wait."""

from __future__ import annotations

from pydantic import BaseModel, Field


class GuessSettings(BaseModel):
    """Failed guesses of strangers allowed before each waits longer than the one before.

    Per address, per network (/24, or /56 of IPv6), and per guessed password, as the number of
    accounts it was tried on. The wait begins with `first_wait_s`, doubles and ends at
    `longest_wait_s`. A browser that signed in to the account before is not held up by any of them.
    """

    per_address: int = Field(default=30, ge=1)
    per_network: int = Field(default=300, ge=1)
    window_s: int = Field(default=3_600, ge=1)
    per_password: int = Field(default=10, ge=1)
    password_window_s: int = Field(default=86_400, ge=1)
    first_wait_s: int = Field(default=2, ge=1)
    longest_wait_s: int = Field(default=900, ge=1)


class ThrottleSettings(BaseModel):
    """Failed log-ins allowed: per account and address, and per account over all addresses."""

    per_pair: int = 5
    pair_window_s: int = 900
    per_account: int = 20
    account_window_s: int = 3_600

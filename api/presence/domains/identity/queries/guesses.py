"""SQL statements for guesses: whether another one may be checked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.guess_settings import GuessSettings, ThrottleSettings

_BEGIN = text(
    "SELECT wait_seconds, user_id FROM begin_guess(:attempt, :subject, :person, :address,"
    " :network, :secret, :device, :per_pair, :pair_window, :per_account, :account_window,"
    " :per_address, :per_network, :window, :per_secret, :secret_window, :first, :longest)"
)


@dataclass(frozen=True, slots=True)
class GuessAt:
    """What is guessed and by whom.

    `subject` is an account's e-mail or a name for what is protected, `person` its owner if the
    subject is not an e-mail; `secret` a marker of the guessed password, `device` the hash of the
    browser's own token.
    """

    subject: str
    address: str
    network: str
    person: UUID | None = None
    secret: bytes | None = None
    device: bytes | None = None


async def begin_guess(
    session: AsyncSession,
    attempt: UUID,
    guess: GuessAt,
    limits: ThrottleSettings,
    sources: GuessSettings,
) -> tuple[int, UUID | None]:
    """Reserve one guess: (seconds to wait, 0 if it may proceed; id of the account or None)."""
    parameters = {
        "attempt": attempt,
        "subject": guess.subject,
        "person": guess.person,
        "address": guess.address[:80],
        "network": guess.network[:80],
        "secret": guess.secret,
        "device": guess.device,
        "per_pair": limits.per_pair,
        "pair_window": timedelta(seconds=limits.pair_window_s),
        "per_account": limits.per_account,
        "account_window": timedelta(seconds=limits.account_window_s),
        "per_address": sources.per_address,
        "per_network": sources.per_network,
        "window": timedelta(seconds=sources.window_s),
        "per_secret": sources.per_password,
        "secret_window": timedelta(seconds=sources.password_window_s),
        "first": timedelta(seconds=sources.first_wait_s),
        "longest": timedelta(seconds=sources.longest_wait_s),
    }
    row = (await session.execute(_BEGIN, parameters)).one()
    return row.wait_seconds, row.user_id

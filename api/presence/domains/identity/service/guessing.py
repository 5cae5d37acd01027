"""Guesses at passwords and codes: the only place that decides whether a guess may be checked.

    known browser of the account   → its own allowance on that account, nothing else
    any other                      → per account and address, per account, per address, per network,
                                     and per guessed password over all accounts

Invariant: a guess is reserved, and the reservation committed, before the secret is checked; a
correct guess is given back. Past the limits per address and per password, the wait grows with each
failure but never gets long, so a stranger can slow down a new browser and lock nobody out. A
guessed password is kept for a day at most, as three bytes of a keyed hash that thousands of
passwords share.

Links in e-mails and API keys hold at least 120 random bits and are not counted here: guessing them
is hopeless, and a program with an expired key would shut its office out of signing in.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.guess_settings import ThrottleSettings
from presence.core.ids import new_id
from presence.domains.identity.errors import too_many_attempts
from presence.domains.identity.queries import begin_guess
from presence.domains.identity.queries.guesses import GuessAt
from presence.domains.identity.service.dependencies import Client, Means
from presence.domains.identity.service.tokens import token_hash
from presence.http.client import network_key

_MARK_BYTES = 3
_PLACE = "guessed password"


@dataclass(frozen=True, slots=True)
class Reserved:
    """A guess that may be checked; `user_id` is the account with the subject's e-mail, if any."""

    attempt: UUID
    user_id: UUID | None


async def mark_of(means: Means, password: str) -> bytes:
    """The marker of a guessed password, by which failures are counted."""
    return (await means.vault()).mark(password, _PLACE, _MARK_BYTES)


async def begin(
    session: AsyncSession,
    means: Means,
    subject: str,
    client: Client,
    *,
    mark: bytes | None = None,
    person: UUID | None = None,
    limits: ThrottleSettings | None = None,
    what: str = "attempts",
) -> Reserved:
    """Reserve a guess at `subject` in the caller's transaction. Raises RateLimited.

    `person` is the subject's owner if `subject` is not an e-mail address: a browser in which that
    person has signed in before keeps its own allowance.
    """
    attempt, chosen = new_id(), limits or means.settings.throttle
    guess = GuessAt(
        subject=subject,
        address=client.throttle_key,
        network=network_key(client.throttle_key),
        person=person,
        secret=mark,
        device=token_hash(client.device_token) if client.device_token else None,
    )
    wait, user_id = await begin_guess(session, attempt, guess, chosen, means.settings.guesses)
    if wait > 0:  # guard: identity.guess-limit
        raise too_many_attempts(wait, chosen, what)
    return Reserved(attempt, user_id)


async def reserve(
    means: Means,
    subject: str,
    client: Client,
    *,
    password: str | None = None,
    person: UUID | None = None,
    limits: ThrottleSettings | None = None,
) -> UUID:
    """`begin` in its own transaction; returns the id by which a correct guess is given back."""
    mark = await mark_of(means, password) if password is not None else None
    async with means.database.transaction() as session:
        found = await begin(
            session, means, subject, client, mark=mark, person=person, limits=limits
        )
    return found.attempt

"""The dependencies of the account calls, and the limits on attempts that protect each of them.

Invariant: an attempt is reserved and committed before the protected action is carried out, with no
transaction open in between.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import Clock
from presence.core.guess_settings import ThrottleSettings
from presence.core.ids import new_id
from presence.core.secrets import Vault, open_vault
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.identity import queries
from presence.domains.identity.errors import too_many_accounts, too_many_attempts
from presence.domains.identity.models import User
from presence.domains.identity.service.passwords import Passwords
from presence.http.client import network_of
from presence.http.rates import count_exactly, give_back_exactly, policy_of
from presence.jobs.queue import enqueue

ADDRESS_CONFIRMED = "visibility.address_confirmed"  # assistants that cost money waited for it


@dataclass(frozen=True, slots=True)
class Client:
    """The browser that makes the request: its address, its user agent, and the tokens it already
    has.
    """

    address: str
    throttle_key: str
    user_agent: str
    locale: str
    session_token: str | None = None
    device_token: str | None = None


@dataclass(frozen=True, slots=True)
class Means:
    """Database, settings, clock and password hashing; every call opens its own transactions."""

    database: Database
    settings: Settings
    clock: Clock
    passwords: Passwords

    @property
    def now(self) -> datetime:
        """The current time by the clock that the entry point was given."""
        return self.clock.now()

    @property
    def idle(self) -> timedelta:
        """How long a session may stay unused."""
        return self.settings.session.idle

    async def vault(self) -> Vault:
        """Encrypts the keys of authenticator apps and half-completed Google sign-ins."""
        return await asyncio.to_thread(open_vault, self.settings)

    async def reserve(
        self, what: str, key: object, client: Client, limits: ThrottleSettings | None = None
    ) -> UUID:
        """Reserve one attempt at `what` on `key`; `give_back` returns a successful one.

        Raises RateLimited. Attempts are counted per key and address, and per key over all
        addresses.
        """
        attempt, chosen = new_id(), limits or self.settings.throttle
        async with self.database.transaction() as session:
            wait, _ = await queries.begin_login(
                session, attempt, f"{what} {key}", client.throttle_key, None, chosen
            )
        if wait > 0:  # guard: identity.attempts-wait
            raise too_many_attempts(wait, chosen, "attempts")
        return attempt

    async def use_up(
        self,
        session: AsyncSession,
        what: str,
        key: object,
        client: Client,
        limits: ThrottleSettings,
    ) -> None:
        """Use one of the `what` that `key` is allowed, in the caller's transaction.

        If the transaction fails afterwards, it is given back. Raises RateLimited.
        """
        wait, _ = await queries.begin_login(
            session, new_id(), f"{what} {key}", client.throttle_key, None, limits
        )
        if wait > 0:  # guard: identity.uses-wait
            raise too_many_attempts(wait, limits, what, policy=what)

    async def count_account(
        self, session: AsyncSession, client: Client, *, confirmed: bool = False
    ) -> str | None:
        """Count a new account, in the transaction that creates it. Raises RateLimited.

        It is counted for the address and, while its e-mail is unconfirmed, also for the surrounding
        network: a network is harder to change, and more of its people are not to blame. Returns
        that network, which is stored with the account until it is confirmed.
        """
        network = None if confirmed else f"network {network_of(client.throttle_key)}"[:80]
        counted = [("accounts", f"address {client.throttle_key}")]
        if network is not None:
            counted.append(("accounts-network", network))
        for policy, subject in counted:
            allowed = policy_of(self.settings.rates, policy)
            state = await count_exactly(session, allowed, subject[:80])
            if not state.allowed:  # guard: identity.accounts-of-network
                raise too_many_accounts(state, network=policy == "accounts-network")
        return network

    async def mark_confirmed(self, session: AsyncSession, user: User) -> None:
        """Record that a person's address is confirmed.

        The network in which the account was created gets its place back, for the current window
        only. Wherever the address is confirmed, it is the network that the account was counted for.
        """
        if not user.is_verified:
            await enqueue(session, ADDRESS_CONFIRMED, {}, account_id=user.id)
        user.is_verified = True
        network, user.unconfirmed_network = user.unconfirmed_network, None
        policy = policy_of(self.settings.rates, "accounts-network")
        began = time.time() // policy.window_s * policy.window_s
        # guard: identity.accounts-given-back-once
        if network is not None and user.created_at.timestamp() >= began:
            await give_back_exactly(session, policy, network)

    async def give_back(self, session: AsyncSession, attempt: UUID) -> None:
        """Return an attempt that succeeded, in the same transaction as its result."""
        await queries.finish_login(session, attempt)

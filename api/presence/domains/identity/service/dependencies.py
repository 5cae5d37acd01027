"""What the account calls work with, and the allowance of tries that guards each of them.

Invariant: a try is reserved and committed before what it guards is looked at, with no transaction
open in between.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import Clock
from presence.core.ids import new_id
from presence.core.secrets import Vault, open_vault
from presence.core.settings import Settings, ThrottleSettings
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
    """The browser asking: its address, what it says it is, and the tokens it already holds."""

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
        """The moment by the clock the entry point was given."""
        return self.clock.now()

    @property
    def idle(self) -> timedelta:
        """How long a session lives without being used."""
        return self.settings.session.idle

    async def vault(self) -> Vault:
        """Encrypts the keys of authenticator apps and half-completed Google sign-ins."""
        return await asyncio.to_thread(open_vault, self.settings)

    async def reserve(
        self, what: str, key: object, client: Client, limits: ThrottleSettings | None = None
    ) -> UUID:
        """Take one try of doing `what` to `key`; `give_back` returns a successful one.

        Raises RateLimited. Tries count per key and address, and per key over all addresses.
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
        """Take one of the `what` that `key` may have, in the caller's transaction.

        What fails afterwards gives it back. Raises RateLimited.
        """
        wait, _ = await queries.begin_login(
            session, new_id(), f"{what} {key}", client.throttle_key, None, limits
        )
        if wait > 0:  # guard: identity.uses-wait
            raise too_many_attempts(wait, limits, what, policy=what)

    async def count_account(
        self, session: AsyncSession, client: Client, *, confirmed: bool = False
    ) -> str | None:
        """Count one new account, in the transaction that makes it. RateLimited.

        Counted for the address; one whose e-mail nobody has confirmed also for the network around
        it, which costs more to change and has more people who are not to blame. That network is
        answered, to be kept with the account until it is confirmed.
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
        """Note that a person's address is theirs.

        The network in which the account was made gets its place back, of this window only;
        wherever the address is confirmed, that network is the one it was counted for.
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
        """Return a try that succeeded, in the transaction of what it led to."""
        await queries.finish_login(session, attempt)

"""Registration, sign-in and sign-out.

Invariant: a password is checked only after an attempt was reserved in the database and committed,
with no transaction open, so neither many processes nor a crash in between allow more guesses.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from fastapi_users.exceptions import UserAlreadyExists
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import Clock
from presence.core import metrics
from presence.core.errors import RateLimited
from presence.core.settings import Settings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity import queries
from presence.domains.identity.errors import (
    UNCONFIRMED_INVITER,
    EmailUnconfirmed,
    email_taken,
    too_many_accounts,
    wrong_credentials,
)
from presence.domains.identity.models import User
from presence.domains.identity.queries import Resolved
from presence.domains.identity.schemas import LoginIn, RegisterIn
from presence.domains.identity.service import guessing
from presence.domains.identity.service.addresses import ask_to_verify, confirm
from presence.domains.identity.service.credentials import Credentials
from presence.domains.identity.service.dependencies import Client, Means
from presence.domains.identity.service.google import GoogleProvider, GoogleSignIn
from presence.domains.identity.service.manager import UserManager
from presence.domains.identity.service.passkeys import Passkeys
from presence.domains.identity.service.passwords import Passwords
from presence.domains.identity.service.profiles import profile_of
from presence.domains.identity.service.recovery import Reclaim, Recovery
from presence.domains.identity.service.second_factor import SecondFactors
from presence.domains.identity.service.signing_in import Challenge, Issued, admit, open_session
from presence.domains.identity.service.tokens import token_hash
from presence.http.events import recall
from presence.http.rates import RateLimitState, count_exactly, policy_of


class Accounts:
    """Every unsafe identity call; opens its own transactions."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        clock: Clock,
        google: GoogleProvider | None = None,
        *,
        reclaim: Reclaim,
    ) -> None:
        self._means = Means(database, settings, clock, Passwords(settings.session))
        self.credentials = Credentials(self._means)
        self.recovery = Recovery(self._means, reclaim)
        self.passkeys = Passkeys(self._means, self.credentials)
        self.second_factors = SecondFactors(self._means, self.credentials)
        self.google = GoogleSignIn(self._means, self.credentials, google)

    async def count_registration(self, client: Client) -> RateLimitState:
        """Count one attempt to register, including failed ones: a taken e-mail reveals something.

        Raises RateLimited if the caller's address has used up its share.
        """
        policy = policy_of(self._means.settings.rates, "registrations")
        async with self._means.database.transaction() as session:
            state = await count_exactly(session, policy, f"address {client.throttle_key}"[:80])
        if not state.allowed:
            raise too_many_accounts(state)
        return state

    async def register(self, data: RegisterIn, client: Client) -> Issued:
        """Create the account and sign it in. Raises Conflict if the e-mail is taken.

        Raises RateLimited if the caller's address or network has created as many as it may in a
        day.
        """
        async with self._means.database.transaction() as session:
            if await queries.find_user(session, data.email) is not None:
                raise email_taken()
        hashed = await self._means.passwords.hashed(data.password)
        fields: dict[str, Any] = {
            "first_name": data.first_name,
            "last_name": data.last_name,
            "email": data.email,
            "hashed_password": hashed,
            "locale": client.locale,
        }
        async with self._means.database.transaction() as session:
            fields["unconfirmed_network"] = await self._means.count_account(session, client)
            manager = UserManager(session, self._means.passwords)
            try:
                user = await manager.user_db.create(fields)
            except UserAlreadyExists as error:
                raise email_taken() from error
            await ask_to_verify(session, user, self._means.now)
            metrics.signups.inc()
            return await open_session(session, self._means, user, client, "registering")

    async def confirm(self, session: AsyncSession, me: UUID, token: str) -> str:
        """Consume the link that confirms an address, signed in as `me`; returns the address.

        Raises what `addresses.confirm` does.
        """
        return await confirm(session, self._means, me, token)

    async def log_in(self, data: LoginIn, client: Client) -> Issued | Challenge:
        """Check credentials and open a session, replacing the browser's old one.

        Raises Unauthenticated for every wrong combination, RateLimited if the allowance is used up.
        The statements and the hashing work are the same whether or not the account exists.
        """
        attempt, user = await self._reserve(data, client)
        stored = user.password_hash if user is not None and user.is_active else None
        matches, better = await self._means.passwords.check(data.password, stored)
        if user is None or not matches:
            metrics.login_attempts.labels("failed").inc()
            raise wrong_credentials()
        async with self._means.database.transaction(TenantBinding(None, user.id)) as session:
            await queries.finish_login(session, attempt)
            manager = UserManager(session, self._means.passwords)
            user = await manager.get(user.id)
            if better is not None:
                user = await manager.user_db.update(user, {"hashed_password": better})
            return await admit(session, self._means, user, client, "password")

    async def log_out(self, token: str | None) -> None:
        """End the session of `token`; does nothing without one."""
        if token:
            async with self._means.database.transaction() as session:
                who = await queries.resolve_session(session, token_hash(token), self._means.idle)
                # guard: identity.logged-out
                await queries.end_session(session, token_hash(token))
                await recall(session, who.user_id if who else None)

    async def reserve_mail(self, me: Resolved, client: Client) -> None:
        """Use one of the e-mails a person may trigger. Raises RateLimited if none is left."""
        await self._means.reserve("mail", me.user_id, client, self._means.settings.mail_requests)

    async def use_invitation_mail(
        self, session: AsyncSession, me: Resolved, client: Client
    ) -> None:
        """Use one of the invitation e-mails a person may trigger, in the caller's transaction.

        Raises EmailUnconfirmed if mail is set up and the person's own address is not confirmed, and
        RateLimited if none is left.
        """
        settings = self._means.settings
        if settings.mail.host and not (await profile_of(session, me.user_id)).email_verified:
            raise EmailUnconfirmed(UNCONFIRMED_INVITER)
        limits = settings.invitation_mails
        await self._means.use_up(session, "invitations", me.user_id, client, limits)

    async def hash_secret(self, secret: str) -> str:
        """The encoded hash of a password that protects something other than an account."""
        return await self._means.passwords.hashed(secret)

    async def try_secret(
        self, what: str, key: UUID, secret: str, stored: str, client: Client
    ) -> bool:
        """Whether `secret` opens `what` with id `key`; a wrong one uses up an attempt.

        As in sign-in, raises RateLimited if none is left, without looking at anything.
        """
        attempt = await guessing.reserve(self._means, f"{what} {key}", client, password=secret)
        matches, _ = await self._means.passwords.check(secret, stored)
        if matches:
            async with self._means.database.transaction() as session:
                await queries.finish_login(session, attempt)
        return matches

    def close(self) -> None:
        """Shut down the hashing threads."""
        self._means.passwords.close()

    async def _reserve(self, data: LoginIn, client: Client) -> tuple[UUID, User | None]:
        """Reserve an attempt and read the account. Raises RateLimited if none is left."""
        mark = await guessing.mark_of(self._means, data.password)
        async with self._means.database.transaction() as session:
            try:
                found = await guessing.begin(
                    session, self._means, data.email, client, mark=mark, what="login attempts"
                )
            except RateLimited:
                metrics.login_attempts.labels("throttled").inc()
                raise
            await bind(session, TenantBinding(None, found.user_id))
            return found.attempt, await queries.user_by_id(session, found.user_id)

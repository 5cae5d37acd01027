"""Proving one's identity again, and changing the password.

Invariant: a new password ends every other session, every half-completed sign-in and every link in
an e-mail.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.core.passkeys import Assertion
from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity import queries
from presence.domains.identity.errors import (
    SIGN_IN_AGAIN,
    SignInAgain,
    code_needed,
    common_password,
    not_signed_in,
    wrong_code,
    wrong_passkey,
    wrong_password,
)
from presence.domains.identity.models import User
from presence.domains.identity.queries import Resolved
from presence.domains.identity.service import guessing, one_time_tokens
from presence.domains.identity.service.codes import check_code
from presence.domains.identity.service.common_passwords import is_common
from presence.domains.identity.service.dependencies import Client, Means
from presence.domains.identity.service.passkey_checks import check_passkey
from presence.domains.identity.service.signing_in import second_step_due
from presence.jobs.mail import request_mail

RECENT = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Proof:
    """What a signed-in person provides to prove that it is still them."""

    password: str | None = None
    code: str | None = None
    passkey: Assertion | None = None


class Credentials:
    """Checks and changes passwords of people who are signed in."""

    def __init__(self, means: Means) -> None:
        self._means = means

    async def prove(
        self, me: Resolved, proof: Proof, client: Client, pointer: str = "/password"
    ) -> None:
        """Verify that the person at the keyboard owns the account.

        Uses the second factor if one is on, else the password, else a sign-in within the last ten
        minutes. Raises ValidationFailed, RateLimited or SignInAgain otherwise.
        """
        if await self._factor_on(me):  # guard: identity.proof-factor
            await self._prove_factor(me, proof, client)
            return
        if not await self.prove_password(me, proof, client, pointer):
            await self._logged_in_just_now(me)

    async def prove_password(
        self, me: Resolved, proof: Proof, client: Client, pointer: str = "/password"
    ) -> bool:
        """Raise ValidationFailed unless it is the account's password; False if it has none."""
        user = await self.read(me)
        if user.password_hash is None:
            return False
        if not await self.matches(user, proof.password or "", client):
            raise wrong_password(pointer)
        return True

    async def matches(self, user: User, password: str, client: Client) -> bool:
        """Whether it is the user's password; counts as a sign-in attempt. Raises RateLimited."""
        attempt = await guessing.reserve(self._means, user.email, client, password=password)
        right, _ = await self._means.passwords.check(password, user.password_hash)
        if right:
            async with self._means.database.transaction() as session:
                await queries.finish_login(session, attempt)
        return right

    async def change_password(
        self, me: Resolved, proof: Proof, password: str, client: Client
    ) -> None:
        """Set another password (or the first one) and end every other session.

        Requires the current password, if any, and the second factor if one is on.
        """
        if await self._factor_on(me):
            await self.prove_password(me, proof, client, "/currentPassword")
        # guard: identity.change-password-proof
        await self.prove(me, proof, client, "/currentPassword")
        async with self._means.database.transaction(_as(me)) as session:
            await refuse_common(session, password)
        hashed = await self._means.passwords.hashed(password)
        async with self._means.database.transaction(_as(me)) as session:
            user = await person(session, me)
            await set_password(session, user, hashed, keep=me.session_id)

    async def read(self, me: Resolved) -> User:
        """The signed-in person's row."""
        async with self._means.database.transaction(_as(me)) as session:
            return await person(session, me)

    async def _factor_on(self, me: Resolved) -> bool:
        async with self._means.database.transaction(_as(me)) as session:
            return await second_step_due(session)

    async def _prove_factor(self, me: Resolved, proof: Proof, client: Client) -> None:
        if proof.passkey is not None:
            if not await check_passkey(self._means, me, proof.passkey, client):
                raise wrong_passkey()
        elif not proof.code:
            async with self._means.database.transaction(_as(me)) as session:
                app = await queries.factor(session)
            raise code_needed(app=app is not None and app.confirmed_at is not None)
        elif not await check_code(self._means, me.user_id, proof.code, client):
            raise wrong_code()

    async def _logged_in_just_now(self, me: Resolved) -> None:
        async with self._means.database.transaction(_as(me)) as session:
            login = await queries.session_by_id(session, me.session_id)
        # guard: identity.recent-login
        if login is None or login.created_at < self._means.now - RECENT:
            raise SignInAgain(SIGN_IN_AGAIN)


async def person(session: AsyncSession, me: Resolved) -> User:
    """The signed-in person's row. Raises Unauthenticated if it was deleted in the meantime."""
    user = await queries.user_by_id(session, me.user_id)
    if user is None:
        raise not_signed_in()
    return user


async def refuse_common(session: AsyncSession, password: str) -> None:
    """Raise ValidationFailed for a common password where the person's workspaces refuse them."""
    if is_common(password) and await queries.common_passwords_refused(session):
        raise common_password()


async def set_password(session: AsyncSession, user: User, hashed: str, keep: UUID | None) -> None:
    """Store a new password; only the session `keep` survives, and the person is informed."""
    await bind(session, TenantBinding(None, user.id))
    user.hashed_password = hashed
    await session.flush()
    await queries.end_other_sessions(session, keep)  # guard: identity.new-password-ends-logins
    await queries.end_challenges(session)
    await queries.end_tokens(
        session, one_time_tokens.ALL if user.is_verified else ("email", "reset")
    )
    await request_mail(session, "password-changed", new_id())


def _as(me: Resolved) -> TenantBinding:
    return TenantBinding(None, me.user_id)

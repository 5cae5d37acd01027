"""The second factor: an authenticator app (RFC 6238), recovery codes, and the second step.

The second step of a sign-in may also be a passkey. Invariant: a code is accepted once; the app's
key is stored encrypted for this person, recovery codes as hashes; attempts are counted per person
across all addresses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.core.passkeys import Asking, Assertion
from presence.core.totp import Setup as Setup
from presence.core.totp import new_secret, setup_of
from presence.db.tenancy import TenantBinding
from presence.domains.identity import queries
from presence.domains.identity.errors import (
    FACTOR_KEPT,
    not_signed_in,
    wrong_code,
    wrong_passkey,
)
from presence.domains.identity.models import SecondFactor
from presence.domains.identity.queries import Resolved
from presence.domains.identity.service import codes as factor_codes
from presence.domains.identity.service import passkey_checks as checks
from presence.domains.identity.service.credentials import Credentials, Proof
from presence.domains.identity.service.dependencies import Client, Means
from presence.domains.identity.service.google import link
from presence.domains.identity.service.passkeys import known_passkeys
from presence.domains.identity.service.recovery_codes import new_codes, put_codes
from presence.domains.identity.service.signing_in import Issued, open_session
from presence.domains.identity.service.tokens import token_hash
from presence.jobs.mail import request_mail

ISSUER = "Presence"
_ON = "An authenticator app is set up already. Remove it to set up another."
_NOT_SET_UP = "Scan the code with your authenticator app first."
_OFF = "Set up two-step sign-in first."


@dataclass(frozen=True, slots=True)
class FactorState:
    """Whether a second factor is required, of what kinds, and how many recovery codes are left."""

    enabled: bool
    app: bool
    passkeys: int
    recovery_codes_left: int


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways to complete a half-completed sign-in, besides a recovery code."""

    app: bool
    passkeys: bool


async def state_of(session: AsyncSession) -> FactorState:
    """The bound person's second factor."""
    row = await queries.factor(session)
    app = row is not None and row.confirmed_at is not None
    passkeys = await queries.count_passkeys(session)
    enabled = app or passkeys > 0
    left = await queries.recovery_codes_left(session) if enabled else 0
    return FactorState(enabled, app, passkeys, left)


class SecondFactors:
    """Setting up, using and switching off; opens its own transactions."""

    def __init__(self, means: Means, credentials: Credentials) -> None:
        self._means = means
        self._credentials = credentials

    async def begin(self, me: Resolved, proof: Proof, client: Client) -> Setup:
        """A new key, not yet in use. Raises Conflict if an app is already set up."""
        await self._credentials.prove(me, proof, client)  # guard: identity.factor-proof
        user = await self._credentials.read(me)
        secret = new_secret()
        sealed = (await self._means.vault()).seal(secret, factor_codes.place_of(me.user_id))
        async with self._means.database.transaction(_as(me.user_id)) as session:
            row = await queries.factor(session)
            if row is not None and row.confirmed_at is not None:
                raise Conflict(_ON)
            await queries.forget_app(session)
            session.add(SecondFactor(user_id=me.user_id, key=sealed))
        return setup_of(secret, user.email, ISSUER)

    async def confirm(self, me: Resolved, code: str, client: Client) -> tuple[str, ...]:
        """Switch it on with the app's first code; returns the recovery codes, only this once."""
        attempt = await factor_codes.reserve_guess(self._means, me.user_id, client)
        vault = await self._means.vault()
        codes = new_codes()
        async with self._means.database.transaction(_as(me.user_id)) as session:
            row = await queries.factor(session)
            if row is None:
                raise Conflict(_NOT_SET_UP)
            if row.confirmed_at is not None:
                raise Conflict(_ON)
            if not await factor_codes.takes(session, self._means, vault, row, code):
                raise wrong_code()
            row.confirmed_at = self._means.now
            await put_codes(session, me.user_id, codes)
            # guard: identity.factor-on-ends-logins
            await queries.end_other_sessions(session, me.session_id)
            await queries.finish_login(session, attempt)
            await request_mail(session, "second-factor-on", new_id())
        return codes

    async def renew_codes(self, me: Resolved, proof: Proof, client: Client) -> tuple[str, ...]:
        """Replace the recovery codes; requires the factor, and informs the person."""
        await self._credentials.prove(me, proof, client)  # guard: identity.recovery-codes
        codes = new_codes()
        async with self._means.database.transaction(_as(me.user_id)) as session:
            if not await queries.has_factor(session):
                raise Conflict(_OFF)
            await put_codes(session, me.user_id, codes)
            await request_mail(session, "recovery-codes-new", new_id())
        return codes

    async def switch_off(self, me: Resolved, proof: Proof, client: Client) -> None:
        """Stop asking for the app's codes; requires the password and the factor.

        Ends other sessions. Passkeys stay, and recovery codes with them.
        """
        # guard: identity.factor-off-password
        await self._credentials.prove_password(me, proof, client)
        await self._credentials.prove(me, proof, client)  # guard: identity.factor-off
        async with self._means.database.transaction(_as(me.user_id)) as session:
            await queries.lock_person(session)
            await queries.forget_app(session)
            stays = await queries.has_factor(session)
            # guard: identity.factor-demanded
            if not stays and await queries.factor_demanded(session):
                raise Conflict(FACTOR_KEPT)
            await queries.forget_idle_codes(session)
            # guard: identity.factor-off-ends-logins
            await queries.end_other_sessions(session, me.session_id)
            await queries.end_challenges(session)
            await request_mail(session, "app-removed" if stays else "second-factor-off", new_id())

    async def ways(self, token: str | None) -> Ways:
        """How the half-completed sign-in may be completed.

        Raises Unauthenticated if gone or too old.
        """
        _, user_id = await self._challenged(token)
        async with self._means.database.transaction(_as(user_id)) as session:
            state = await state_of(session)
        return Ways(state.app, state.passkeys > 0)

    async def finish_login(self, token: str | None, code: str, client: Client) -> Issued:
        """The second step of a sign-in. Raises Unauthenticated if the first is gone or too old."""
        vault = await self._means.vault()

        async def accepted(session: AsyncSession, _: UUID) -> bool:
            return await factor_codes.accepts(session, self._means, vault, code)

        issued = await self._finish(token, client, accepted)
        if issued is None:
            raise wrong_code()
        return issued

    async def ask_for_passkey(self, token: str | None) -> Asking:
        """The challenge for using a passkey as the second step."""
        _, user_id = await self._challenged(token)
        async with self._means.database.transaction(_as(user_id)) as session:
            known = await known_passkeys(session)
        return Asking(await checks.hand_out(self._means, "second-factor", token or ""), known)

    async def finish_with_passkey(
        self, token: str | None, answer: Assertion, client: Client
    ) -> Issued:
        """The second step with one of the person's passkeys."""
        await self._challenged(token)
        holder = token or ""
        challenge = await checks.take_back(self._means, "second-factor", holder, answer.client_data)

        async def accepted(session: AsyncSession, user_id: UUID) -> bool:
            return await checks.accepts(session, self._means, user_id, answer, challenge)

        issued = await self._finish(token, client, accepted)
        if issued is None:
            raise wrong_passkey()
        return issued

    async def _finish(
        self,
        token: str | None,
        client: Client,
        accepted: Callable[[AsyncSession, UUID], Awaitable[bool]],
    ) -> Issued | None:
        """The session, if the second factor was accepted; otherwise None."""
        challenge_id, user_id = await self._challenged(token)
        attempt = await factor_codes.reserve_guess(self._means, user_id, client)
        async with self._means.database.transaction(_as(user_id)) as session:
            challenge = await queries.challenge(session, challenge_id)
            user = await queries.user_by_id(session, user_id)
            if challenge is None or user is None or not user.is_active:
                raise not_signed_in()
            if not await accepted(session, user_id):  # guard: identity.second-step-proof
                return None
            await queries.finish_login(session, attempt)
            if challenge.google_subject is not None:
                google = (challenge.google_subject, challenge.google_email or "")
                await link(session, user_id, google)
            await queries.end_challenge(session, challenge_id)
            return await open_session(session, self._means, user, client, "second factor")

    async def _challenged(self, token: str | None) -> tuple[UUID, UUID]:
        async with self._means.database.transaction() as session:
            found = (
                await queries.challenged(session, token_hash(token), "second-factor")
                if token
                else None
            )
        if found is None:
            raise not_signed_in()
        return found


def _as(user_id: UUID) -> TenantBinding:
    return TenantBinding(None, user_id)

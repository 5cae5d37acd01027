"""The second factor: an authenticator app (RFC 6238), and recovery codes for when it is lost.

Invariant: a code is taken once; the app's key is stored encrypted for this person, recovery codes
as hashes; tries are counted for the person over all addresses.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.core.secrets import Unreadable, Vault
from presence.core.totp import Setup as Setup
from presence.core.totp import matching_step, new_secret, setup_of
from presence.db.tenancy import TenantBinding
from presence.domains.identity import queries
from presence.domains.identity.errors import not_signed_in, wrong_code
from presence.domains.identity.models import SecondFactor
from presence.domains.identity.queries import Resolved
from presence.domains.identity.service.credentials import Credentials
from presence.domains.identity.service.google import link
from presence.domains.identity.service.means import Client, Means
from presence.domains.identity.service.signing_in import Issued, open_session
from presence.domains.identity.service.tokens import token_hash
from presence.jobs.mail import request_mail

ISSUER = "Presence"
RECOVERY_CODES = 10
_RECOVERY_BYTES = 15
_GROUP = 4
_ON = "The second factor is on already. Switch it off to set it up with another app."
_NOT_SET_UP = "Scan the code with your authenticator app first."


@dataclass(frozen=True, slots=True)
class FactorState:
    """Whether a second factor is asked for, and how many recovery codes are left."""

    enabled: bool
    recovery_codes_left: int


async def state_of(session: AsyncSession) -> FactorState:
    """The bound person's second factor."""
    row = await queries.factor(session)
    enabled = row is not None and row.confirmed_at is not None
    return FactorState(enabled, await queries.recovery_codes_left(session) if enabled else 0)


class SecondFactors:
    """Setting up, using and switching off; opens its own transactions."""

    def __init__(self, means: Means, credentials: Credentials) -> None:
        self._means = means
        self._credentials = credentials

    async def begin(self, me: Resolved, password: str | None, client: Client) -> Setup:
        """A new key, not yet in use. Conflict when a second factor is on."""
        await self._credentials.prove(me, password, client)
        user = await self._credentials.read(me)
        secret = new_secret()
        sealed = (await self._means.vault()).seal(secret, _place(me.user_id))
        async with self._means.database.transaction(_as(me.user_id)) as session:
            row = await queries.factor(session)
            if row is not None and row.confirmed_at is not None:
                raise Conflict(_ON)
            await queries.forget_factor(session)
            session.add(SecondFactor(user_id=me.user_id, key=sealed))
        return setup_of(secret, user.email, ISSUER)

    async def confirm(self, me: Resolved, code: str, client: Client) -> tuple[str, ...]:
        """Switch it on with the app's first code; answers the recovery codes, this once."""
        attempt = await self._means.reserve("second factor", me.user_id, client)
        vault = await self._means.vault()
        codes = _new_codes()
        async with self._means.database.transaction(_as(me.user_id)) as session:
            row = await queries.factor(session)
            if row is None:
                raise Conflict(_NOT_SET_UP)
            if row.confirmed_at is not None:
                raise Conflict(_ON)
            if not await self._takes(session, row, code, vault):
                raise wrong_code()
            row.confirmed_at = self._means.now
            await queries.put_recovery_codes(session, me.user_id, [_hashed(one) for one in codes])
            await queries.end_other_sessions(session, me.session_id)
            await queries.finish_login(session, attempt)
            await request_mail(session, "second-factor-on", new_id())
        return codes

    async def renew_codes(
        self, me: Resolved, password: str | None, client: Client
    ) -> tuple[str, ...]:
        """New recovery codes in place of the old ones."""
        await self._credentials.prove(me, password, client)
        codes = _new_codes()
        async with self._means.database.transaction(_as(me.user_id)) as session:
            row = await queries.factor(session)
            if row is None or row.confirmed_at is None:
                raise Conflict(_NOT_SET_UP)
            await queries.put_recovery_codes(session, me.user_id, [_hashed(one) for one in codes])
        return codes

    async def switch_off(
        self, me: Resolved, password: str | None, code: str, client: Client
    ) -> None:
        """Ask for no code any more; takes the password and a code."""
        await self._credentials.prove(me, password, client)
        attempt = await self._means.reserve("second factor", me.user_id, client)
        vault = await self._means.vault()
        async with self._means.database.transaction(_as(me.user_id)) as session:
            if not await self._accepts(session, code, vault):
                raise wrong_code()
            await queries.forget_factor(session)
            await queries.finish_login(session, attempt)
            await request_mail(session, "second-factor-off", new_id())

    async def finish_login(self, token: str | None, code: str, client: Client) -> Issued:
        """The second step of a log-in. Unauthenticated when the first is gone or too old."""
        found = await self._challenged(token)
        challenge_id, user_id = found
        attempt = await self._means.reserve("second factor", user_id, client)
        vault = await self._means.vault()
        async with self._means.database.transaction(_as(user_id)) as session:
            challenge = await queries.challenge(session, challenge_id)
            user = await queries.user_by_id(session, user_id)
            if challenge is None or user is None or not user.is_active:
                raise not_signed_in()
            if not await self._accepts(session, code, vault):
                raise wrong_code()
            await queries.finish_login(session, attempt)
            if challenge.google_subject is not None:
                google = (challenge.google_subject, challenge.google_email or "")
                await link(session, user_id, google)
            await queries.end_challenge(session, challenge_id)
            return await open_session(session, self._means, user, client)

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

    async def _accepts(self, session: AsyncSession, code: str, vault: Vault) -> bool:
        """Whether it is a code of the app or a recovery code; uses it up."""
        row = await queries.factor(session)
        if row is None or row.confirmed_at is None:
            return False
        if await self._takes(session, row, code, vault):
            return True
        return await queries.use_recovery_code(session, _hashed(code))

    async def _takes(
        self, session: AsyncSession, row: SecondFactor, code: str, vault: Vault
    ) -> bool:
        try:
            secret = vault.open(row.key, _place(row.user_id))
        except Unreadable:
            return False
        step = matching_step(secret, code, self._means.now)
        return step is not None and await queries.use_step(session, step)


def _as(user_id: UUID) -> TenantBinding:
    return TenantBinding(None, user_id)


def _place(user_id: UUID) -> str:
    return f"second_factor:{user_id}"


def _new_codes() -> tuple[str, ...]:
    """Recovery codes of 120 random bits each, in groups of four characters."""
    made = []
    for _ in range(RECOVERY_CODES):
        text = base64.b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode().lower()
        made.append("-".join(text[n : n + _GROUP] for n in range(0, len(text), _GROUP)))
    return tuple(made)


def _hashed(code: str) -> bytes:
    """No salt: a code has 120 random bits of its own. Spaces, dashes and case do not matter."""
    plain = "".join(character for character in code.lower() if character.isalnum())
    return hashlib.sha256(plain.encode()).digest()

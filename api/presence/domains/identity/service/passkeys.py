"""A person's passkeys: adding, naming and removing them, and signing in with one.

Invariant: a passkey alone is two factors, a device somebody has and what it requires of them, so it
signs in where a password would still need a second step. The first one switches two-step sign-in on
and the last one off, so each of these changes requires the proof that changing the factor requires.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core import metrics
from presence.core.errors import Conflict, NotFound
from presence.core.ids import new_id
from presence.core.passkeys import (
    Asking,
    Assertion,
    Attestation,
    KnownPasskey,
    Making,
    PublicKey,
    Untrue,
    made,
)
from presence.db.tenancy import TenantBinding
from presence.domains.audit.service import record
from presence.domains.identity import queries
from presence.domains.identity.errors import (
    FACTOR_CHANGED,
    FACTOR_KEPT,
    PASSKEY_GONE,
    PASSKEY_KNOWN,
    PASSKEYS_FULL,
    passkey_sign_in,
    passkey_too_late,
    wrong_passkey,
)
from presence.domains.identity.models import Passkey
from presence.domains.identity.queries import Resolved
from presence.domains.identity.service import guessing
from presence.domains.identity.service import passkey_checks as checks
from presence.domains.identity.service.codes import reserve_guess
from presence.domains.identity.service.credentials import Credentials, Proof
from presence.domains.identity.service.dependencies import Client, Means
from presence.domains.identity.service.recovery_codes import new_codes, put_codes
from presence.domains.identity.service.signing_in import Issued, open_session
from presence.jobs.mail import request_mail

LIMIT = 10


@dataclass(frozen=True, slots=True)
class StoredPasskey:
    """A passkey as shown to its owner.

    `synced` says that its provider copies it to the person's other devices; `refused_at` is when it
    was last used with a counter that had not advanced.
    """

    id: UUID
    name: str
    synced: bool
    created_at: datetime
    last_used_at: datetime | None
    refused_at: datetime | None


@dataclass(frozen=True, slots=True)
class AddedPasskey:
    """The passkey, and recovery codes when it is the person's first factor."""

    passkey: StoredPasskey
    codes: tuple[str, ...]


class Passkeys:
    """Every call about passkeys; opens its own transactions."""

    def __init__(self, means: Means, credentials: Credentials) -> None:
        self._means = means
        self._credentials = credentials

    async def begin(self, me: Resolved, proof: Proof, client: Client) -> Making:
        """What creating another one requires, after proof of identity. Raises Conflict if full."""
        await self._credentials.prove(me, proof, client)  # guard: identity.passkey-addition
        user = await self._credentials.read(me)
        async with self._means.database.transaction(_as(me)) as session:
            known = await _known(session)
        if len(known) >= LIMIT:
            raise Conflict(PASSKEYS_FULL)
        holder = checks.session_holder(me)
        challenge = await checks.hand_out(self._means, "addition", holder)
        name = f"{user.first_name} {user.last_name}".strip()
        return Making(challenge, user.id, user.email, name, known)

    async def add(
        self, me: Resolved, name: str, answer: Attestation, transports: Sequence[str]
    ) -> AddedPasskey:
        """Store the passkey created in this session; ends other sessions and informs the person.

        Raises ValidationFailed if the response is invalid, Conflict if there are too many or the
        passkey already belongs to somebody.
        """
        holder = checks.session_holder(me)
        challenge = await checks.take_back(self._means, "addition", holder, answer.client_data)
        try:
            key = made(checks.site_of(self._means.settings), answer, challenge)
        except Untrue as untrue:
            raise wrong_passkey() from untrue
        async with self._means.database.transaction(_as(me)) as session:
            await queries.lock_person(session)
            if await queries.count_passkeys(session) >= LIMIT:  # guard: identity.passkey-limit
                raise Conflict(PASSKEYS_FULL)
            codes = () if await queries.has_factor(session) else new_codes()
            row = await _store(session, me, name, key, transports)
            if codes:
                await put_codes(session, me.user_id, codes)
            await queries.end_other_sessions(session, me.session_id)
            await request_mail(session, "passkey-added", row.id)
            await _note(session, me, "passkey.added", row)
            return AddedPasskey(_stored(row), codes)

    async def rename(self, me: Resolved, passkey_id: UUID, name: str) -> StoredPasskey:
        """Rename a passkey. Raises NotFound for another person's."""
        async with self._means.database.transaction(_as(me)) as session:
            row = await _own(session, passkey_id)
            row.name = name
            await session.flush()
            return _stored(row)

    async def remove(self, me: Resolved, passkey_id: UUID, proof: Proof, client: Client) -> None:
        """Remove a passkey; ends other sessions and informs the person.

        Requires the factor, and if no other is left the password too, as switching it off does.
        Raises NotFound for another person's; Conflict for the last one if a workspace requires a
        factor.
        """
        async with self._means.database.transaction(_as(me)) as session:
            await _own(session, passkey_id)
            last = await _is_last(session)
        if last:  # guard: identity.passkey-last-password
            await self._credentials.prove_password(me, proof, client)
        await self._credentials.prove(me, proof, client)  # guard: identity.passkey-removal
        async with self._means.database.transaction(_as(me)) as session:
            await queries.lock_person(session)
            row = await _own(session, passkey_id)
            await _note(session, me, "passkey.removed", row)
            await queries.forget_passkey(session, passkey_id)
            if not await queries.has_factor(session):
                await self._switch_off(session, last)
            await queries.end_other_sessions(session, me.session_id)
            await queries.end_challenges(session)
            await request_mail(session, "passkey-removed", new_id())

    async def ask_for_proof(self, me: Resolved) -> Asking:
        """The challenge by which the person proves that it is still them."""
        async with self._means.database.transaction(_as(me)) as session:
            known = await _known(session)
        if not known:
            raise NotFound(PASSKEY_GONE)
        holder = checks.session_holder(me)
        return Asking(await checks.hand_out(self._means, "proof", holder), known)

    async def ask_to_sign_in(self, browser: str) -> Asking:
        """The challenge before anybody is identified; `browser` is a secret it holds."""
        return Asking(await checks.hand_out(self._means, "sign-in", browser))

    async def sign_in(self, browser: str | None, answer: Assertion, client: Client) -> Issued:
        """Sign in with a passkey alone.

        Raises the same Unauthenticated whatever is wrong with it.
        """
        if not browser:
            raise passkey_too_late()
        challenge = await checks.take_back(self._means, "sign-in", browser, answer.client_data)
        async with self._means.database.transaction() as session:
            owner = await queries.passkey_owner(session, answer.credential_id)
        issued = await self._enter(owner, answer, challenge, client)
        if issued is None:
            metrics.login_attempts.labels("failed").inc()
            raise passkey_sign_in()
        return issued

    async def _enter(
        self, owner: UUID | None, answer: Assertion, challenge: bytes, client: Client
    ) -> Issued | None:
        """The new session; None if the passkey is not accepted.

        Uses an attempt. Raises RateLimited.
        """
        if owner is None:
            subject = f"passkeys from {client.throttle_key}"
            limits = self._means.settings.resets
            await guessing.reserve(self._means, subject, client, limits=limits)
            return None
        attempt = await reserve_guess(self._means, owner, client)
        if answer.user_handle != owner.bytes:  # guard: identity.passkey-handle
            return None
        async with self._means.database.transaction(TenantBinding(None, owner)) as session:
            user = await queries.user_by_id(session, owner)
            if user is None or not user.is_active:  # guard: identity.passkey-disabled
                return None
            if not await checks.accepts(session, self._means, owner, answer, challenge):
                return None
            await queries.finish_login(session, attempt)
            return await open_session(session, self._means, user, client, "passkey")

    async def _switch_off(self, session: AsyncSession, expected: bool) -> None:
        """Handle the removal of the last factor, which removes the recovery codes too.

        Raises Conflict if it must stay, or if it was not the last one a moment ago, when nobody
        asked for the password.
        """
        if not expected:
            raise Conflict(FACTOR_CHANGED)
        if await queries.factor_demanded(session):  # guard: identity.passkey-demanded
            raise Conflict(FACTOR_KEPT)
        await queries.forget_idle_codes(session)
        await request_mail(session, "second-factor-off", new_id())


async def passkeys_of(session: AsyncSession) -> list[StoredPasskey]:
    """The bound person's passkeys, oldest first."""
    return [_stored(row) for row in await queries.passkeys(session)]


async def passkey_name(session: AsyncSession, passkey_id: UUID) -> str | None:
    """The bound person's name for it; None if it is gone."""
    row = await queries.passkey(session, passkey_id)
    return row.name if row is not None else None


async def known_passkeys(session: AsyncSession) -> tuple[KnownPasskey, ...]:
    """The bound person's passkeys in the form a browser looks them up by."""
    return await _known(session)


async def _known(session: AsyncSession) -> tuple[KnownPasskey, ...]:
    rows = await queries.passkeys(session)
    return tuple(KnownPasskey(row.credential_id, tuple(row.transports.split())) for row in rows)


async def _own(session: AsyncSession, passkey_id: UUID) -> Passkey:
    row = await queries.passkey(session, passkey_id)
    if row is None:
        raise NotFound(PASSKEY_GONE)
    return row


async def _is_last(session: AsyncSession) -> bool:
    app = await queries.factor(session)
    return (app is None or app.confirmed_at is None) and await queries.count_passkeys(session) == 1


async def _store(
    session: AsyncSession, me: Resolved, name: str, key: PublicKey, transports: Sequence[str]
) -> Passkey:
    row = Passkey(
        user_id=me.user_id,
        credential_id=key.credential_id,
        public_key=key.key,
        sign_count=key.sign_count,
        name=name,
        transports=" ".join(transports),
        backed_up=key.backed_up,
    )
    session.add(row)
    try:
        await session.flush()
    except IntegrityError as raced:
        raise Conflict(PASSKEY_KNOWN) from raced
    await session.refresh(row)
    return row


async def _note(session: AsyncSession, me: Resolved, action: str, row: Passkey) -> None:
    """Log an entry in the workspace the person is in, if any."""
    if me.workspace_id is not None:
        await record(session, action, f"passkey:{row.id}", after={"name": row.name})


def _stored(row: Passkey) -> StoredPasskey:
    return StoredPasskey(
        id=row.id,
        name=row.name,
        synced=row.backed_up,
        created_at=row.created_at,
        last_used_at=row.last_used_at,
        refused_at=row.refused_at,
    )


def _as(me: Resolved) -> TenantBinding:
    return TenantBinding(me.workspace_id, me.user_id)

"""Staff accounts: setting one up with password and authenticator app, signing in and out.

Invariant: no member of staff is signed in without both factors; attempts are counted across all
addresses; only the browser has its token. Signing in leaves one log entry.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import Clock
from presence.core.errors import ValidationFailed
from presence.core.secrets import Unreadable, Vault
from presence.core.settings import Settings
from presence.core.totp import Setup, matching_step, setup_of
from presence.db.sealed import sealed_to
from presence.db.session import Database
from presence.domains.audit.service import Operation, Staffer, record_operation
from presence.domains.identity.errors import TOO_COMMON, wrong_password
from presence.domains.identity.service import Client, guessing, new_token, token_hash
from presence.domains.identity.service.common_passwords import is_common
from presence.domains.identity.service.dependencies import Means
from presence.domains.identity.service.passwords import Passwords
from presence.domains.operators.errors import (
    link_unusable,
    not_signed_in,
    used_code,
    wrong_code,
    wrong_credentials,
)
from presence.domains.operators.models import Staff, StaffSession
from presence.domains.operators.queries import staff as queries
from presence.domains.operators.queries.staff import SignedIn
from presence.domains.operators.service.permissions import ADMIN
from presence.domains.operators.service.revocation import end_impersonations, end_rights
from presence.domains.operators.service.staff_mails import notify_of_admin, notify_of_password

ISSUER = "Presence console"
HALF_LIFETIME = timedelta(minutes=5)
LIFETIME = timedelta(hours=8)
SHORTEST_PASSWORD = 12
_WITHDRAWN = "Withdrawn: whoever asked has a new password since, and can ask again."
_TOO_SHORT = f"Password must be at least {SHORTEST_PASSWORD} characters"


@dataclass(frozen=True, slots=True)
class Opened:
    """A newly opened session: the browser's token, whose it is, and the browser's identifier."""

    token: str
    who: SignedIn
    device: str


@dataclass(frozen=True, slots=True)
class Invited:
    """What an invitation is for, and the setup data for the authenticator app."""

    email: str
    role: str
    setup: Setup


class StaffAccounts:
    """Sign-in and invitations; every call opens its own transactions."""

    def __init__(self, database: Database, settings: Settings, clock: Clock) -> None:
        self._means = Means(database, settings, clock, Passwords(settings.session))

    async def log_in(self, email: str, password: str, client: Client) -> str:
        """The first step; returns the token of the half-completed sign-in."""
        attempt = await guessing.reserve(
            self._means, f"staff {email.lower()}", client, password=password
        )
        async with self._means.database.transaction() as session:
            row = await queries.by_email(session, email)
            usable = row is not None and row.status == "active"
            stored = row.password_hash if row is not None and usable else None
        matches, _ = await self._means.passwords.check(password, stored)
        if row is None or not matches:
            raise wrong_credentials()
        async with self._means.database.transaction() as session:
            row = await queries.locked(session, row.id)
            # guard: staff.password-unchanged
            if row is None or row.status != "active" or row.password_hash != stored:
                raise wrong_credentials()
            await self._means.give_back(session, attempt)
            return await self._open(session, row.id, "password", client)

    async def begin_code(
        self, session: AsyncSession, row: Staff, client: Client, subject: str
    ) -> str:
        """Start a half-completed sign-in for somebody whose first factor the provider checked.

        Their account there, the `subject`, becomes theirs with a code.
        """
        return await self._open(session, row.id, "password", client, subject)

    async def confirm(
        self, token: str | None, code: str, client: Client, device: str = ""
    ) -> Opened:
        """The second step. Raises Unauthenticated if the first is gone, and ValidationFailed."""
        async with self._means.database.transaction() as session:
            half = await self._session(session, token, "password")
        attempt = await guessing.reserve(self._means, f"staff code {half.id}", client)
        vault = await self._means.vault()
        async with self._means.database.transaction() as session:
            row = await queries.by_id(session, half.id)
            # guard: staff.second-step -> row is None
            if row is None or not await takes_code(session, vault, row, code, self._means.now):
                raise wrong_code()
            await self._means.give_back(session, attempt)
            # guard: staff.half-session-once -> ""
            subject = await queries.end_half_session(session, half.session_id)
            if subject is None:  # guard: staff.half-session-open
                raise not_signed_in()
            return await self.enter(session, row, client, "Signed in", device, subject=subject)

    async def invitation(self, token: str) -> Invited:
        """What a link invites to. Raises NotFound."""
        vault = await self._means.vault()
        async with self._means.database.transaction() as session:
            row = await queries.by_invitation(session, token_hash(token), self._means.now)
            if row is None or row.totp_key is None:
                raise link_unusable()
            secret = vault.open(row.totp_key, place_of(row.id))
            return Invited(row.email, row.role, setup_of(secret, row.email, ISSUER))

    async def accept(
        self, token: str, name: str, password: str, code: str, client: Client
    ) -> Opened:
        """Set password and authenticator app, and sign in. Raises NotFound, ValidationFailed."""
        _require_good(password)
        attempt = await guessing.reserve(
            self._means, f"staff invitation {client.throttle_key}", client
        )
        hashed, vault = await self._means.passwords.hashed(password), await self._means.vault()
        async with self._means.database.transaction() as session:
            row = await queries.by_invitation(session, token_hash(token), self._means.now)
            if row is None:
                raise link_unusable()
            # guard: staff.invitation-takes-code
            if not await takes_code(session, vault, row, code, self._means.now):
                raise wrong_code()
            row.password_hash, row.status, row.name = hashed, "active", name or row.name
            row.invitation_hash = row.invitation_expires_at = row.invitation_id = None
            row.power_since = self._means.now
            await self._means.give_back(session, attempt)
            await session.flush()
            if row.role == ADMIN:
                await notify_of_admin(session, row, "joined", row.email, self._means.now)
            return await self.enter(session, row, client, "Accepted the invitation", informed=True)

    async def prove(self, who: SignedIn, code: str, client: Client) -> None:
        """Verify once more the second factor of somebody signed in. Raises ValidationFailed."""
        attempt = await guessing.reserve(self._means, f"staff code {who.id}", client)
        vault = await self._means.vault()
        async with self._means.database.transaction() as session:
            row = await queries.by_id(session, who.id)
            # guard: staff.proof -> row is None
            if row is None or not await takes_code(session, vault, row, code, self._means.now):
                raise wrong_code()
            await self._means.give_back(session, attempt)

    async def change_password(
        self,
        who: SignedIn,
        current: str,
        code: str,
        password: str,
        client: Client,
        device: str,
    ) -> None:
        """Set another password; of what was open under the old one, only this session stays.

        Ends their other sessions and impersonations, withdraws their requests that wait for
        approval and forgets every browser but the one with this `device`.

        Raises ValidationFailed without the current password and a fresh code.
        """
        _require_good(password)
        stored = await self._require_current(who, current, client)
        attempt = await guessing.reserve(self._means, f"staff code {who.id}", client)
        hashed, vault = await self._means.passwords.hashed(password), await self._means.vault()
        async with self._means.database.transaction() as session:
            row = await queries.locked(session, who.id)
            if row is None or row.status != "active" or row.password_hash != stored:
                raise not_signed_in()
            if not await queries.note_use(session, who.session_id, self._means.now):
                raise not_signed_in()
            # guard: staff.password-takes-code
            if not await takes_code(session, vault, row, code, self._means.now):
                raise wrong_code()
            await self._means.give_back(session, attempt)
            row.password_hash = hashed
            await session.flush()
            # guard: staff.new-password-ends-sessions
            await queries.end_other_sessions(session, row.id, who.session_id)
            # guard: staff.new-password-forgets-browsers
            await queries.forget_other_devices(session, row.id, token_hash(device))
            # guard: staff.new-password-ends-acting
            await end_rights(session, row.id, _WITHDRAWN)
            await notify_of_password(session, row, client.address[:64], self._means.now)
            await self._record(
                session, who, "staff.changed-password", "Changed the password", client
            )

    async def _require_current(self, who: SignedIn, password: str, client: Client) -> str | None:
        """The stored hash of somebody's password. Raises ValidationFailed if it is not theirs."""
        attempt = await guessing.reserve(
            self._means, f"staff {who.email}", client, password=password
        )
        async with self._means.database.transaction() as session:
            row = await queries.by_id(session, who.id)
            stored = row.password_hash if row is not None else None
        matches, _ = await self._means.passwords.check(password, stored)
        if not matches:  # guard: staff.current-password
            raise wrong_password("/currentPassword")
        async with self._means.database.transaction() as session:
            await self._means.give_back(session, attempt)
        return stored

    async def log_out(self, who: SignedIn, client: Client) -> None:
        """End a session and every impersonation with it: signing out applies everywhere."""
        async with self._means.database.transaction() as session:
            await queries.end_session(session, who.session_id)  # guard: staff.signed-out
            await end_impersonations(session, who.id)  # guard: staff.sign-out-ends
            await self._record(session, who, "staff.signed-out", "Signed out", client)

    def close(self) -> None:
        """Shut down the hashing threads."""
        self._means.passwords.close()

    @property
    def now(self) -> datetime:
        """The current time by the product's clock."""
        return self._means.now

    async def enter(
        self,
        session: AsyncSession,
        row: Staff,
        client: Client,
        reason: str,
        device: str = "",
        *,
        informed: bool = False,
        subject: str = "",
    ) -> Opened:
        """Open a session for somebody whose factors have all been checked.

        The `subject` that they came with from the provider is theirs from here on. All admins are
        informed when one of them uses a new browser, unless already `informed`.
        """
        if subject:
            # guard: staff.provider-account-of-one
            if not await queries.link_subject(session, row.id, subject):
                raise not_signed_in()
            reason += " with the provider"
        row.last_login_at = self._means.now
        token = await self._open(session, row.id, "full", client)
        who = await self._session(session, token, "full")
        if not device or not await queries.knows_device(session, row.id, token_hash(device)):
            device = new_token()
            await queries.add_device(session, row.id, token_hash(device))
            reason += " from a new browser"
            if row.role == ADMIN and not informed:
                where = client.address[:64]
                await notify_of_admin(session, row, "device", where, self._means.now)
        await self._record(session, who, "staff.signed-in", reason, client)
        return Opened(token, who, device)

    async def _open(
        self,
        session: AsyncSession,
        staff_id: UUID,
        step: str,
        client: Client,
        subject: str = "",
    ) -> str:
        await queries.forget_expired(session, self._means.now)
        token = new_token()
        lifetime = LIFETIME if step == "full" else HALF_LIFETIME
        row = StaffSession(
            staff_id=staff_id,
            token_hash=token_hash(token),
            step=step,
            provider_subject=subject,
            address=client.address[:64],
            user_agent=client.user_agent,
            last_seen_at=self._means.now,
            expires_at=self._means.now + lifetime,
        )
        await queries.insert(session, row)
        return token

    async def _session(self, session: AsyncSession, token: str | None, step: str) -> SignedIn:
        if token:
            found = await queries.by_token(session, token_hash(token), step, self._means.now)
            if found is not None:
                return found
        raise not_signed_in()

    async def _record(
        self, session: AsyncSession, who: SignedIn, action: str, reason: str, client: Client
    ) -> None:
        staffer = Staffer(who.id, who.name, reason, client.address[:64])
        await record_operation(session, Operation(action, f"staff:{who.id}"), staffer)


def _require_good(password: str) -> None:
    """ValidationFailed for a new password that is too short or among the common ones."""
    if len(password) < SHORTEST_PASSWORD:  # guard: staff.password-length
        raise ValidationFailed.at("/password", _TOO_SHORT)
    if is_common(password):  # guard: staff.password-uncommon
        raise ValidationFailed.at("/password", TOO_COMMON)


async def takes_code(
    session: AsyncSession, vault: Vault, row: Staff, code: str, now: datetime
) -> bool:
    """Whether it is a code of the person's authenticator app; consumes it.

    Raises ValidationFailed for one that was used, so that the person waits instead of doubting it.
    """
    try:
        secret = vault.open(row.totp_key or b"", place_of(row.id))
    except Unreadable:
        return False
    step = matching_step(secret, code, now)
    if step is None:
        return False
    if not await queries.use_step(session, row.id, step):
        raise used_code()
    return True


def place_of(staff_id: UUID) -> str:
    """The place in the vault that somebody's authenticator key is sealed to."""
    return sealed_to(Staff.totp_key, id=staff_id)

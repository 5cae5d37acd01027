"""Sign-in with Google: what a confirmed Google account gives access to.

Invariant: Google's `sub` is the key, never the e-mail. An account is linked by its address only if
Google itself issues that address and both sides have confirmed it, or after the account's password
was entered once; otherwise the person must sign in first and connect Google. Only the browser that
began a flow can complete it, and only the session that began to connect an account.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, Protocol
from uuid import UUID

from fastapi_users.exceptions import UserAlreadyExists
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from presence.adapters.google import GoogleAccount, GoogleTrouble
from presence.core.errors import Conflict, RateLimited
from presence.core.ids import new_id
from presence.core.secrets import Unreadable
from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity import queries
from presence.domains.identity.errors import not_signed_in, wrong_password
from presence.domains.identity.models import GoogleIdentity, User
from presence.domains.identity.queries import Resolved
from presence.domains.identity.schemas import fold_email
from presence.domains.identity.service.addresses import ask_to_verify
from presence.domains.identity.service.credentials import Credentials, Proof, person
from presence.domains.identity.service.dependencies import Client, Means
from presence.domains.identity.service.manager import UserManager
from presence.domains.identity.service.signing_in import (
    Challenge,
    Issued,
    admit,
    challenge,
    open_session,
    second_step_due,
)
from presence.domains.identity.service.tokens import token_hash
from presence.jobs.mail import request_mail

FLOW_LIFETIME = timedelta(minutes=10)
_PLACE = "google sign-in"
_NAME_MAX = 100
_TAKEN = "That Google account is connected to another account here."
_ANOTHER = "Another Google account is connected already. Remove it first."
_UNCONFIRMED = "Confirm your email address before you connect a Google account."
_NO_PASSWORD = "Set a password first: without it nobody could sign in to this account."  # noqa: S105 - a sentence
Code = Literal[
    "google_not_configured",
    "google_denied",
    "google_email_unverified",
    "google_failed",
    "google_expired",
    "google_in_use",
    "google_connect_first",
    "google_many_accounts",
    "account_disabled",
]


class GoogleProvider(Protocol):
    """Talks to Google (`adapters/google.py`)."""

    async def address(self, state: str, nonce: str, verifier: str) -> str:
        """The address to send the browser to. Raises GoogleTrouble."""
        ...

    async def account(self, code: str, nonce: str, verifier: str) -> GoogleAccount:
        """The account that a code of the callback belongs to. Raises GoogleTrouble."""
        ...


class GoogleRefused(Exception):
    """The return from Google failed; `code` is what `/auth?error=` receives."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class OAuthStart:
    """Where to send the browser, and the sealed state that it brings back."""

    address: str
    flow: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """The result of a flow (signed in, half signed in or connected) and where to go next."""

    outcome: Issued | Challenge | None
    next: str


class GoogleSignIn:
    """Both ends of the flow, and linking; opens its own transactions."""

    def __init__(
        self, means: Means, credentials: Credentials, provider: GoogleProvider | None
    ) -> None:
        self._means = means
        self._credentials = credentials
        self._provider = provider

    @property
    def configured(self) -> bool:
        """Whether sign-in with Google is set up."""
        return self._provider is not None

    async def depart(self, next_path: str, connect: Resolved | None = None) -> OAuthStart:
        """Begin a flow; `connect` is the signed-in person to whom an account is added."""
        if self._provider is None:
            raise GoogleRefused("google_not_configured")
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        flow = {
            "state": state,
            "nonce": nonce,
            "verifier": verifier,
            "next": next_path,
            "connect": str(connect.user_id) if connect else None,
            "login": str(connect.session_id) if connect else None,
            "until": (self._means.now + FLOW_LIFETIME).timestamp(),
        }
        try:
            address = await self._provider.address(state, nonce, verifier)
        except GoogleTrouble as trouble:
            raise GoogleRefused("google_failed") from trouble
        sealed = (await self._means.vault()).seal(json.dumps(flow), _PLACE)
        return OAuthStart(address, sealed.hex())

    async def arrive(
        self, flow: str | None, state: str, code: str, error: str, client: Client
    ) -> Arrival:
        """Finish a flow. Raises GoogleRefused with the reason. Nothing is read before the state
        matched.
        """
        if self._provider is None:
            raise GoogleRefused("google_not_configured")
        memory = await self._remember(flow)
        same = secrets.compare_digest(memory["state"].encode(), state.encode())
        if not same:  # guard: google.state
            raise GoogleRefused("google_expired")
        if error or not code:
            raise GoogleRefused("google_denied" if error == "access_denied" else "google_failed")
        try:
            account = await self._provider.account(code, memory["nonce"], memory["verifier"])
        except GoogleTrouble as trouble:
            raise GoogleRefused("google_failed") from trouble
        if not account.email_verified:
            raise GoogleRefused("google_email_unverified")
        try:
            email = fold_email(account.email)
        except ValueError as odd:
            raise GoogleRefused("google_failed") from odd
        if memory["connect"]:
            await self._connect(memory, (account.subject, email), client)
            return Arrival(None, memory["next"])
        return Arrival(await self._enter(account, email, client), memory["next"])

    async def link_with_password(
        self, token: str | None, password: str, client: Client
    ) -> Issued | Challenge:
        """Check the password that is required once to link an unconfirmed account."""
        async with self._means.database.transaction() as session:
            found = (
                await queries.challenged(session, token_hash(token), "link-google")
                if token
                else None
            )
            if found is None:
                raise not_signed_in()
            await bind(session, TenantBinding(None, found[1]))
            user = await queries.user_by_id(session, found[1])
        if user is None or not user.is_active:
            raise not_signed_in()
        # guard: google.link-password
        if not await self._credentials.matches(user, password, client):
            raise wrong_password()
        return await self._link_proven(found[0], user.id, client)

    async def may_connect(self, me: Resolved, proof: Proof, client: Client) -> None:
        """Raise Conflict while the address is unconfirmed or Google is connected; verifies the
        proof.
        """
        await self._credentials.prove(me, proof, client)  # guard: google.connect-proof
        async with self._means.database.transaction(TenantBinding(None, me.user_id)) as session:
            user = await person(session, me)
            if not user.is_verified:
                raise Conflict(_UNCONFIRMED)
            if await queries.google_of(session) is not None:
                raise Conflict(_ANOTHER)

    async def disconnect(self, me: Resolved, proof: Proof, client: Client) -> None:
        """Remove the Google account. Raises Conflict if it is the only way to sign in."""
        user = await self._credentials.read(me)
        if user.password_hash is None:
            raise Conflict(_NO_PASSWORD)
        await self._credentials.prove(me, proof, client)
        async with self._means.database.transaction(TenantBinding(None, me.user_id)) as session:
            if await queries.forget_google(session):
                await request_mail(session, "google-removed", new_id())

    async def _remember(self, flow: str | None) -> dict[str, str]:
        if not flow:
            raise GoogleRefused("google_expired")
        try:
            opened = (await self._means.vault()).open(bytes.fromhex(flow), _PLACE)
            memory: dict[str, str] = json.loads(opened)
        except (Unreadable, ValueError) as odd:
            raise GoogleRefused("google_expired") from odd
        if float(memory["until"]) < self._means.now.timestamp():  # guard: google.flow-ended
            raise GoogleRefused("google_expired")
        return memory

    async def _enter(
        self, account: GoogleAccount, email: str, client: Client
    ) -> Issued | Challenge:
        google = (account.subject, email)
        async with self._means.database.transaction() as session:
            user_id = await queries.google_account(session, account.subject)
            known = user_id is not None
            if user_id is None:
                user_id = await queries.find_user(session, email)
            if user_id is None:
                user = await self._register(session, account, email, client)
                await link(session, user.id, google)
                if not user.is_verified:
                    await ask_to_verify(session, user, self._means.now)
                return await admit(session, self._means, user, client, "Google")
            await bind(session, TenantBinding(None, user_id))
            found = await queries.user_by_id(session, user_id)
            if found is None or not found.is_active:  # guard: google.disabled-account
                raise GoogleRefused("account_disabled")
            if known:
                return await admit(session, self._means, found, client, "Google")
            return await self._first_time(session, found, account, google, client)

    async def _first_time(
        self,
        session: AsyncSession,
        user: User,
        account: GoogleAccount,
        google: tuple[str, str],
        client: Client,
    ) -> Issued | Challenge:
        """Handle an account with the same address to which no Google account is connected yet."""
        if await queries.google_of(session) is not None:
            raise GoogleRefused("google_in_use")
        if not account.authoritative:  # guard: google.authoritative
            raise GoogleRefused("google_connect_first")
        if not user.is_verified:
            return await challenge(session, self._means, user.id, "link-google", google)
        return await self._link_and_enter(session, user, google, client)

    async def _link_and_enter(
        self, session: AsyncSession, user: User, google: tuple[str, str], client: Client
    ) -> Issued | Challenge:
        """Link and sign in. With a second factor, only once its code was given: Google must not
        replace it.
        """
        if await second_step_due(session):  # guard: google.second-factor
            return await challenge(session, self._means, user.id, "second-factor", google)
        await link(session, user.id, google)
        return await open_session(session, self._means, user, client, "Google")

    async def _link_proven(
        self, challenge_id: UUID, user_id: UUID, client: Client
    ) -> Issued | Challenge:
        async with self._means.database.transaction(TenantBinding(None, user_id)) as session:
            waiting = await queries.challenge(session, challenge_id)
            user = await queries.user_by_id(session, user_id)
            if waiting is None or waiting.google_subject is None or user is None:
                raise not_signed_in()
            google = (waiting.google_subject, waiting.google_email or "")
            await queries.end_challenge(session, challenge_id)
            if google[1] == user.email:
                await self._means.mark_confirmed(session, user)
            return await self._link_and_enter(session, user, google, client)

    async def _connect(
        self, memory: dict[str, str], google: tuple[str, str], client: Client
    ) -> None:
        """Connect Google to the account of the person who began, in the same session."""
        user_id = UUID(memory["connect"])
        token = token_hash(client.session_token) if client.session_token else b""
        async with self._means.database.transaction() as session:
            me = await queries.resolve_session(session, token, self._means.idle)
            if me is None or me.user_id != user_id:  # guard: google.connect-person
                raise GoogleRefused("google_expired")
            if str(me.session_id) != memory.get("login"):  # guard: google.connect-login
                raise GoogleRefused("google_expired")
            await bind(session, TenantBinding(None, user_id))
            owner = await queries.google_account(session, google[0])
            if owner is not None or await queries.google_of(session) is not None:
                if owner == user_id:
                    return
                raise GoogleRefused("google_in_use")
            await link(session, user_id, google)

    async def _register(
        self, session: AsyncSession, account: GoogleAccount, email: str, client: Client
    ) -> User:
        manager = UserManager(session, self._means.passwords)
        first = account.given_name.strip()[:_NAME_MAX] or email.partition("@")[0][:_NAME_MAX]
        fields: dict[str, Any] = {
            "first_name": first,
            "last_name": account.family_name.strip()[:_NAME_MAX],
            "email": email,
            "is_verified": account.authoritative,
            "locale": client.locale,
        }
        try:
            network = await self._means.count_account(
                session, client, confirmed=account.authoritative
            )
        except RateLimited as many:
            raise GoogleRefused("google_many_accounts") from many
        fields["unconfirmed_network"] = network
        try:
            return await manager.user_db.create(fields)
        except UserAlreadyExists as raced:
            raise GoogleRefused("google_failed") from raced


async def link(session: AsyncSession, user_id: UUID, google: tuple[str, str]) -> None:
    """Link (subject, e-mail) to the bound person's account, and inform that person."""
    session.add(GoogleIdentity(user_id=user_id, subject=google[0], email=google[1]))
    try:
        await session.flush()
    except IntegrityError as raced:
        raise Conflict(_TAKEN) from raced
    await request_mail(session, "google-connected", new_id())


async def google_address(session: AsyncSession) -> str | None:
    """The e-mail address of the bound person's Google account."""
    row = await queries.google_of(session)
    return row.email if row is not None else None

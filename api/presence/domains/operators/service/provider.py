"""Staff sign in with their own OpenID Connect provider, if one is set up.

Invariant: only somebody who was invited to the console gets in. The provider's `sub` is the key
once they have signed in from there, with every factor; until then it is the confirmed address they
were invited under. A flow can be completed only by the browser that began it. Nobody is signed in
without a second factor: the provider says that it asked for one, or the console asks for a code of
its own, as it always does before somebody acts as a customer.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from presence.adapters.google import Google, GoogleAccount, GoogleTrouble
from presence.core.errors import NotFound
from presence.core.secrets import Unreadable, open_vault
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.identity.service import Client
from presence.domains.operators.models import Staff
from presence.domains.operators.queries import staff as queries
from presence.domains.operators.service.accounts import Opened, StaffAccounts

CALLBACK = "/api/admin/v1/session/oidc/callback"
FLOW_LIFETIME = timedelta(minutes=10)
_PLACE = "console sign-in"
_NOT_SET_UP = "No sign-in provider is set up for the console."
Code = Literal["denied", "expired", "failed", "unconfirmed", "not-invited", "no-factor"]


class OidcRefused(Exception):
    """The return from the provider failed; `code` is what the sign-in screen receives."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class OidcStart:
    """Where to send the browser, and the sealed state that it brings back."""

    address: str
    flow: str


class StaffProvider:
    """Both ends of the flow; opens its own transactions."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        accounts: StaffAccounts,
        client: Google | None,
    ) -> None:
        self._database = database
        self._settings = settings
        self._accounts = accounts
        self._client = client

    @property
    def configured(self) -> bool:
        """Whether a provider is set up."""
        return self._client is not None

    async def depart(self) -> OidcStart:
        """Begin a flow. Raises NotFound without a provider, OidcRefused if it does not respond."""
        if self._client is None:
            raise NotFound(_NOT_SET_UP)
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        until = (self._accounts.now + FLOW_LIFETIME).timestamp()
        flow = {"state": state, "nonce": nonce, "verifier": verifier, "until": until}
        try:
            address = await self._client.address(state, nonce, verifier)
        except GoogleTrouble as trouble:
            raise OidcRefused("failed") from trouble
        vault = await asyncio.to_thread(open_vault, self._settings)
        return OidcStart(address, vault.seal(json.dumps(flow), _PLACE).hex())

    async def arrive(
        self,
        flow: str | None,
        state: str,
        code: str,
        error: str,
        client: Client,
        device: str = "",
    ) -> Opened | str:
        """Finish a flow. Raises OidcRefused with the reason. Nothing is read before the state
        matched.

        Returns the token of a half-completed sign-in if a code is still required.
        """
        if self._client is None:
            raise NotFound(_NOT_SET_UP)
        memory = await self._remember(flow)
        if not secrets.compare_digest(str(memory["state"]).encode(), state.encode()):
            raise OidcRefused("expired")
        if error or not code:
            raise OidcRefused("denied" if error == "access_denied" else "failed")
        try:
            account = await self._client.account(code, memory["nonce"], memory["verifier"])
        except GoogleTrouble as trouble:
            raise OidcRefused("failed") from trouble
        async with self._database.transaction() as session:
            row = await _person(session, account)
            if not self._has_both_factors(account):  # guard: staff.provider-second-factor
                return await self._ask_for_code(session, row, client, account.subject)
            if row.status == "invited":
                row.status, row.power_since = "active", self._accounts.now
            return await self._accounts.enter(
                session, row, client, "Signed in", device, subject=account.subject
            )

    def _has_both_factors(self, account: GoogleAccount) -> bool:
        left_to_it = self._settings.console.oidc.second_factor == "provider"
        return left_to_it or account.two_factors

    async def _ask_for_code(
        self, session: AsyncSession, row: Staff, client: Client, subject: str
    ) -> str:
        if row.last_step == 0 or row.status != "active":  # guard: staff.provider-without-app
            raise OidcRefused("no-factor")
        return await self._accounts.begin_code(session, row, client, subject)

    async def aclose(self) -> None:
        """Close its connections."""
        if self._client is not None:
            await self._client.aclose()

    async def _remember(self, flow: str | None) -> dict[str, str]:
        vault = await asyncio.to_thread(open_vault, self._settings)
        try:
            memory: dict[str, str] = json.loads(vault.open(bytes.fromhex(flow or ""), _PLACE))
        except (Unreadable, ValueError) as problem:
            raise OidcRefused("expired") from problem
        # guard: staff.provider-flow-ended
        if float(memory["until"]) < self._accounts.now.timestamp():
            raise OidcRefused("expired")
        return memory


async def _person(session: AsyncSession, account: GoogleAccount) -> Staff:
    """Whom an account at the provider stands for, locked as they are now. Raises OidcRefused."""
    row = await queries.by_subject(session, account.subject)
    if row is None:
        if not account.email_verified:
            raise OidcRefused("unconfirmed")
        row = await queries.by_email(session, account.email)
        # guard: staff.provider-subject -> row is None
        if row is None or await queries.has_subject(session, row.id):
            raise OidcRefused("not-invited")
    row = await queries.locked(session, row.id)
    # guard: staff.provider-disabled -> row is None
    if row is None or row.status == "disabled" or _is_withdrawn(row):
        raise OidcRefused("not-invited")
    row.name = row.name or f"{account.given_name} {account.family_name}".strip()[:120]
    return row


def _is_withdrawn(row: Staff) -> bool:
    """Whether the invitation of somebody who has not signed in yet was withdrawn."""
    return row.status == "invited" and row.invitation_id is None and row.invitation_hash is None


def provider_of(settings: Settings) -> Google | None:
    """The configured client; None when staff sign in with password and authenticator app."""
    oidc = settings.console.oidc
    if not (oidc.configured and oidc.issuer):
        return None
    return Google(oidc, f"{settings.console_http.origin}{CALLBACK}", settings.outbound)

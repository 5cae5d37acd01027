"""A forgotten password: a link by e-mail, then a new password.

Invariant: the request reveals to nobody whether the account exists, neither by the response nor by
its timing; a reset ends everything that was signed in and, if the address had not been confirmed
before, also everything else that whoever opened the account may have left in it or its workspaces.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import TenantBinding, bind
from presence.domains.identity import queries
from presence.domains.identity.errors import link_unusable
from presence.domains.identity.service import guessing, one_time_tokens
from presence.domains.identity.service.addresses import CONFIRMING
from presence.domains.identity.service.credentials import refuse_common, set_password
from presence.domains.identity.service.dependencies import Client, Means
from presence.jobs.mail import request_mail

# Every answer takes this long; what is done meanwhile takes a small part of it.
ANSWER_AFTER_S = 0.2
# (session bound to a workspace, its owner, now): whatever lets others into it or out of it ends.
Reclaim = Callable[[AsyncSession, UUID, datetime], Awaitable[None]]
_RESET: tuple[one_time_tokens.Purpose, ...] = ("reset",)


class Recovery:
    """Ways back in for people who cannot sign in."""

    def __init__(self, means: Means, reclaim: Reclaim) -> None:
        self._means = means
        self._reclaim = reclaim

    async def forgot(self, email: str, client: Client) -> None:
        """Send a link if there is such an account. Raises RateLimited, alike for every address."""
        clock = self._means.clock
        began = clock.monotonic()
        try:
            await self._means.reserve("forgot", email, client, self._means.settings.mail_requests)
            await self._send(email)
        finally:
            await clock.sleep(max(0.0, ANSWER_AFTER_S - (clock.monotonic() - began)))

    async def check_link(self, token: str, purpose: Literal["reset", "confirm"]) -> None:
        """Raise ValidationFailed for an unusable link, with one sentence for every cause."""
        purposes = _RESET if purpose == "reset" else CONFIRMING
        async with self._means.database.transaction() as session:
            if await one_time_tokens.owner_of(session, token, purposes) is None:
                raise link_unusable()

    async def reset(self, token: str, password: str, client: Client) -> None:
        """Set a new password with the link from an e-mail. Raises ValidationFailed if it is
        unusable.
        """
        attempt = await guessing.reserve(
            self._means,
            f"reset from {client.throttle_key}",
            client,
            limits=self._means.settings.resets,
        )
        async with self._means.database.transaction() as session:
            owner = await one_time_tokens.owner_of(session, token, _RESET)
            if owner is None:
                raise link_unusable()
            await bind(session, TenantBinding(None, owner))
            await refuse_common(session, password)
        hashed = await self._means.passwords.hashed(password)
        async with self._means.database.transaction() as session:
            if await one_time_tokens.redeem(session, token, _RESET) is None:
                raise link_unusable()
            await bind(session, TenantBinding(None, owner))
            user = await queries.user_by_id(session, owner)
            if user is None or not user.is_active:
                raise link_unusable()
            if not user.is_verified:
                await self._turn_out(session, owner)
            await self._means.mark_confirmed(session, user)
            await queries.forget_devices(session)
            await set_password(session, user, hashed, keep=None)
            await queries.finish_login(session, attempt)

    async def _turn_out(self, session: AsyncSession, owner: UUID) -> None:
        """Remove what somebody else may have left in the account and in the workspaces it owns."""
        await queries.forget_google(session)
        await queries.forget_factors(session)
        await queries.forget_keys(session)
        for workspace_id, role, _ in await queries.my_workspaces(session):
            if role == "owner":
                await bind(session, TenantBinding(workspace_id, owner))
                await self._reclaim(session, owner, self._means.now)
        await bind(session, TenantBinding(None, owner))

    async def _send(self, email: str) -> None:
        async with self._means.database.transaction() as session:
            user_id = await queries.find_user(session, email)
            await bind(session, TenantBinding(None, user_id))
            user = await queries.user_by_id(session, user_id)
            if user is None or not user.is_active:
                return
            token_id = await one_time_tokens.make(
                session, user.id, "reset", user.email, self._means.now
            )
            await request_mail(session, "reset-password", token_id)

"""Ending one's account, and the rule a workspace sets for its members' passwords."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from presence.db.session import release
from presence.domains.identity.context import (
    AccountsDep,
    ClientDep,
    CurrentUser,
    Myself,
    clear_session_cookie,
    proof_of,
)
from presence.domains.identity.schemas import ProofIn
from presence.domains.session.closing_check import end_account
from presence.domains.session.schemas import DeletionOut, FactorRule, FactorRuleIn, PasswordRule
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.domains.workspaces.service.factor_rule import requires_factor, set_factor_rule
from presence.domains.workspaces.service.password_rule import (
    refuses_common_passwords,
    set_password_rule,
)
from presence.http.errors import documented
from presence.http.permission import PERSONAL
from presence.http.session import NowDep, SessionDep, SettingsDep

router = APIRouter(prefix="/api/v1", tags=["session"])


@router.delete(
    "/me",
    response_model=DeletionOut,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 409, 422, 429),
)
async def delete_account(
    data: ProofIn,
    me: Myself,
    session: SessionDep,
    accounts: AccountsDep,
    client: ClientDep,
    now: NowDep,
    settings: SettingsDep,
    response: Response,
) -> DeletionOut:
    """Schedule the deletion of the signed-in user's account.

    The account is deleted after seven days, and all sessions end now. Signing in again before then
    cancels the deletion. 409 while a subscription still renews in a workspace that would be deleted
    with the account, or while a shared workspace would be left without an owner.
    """
    # guard: identity.prove-before-deletion
    await accounts.credentials.prove(me, proof_of(data), client)
    deletion_at = await end_account(session, me.user_id, now)
    clear_session_cookie(response, settings)
    return DeletionOut(deletion_at=deletion_at)


@router.get(
    "/password-rule",
    response_model=PasswordRule,
    dependencies=[Allowed("settings")],
    responses=documented(401, 403),
)
async def password_rule(session: TenantSession) -> PasswordRule:
    """Get the workspace's password rule."""
    return PasswordRule(refuse_common=await refuses_common_passwords(session))


@router.put(
    "/password-rule",
    response_model=PasswordRule,
    dependencies=[Allowed("settings")],
    responses=documented(401, 403, 409, 422),
)
async def set_rule(data: PasswordRule, session: TenantSession) -> PasswordRule:
    """Set the workspace's password rule.

    It applies when a member changes or resets a password, not at registration.
    """
    await set_password_rule(session, data.refuse_common)
    return data


@router.get(
    "/second-factor-rule",
    response_model=FactorRule,
    dependencies=[Allowed("members")],
    responses=documented(401, 403),
)
async def second_factor_rule(session: TenantSession) -> FactorRule:
    """Get the workspace's second-factor rule."""
    return FactorRule(required=await requires_factor(session))


@router.put(
    "/second-factor-rule",
    response_model=FactorRule,
    dependencies=[Allowed("members")],
    responses=documented(401, 403, 409, 422, 429),
)
async def set_second_factor_rule(
    data: FactorRuleIn,
    me: CurrentUser,
    session: TenantSession,
    accounts: AccountsDep,
    client: ClientDep,
) -> FactorRule:
    """Set the workspace's second-factor rule.

    While it is on, members without a second factor cannot open the workspace. Turning it off needs
    proof of identity, and the owners are notified by e-mail.
    """
    if not data.required and await requires_factor(session):  # guard: workspaces.prove-rule-off
        await release(session)
        await accounts.credentials.prove(me, proof_of(data), client)
    await set_factor_rule(session, me.user_id, data.required)
    return FactorRule(required=data.required)

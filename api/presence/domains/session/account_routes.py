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
    """Have the account deleted in seven days and sign out everywhere; signing in keeps it."""
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
    """Whether the workspace's members may choose a common password."""
    return PasswordRule(refuse_common=await refuses_common_passwords(session))


@router.put(
    "/password-rule",
    response_model=PasswordRule,
    dependencies=[Allowed("settings")],
    responses=documented(401, 403, 409, 422),
)
async def set_rule(data: PasswordRule, session: TenantSession) -> PasswordRule:
    """Change that rule; it counts when a password is changed or reset, never for registering."""
    await set_password_rule(session, data.refuse_common)
    return data


@router.get(
    "/second-factor-rule",
    response_model=FactorRule,
    dependencies=[Allowed("members")],
    responses=documented(401, 403),
)
async def second_factor_rule(session: TenantSession) -> FactorRule:
    """Whether the workspace asks its members for a second factor."""
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
    """Change that rule; members without one see nothing of the workspace until they have it.

    Withdrawing it takes a proof, and the owners are told by mail.
    """
    if not data.required and await requires_factor(session):  # guard: workspaces.prove-rule-off
        await release(session)
        await accounts.credentials.prove(me, proof_of(data), client)
    await set_factor_rule(session, me.user_id, data.required)
    return FactorRule(required=data.required)

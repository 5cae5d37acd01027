"""Ending one's account, and the rule a workspace sets for its members' passwords."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from presence.domains.identity.context import (
    AccountsDep,
    ClientDep,
    Myself,
    clear_session_cookie,
)
from presence.domains.identity.schemas import PasswordIn
from presence.domains.session.ending import end_account
from presence.domains.session.schemas import DeletionOut, PasswordRule
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.domains.workspaces.service.password_rule import (
    refuses_common_passwords,
    set_password_rule,
)
from presence.http.errors import documented
from presence.http.permission import SIGNED_IN
from presence.http.session import NowDep, SessionDep, SettingsDep

router = APIRouter(prefix="/api/v1", tags=["session"])


@router.delete(
    "/me",
    response_model=DeletionOut,
    openapi_extra=SIGNED_IN,
    responses=documented(401, 403, 409, 422, 429),
)
async def delete_account(
    data: PasswordIn,
    me: Myself,
    session: SessionDep,
    accounts: AccountsDep,
    client: ClientDep,
    now: NowDep,
    settings: SettingsDep,
    response: Response,
) -> DeletionOut:
    """Have the account deleted in seven days and sign out everywhere; signing in keeps it."""
    await accounts.credentials.prove(me, data.password, client)
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

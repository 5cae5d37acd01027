"""A workspace that asks for a second factor shows nothing to members without one."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from uuid import UUID, uuid4

import asyncpg
import httpx
import pyotp
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.tenancy import TenantBinding
from presence.domains.billing.service import grant
from presence.domains.identity.errors import SecondFactorDue
from presence.domains.identity.service import LOCKED
from presence.domains.workspaces.service.roles import ACTIONS, FOR_KEYS, Action, require_permitted
from presence.http.permission import declared, is_personal, routes_of
from tests.conftest import browser
from tests.domains.identity.test_second_factor import FACTOR, next_code
from tests.factories.passkeys import Device
from tests.factories.people import PASSWORD, sign_up, workspace_of
from tests.factories.post import Post, text_of
from tests.factories.team import SCALE, bearer, issue_key

RULE = "/api/v1/second-factor-rule"
PASSKEYS = "/api/v1/me/passkeys"
DUE = "second-factor-due"


@dataclass
class Somebody:
    """A signed-in person; `totp` once they have a factor."""

    id: UUID
    email: str
    client: httpx.AsyncClient
    totp: pyotp.TOTP | None = None

    async def set_up(self) -> list[str]:
        """Switch two-step sign-in on; the recovery codes."""
        setup = (await self.client.post(FACTOR, json={"password": PASSWORD})).json()
        self.totp = pyotp.TOTP(setup["secret"])
        answer = await self.client.post(f"{FACTOR}/confirm", json={"code": self.totp.now()})
        codes: list[str] = answer.json()["codes"]
        return codes

    def withdrawal(self) -> dict[str, object]:
        """What withdraws the rule, with a code."""
        assert self.totp is not None
        return {"required": False, "code": next_code(self.totp)}

    async def locked(self) -> bool:
        """Whether the workspace is shut to them."""
        answer = await self.client.get("/api/v1/brands")
        assert answer.status_code in (200, 403), answer.text
        shut = answer.status_code == 403 and answer.json()["code"] == DUE
        assert (await self.client.get("/api/user")).json()["secondFactorDue"] is shut
        return bool(shut)


@pytest_asyncio.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """Open browsers."""
    async with AsyncExitStack() as opened:
        yield opened


async def person(app: FastAPI, stack: AsyncExitStack) -> Somebody:
    client = await stack.enter_async_context(browser(app, address="192.0.2.1"))
    user = await sign_up(client)
    return Somebody(UUID(user["id"]), user["email"], client)


@pytest_asyncio.fixture
async def team(
    app: FastAPI, stack: AsyncExitStack, admin: asyncpg.Connection
) -> tuple[Somebody, Somebody, UUID]:
    """An owner with a factor, an admin without one, and their workspace, which asks for one."""
    owner, member = await person(app, stack), await person(app, stack)
    workspace = await workspace_of(app.state.database, owner.id)
    await admin.execute(
        "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'admin')",
        workspace,
        member.id,
    )
    await owner.set_up()
    assert (await owner.client.put(RULE, json={"required": True})).status_code == 200
    return owner, member, workspace


Team = tuple[Somebody, Somebody, UUID]


async def test_a_member_without_a_factor_is_shut_out_until_they_have_one(team: Team) -> None:
    owner, member, _ = team
    assert not await owner.locked()
    assert await member.locked()
    await member.set_up()
    assert not await member.locked()


@pytest.mark.parametrize("action", ACTIONS)
def test_whoever_is_shut_out_is_told_to_set_up_a_factor_not_to_ask_an_owner(action: Action) -> None:
    with pytest.raises(SecondFactorDue, match="two-step"):
        require_permitted(LOCKED, action)


async def test_a_passkey_is_such_a_factor_and_the_last_one_stays(team: Team) -> None:
    _, member, _ = team
    device = Device()
    assert await member.locked()
    options = await member.client.post(f"{PASSKEYS}/options", json={"password": PASSWORD})
    added = await member.client.post(PASSKEYS, json=device.make(options.json()))
    assert added.status_code == 201
    assert not await member.locked()
    key = added.json()["passkey"]["id"]
    asked = (await member.client.post(f"{PASSKEYS}/proof")).json()
    body = {"password": PASSWORD, "passkey": device.use(asked)}
    refused = await member.client.request("DELETE", f"{PASSKEYS}/{key}", json=body)
    assert (refused.status_code, "cannot be switched off" in refused.text) == (409, True)
    assert not await member.locked()


async def test_who_asks_for_it_may_have_a_passkey(app: FastAPI, stack: AsyncExitStack) -> None:
    owner = await person(app, stack)
    await workspace_of(app.state.database, owner.id)
    options = await owner.client.post(f"{PASSKEYS}/options", json={"password": PASSWORD})
    await owner.client.post(PASSKEYS, json=Device().make(options.json()))
    assert (await owner.client.put(RULE, json={"required": True})).status_code == 200


async def test_a_key_made_elsewhere_opens_it_once_its_maker_has_a_passkey(
    app: FastAPI, team: Team
) -> None:
    owner, member, workspace = team
    await subscribe(app, owner.id, workspace)
    mine = (await member.client.post("/api/v1/workspaces", json={"name": "Mine"})).json()["id"]
    await subscribe(app, member.id, UUID(mine))
    key = await issue_key(member.client, everyWorkspace=True)
    headers = bearer(key, **{"X-Workspace-Id": str(workspace)})
    options = await member.client.post(f"{PASSKEYS}/options", json={"password": PASSWORD})
    for expected in (403, 200):
        async with browser(app) as program:
            answer = await program.get("/api/v1/brands", headers=headers)
            assert answer.status_code == expected
        await member.client.post(PASSKEYS, json=Device().make(options.json()))


async def test_no_route_of_the_workspace_answers_somebody_without_a_factor(
    app: FastAPI, team: Team
) -> None:
    """Every route but the person's own account, whatever it is given."""
    _, member, _ = team
    open_to, tried = [], 0
    for route in routes_of(app):
        permission = declared(route)
        if permission is None or permission.name == "public" or is_personal(route):
            continue
        if route.path in ("/api/user",):
            continue  # says who is signed in and that a factor is due
        path = re.sub(r"\{[^}]+\}", str(uuid4()), route.path)
        for method in (route.methods or set()) - {"HEAD"}:
            tried += 1
            answer = await member.client.request(method, path, json={})
            if answer.status_code != 403 or answer.json().get("code") != DUE:
                open_to.append(f"{method} {route.path}: {answer.status_code}")
    assert tried > 150
    assert open_to == []


async def test_the_routes_of_ones_own_account_show_nothing_of_a_workspace(app: FastAPI) -> None:
    personal = {route.path for route in routes_of(app) if is_personal(route)}
    assert personal == {
        "/api/v1/auth/verify",
        "/api/v1/me",
        "/api/v1/me/email",
        "/api/v1/me/google",
        "/api/v1/me/passkeys",
        "/api/v1/me/passkeys/options",
        "/api/v1/me/passkeys/proof",
        "/api/v1/me/passkeys/{passkey_id}",
        "/api/v1/me/password",
        "/api/v1/me/second-factor",
        "/api/v1/me/second-factor/confirm",
        "/api/v1/me/second-factor/recovery-codes",
        "/api/v1/me/sessions",
        "/api/v1/me/sessions/{session_id}",
        "/api/v1/me/verification",
        "/api/v1/members/leave",
        "/api/v1/invitations/{token}/accept",
        "/api/v1/example",
        "/api/v1/workspaces",
        "/api/v1/workspaces/deleted",
        "/api/v1/workspaces/{workspace_id}/restore",
        "/api/v1/workspaces/{workspace_id}/switch",
    }


async def test_the_document_of_the_person_says_no_plan_of_a_shut_workspace(team: Team) -> None:
    _, member, workspace = team
    told = (await member.client.get("/api/user")).json()
    assert told["plan"] is None
    assert told["currentWorkspaceId"] == str(workspace)


async def test_another_workspace_of_the_person_stays_open(app: FastAPI, team: Team) -> None:
    _, member, workspace = team
    made = await member.client.post("/api/v1/workspaces", json={"name": "Mine"})
    assert made.status_code == 201
    assert not await member.locked()
    switched = await member.client.post(f"/api/v1/workspaces/{workspace}/switch")
    assert switched.status_code == 200
    assert await member.locked()


async def test_a_key_made_elsewhere_opens_no_workspace_its_maker_is_shut_out_of(
    app: FastAPI, team: Team
) -> None:
    owner, member, workspace = team
    await subscribe(app, owner.id, workspace)
    mine = (await member.client.post("/api/v1/workspaces", json={"name": "Mine"})).json()["id"]
    await subscribe(app, member.id, UUID(mine))
    key = await issue_key(member.client, everyWorkspace=True)

    async def opens(where: object) -> int:
        headers = bearer(key, **{"X-Workspace-Id": str(where)})
        async with browser(app) as program:
            return (await program.get("/api/v1/brands", headers=headers)).status_code

    assert await opens(mine) == 200
    assert await opens(workspace) == 403
    await member.set_up()
    assert await opens(workspace) == 200


async def subscribe(app: FastAPI, user_id: UUID, workspace: UUID) -> None:
    """Give a workspace the plan that keys need."""
    async with app.state.database.transaction(TenantBinding(workspace, user_id)) as session:
        await grant(session, user_id, SCALE, None)


async def test_who_asks_for_it_has_it(app: FastAPI, stack: AsyncExitStack) -> None:
    owner = await person(app, stack)
    await workspace_of(app.state.database, owner.id)
    refused = await owner.client.put(RULE, json={"required": True})
    assert refused.status_code == 409
    assert refused.json()["detail"].startswith("Set up two-step sign-in for your own account")
    assert (await owner.client.get(RULE)).json() == {"required": False}
    assert not await owner.locked()


async def test_the_last_factor_stays_where_a_workspace_asks_for_it(team: Team) -> None:
    owner, _, _ = team
    assert owner.totp is not None
    body = {"password": PASSWORD, "code": next_code(owner.totp)}
    refused = await owner.client.request("DELETE", FACTOR, json=body)
    assert refused.status_code == 409
    assert "cannot be switched off" in refused.json()["detail"]
    assert not await owner.locked()


async def test_a_rule_that_is_withdrawn_lets_everybody_in(team: Team) -> None:
    owner, member, _ = team
    assert await member.locked()
    assert (await owner.client.put(RULE, json=owner.withdrawal())).status_code == 200
    assert not await member.locked()


@pytest.mark.parametrize(
    "proof", [{}, {"password": PASSWORD}, {"code": "000000"}, {"code": "nonsense-code"}]
)
async def test_a_session_alone_does_not_withdraw_the_rule(
    proof: dict[str, str], team: Team
) -> None:
    owner, member, _ = team
    refused = await owner.client.put(RULE, json={"required": False, **proof})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"] == "/code"
    assert (await owner.client.get(RULE)).json() == {"required": True}
    assert await member.locked()


async def test_a_passkey_proves_who_withdraws_the_rule(team: Team) -> None:
    _, member, _ = team
    device = Device()
    options = await member.client.post(f"{PASSKEYS}/options", json={"password": PASSWORD})
    await member.client.post(PASSKEYS, json=device.make(options.json()))
    asked = (await member.client.post(f"{PASSKEYS}/proof")).json()
    body = {"required": False, "passkey": device.use(asked)}
    assert (await member.client.put(RULE, json=body)).status_code == 200


async def test_a_rule_that_is_off_already_takes_no_proof(
    app: FastAPI, stack: AsyncExitStack
) -> None:
    owner = await person(app, stack)
    await workspace_of(app.state.database, owner.id)
    assert (await owner.client.put(RULE, json={"required": False})).status_code == 200


async def test_every_owner_is_told_by_mail_who_withdrew_the_rule(
    team: Team, post: Post, admin: asyncpg.Connection
) -> None:
    owner, member, workspace = team
    await member.set_up()
    await post.deliver()
    assert member.totp is not None
    body = {"required": False, "code": next_code(member.totp)}
    assert (await member.client.put(RULE, json=body)).status_code == 200
    (mail,) = await post.deliver()
    assert mail["To"] == owner.email
    said = " ".join(text_of(mail).split())
    assert "no longer requires two-step sign-in" in mail["Subject"]
    name = await admin.fetchval("SELECT first_name FROM users WHERE id = $1", member.id)
    assert f"{name} " in said
    assert f"/dashboard/settings/users?workspace={workspace}" in said


async def test_asking_for_a_factor_is_no_news_to_the_owners(team: Team, post: Post) -> None:
    sent = await post.deliver()
    assert not [mail for mail in sent if "no longer requires" in mail["Subject"]]


async def test_the_rule_is_noted_in_the_log(team: Team, admin: asyncpg.Connection) -> None:
    _, _, workspace = team
    noted = await admin.fetchval(
        "SELECT count(*) FROM audit_log WHERE workspace_id = $1"
        " AND action = 'workspace.second-factor-rule-changed'",
        workspace,
    )
    assert noted == 1


async def test_an_editor_may_not_change_the_rule(team: Team, admin: asyncpg.Connection) -> None:
    owner, member, workspace = team
    await owner.client.put(RULE, json=owner.withdrawal())
    await admin.execute(
        "UPDATE membership SET role = 'editor' WHERE workspace_id = $1 AND user_id = $2",
        workspace,
        member.id,
    )
    assert (await member.client.put(RULE, json={"required": True})).status_code == 403


def test_no_program_and_no_support_changes_the_rule() -> None:
    assert "members" not in FOR_KEYS

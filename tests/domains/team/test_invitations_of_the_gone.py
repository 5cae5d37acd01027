"""Nobody comes in on the word of somebody who may not invite any more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import asyncpg
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.workspaces.service.invitations import invitation_email
from tests.conftest import browser
from tests.domains.team.test_invitations import MAILED, accept, invited, link_to
from tests.factories.people import registration, sign_up
from tests.factories.team import Person, add_member, opened

End = Callable[[Person, Person], Awaitable[int]]


async def removed(owner: Person, admin: Person) -> int:
    return (await owner.client.delete(f"/api/v1/members/{admin.id}")).status_code


async def left(owner: Person, admin: Person) -> int:
    return (await admin.client.post("/api/v1/members/leave")).status_code


async def demoted(owner: Person, admin: Person) -> int:
    body = {"role": "editor"}
    return (await owner.client.patch(f"/api/v1/members/{admin.id}", json=body)).status_code


@pytest.mark.parametrize("end", [removed, left, demoted])
async def test_an_admin_who_is_none_any_more_lets_no_second_account_in(
    app: FastAPI, database: Database, owner: Person, end: End
) -> None:
    email = registration()["email"]
    async with opened(app, database, await add_member(database, owner.tenant, "admin")) as admin:
        token = await link_to(admin, await invited(admin, email, "admin"))
        assert await end(owner, admin) == 204
    async with browser(app) as other:
        assert (await other.get(f"/api/v1/invitations/{token}")).json()["state"] == "revoked"
        await sign_up(other, email=email)
        assert (await accept(other, token)).status_code == 409
        me = (await other.get("/api/user")).json()
        assert str(owner.tenant.workspace_id) not in str(me)
    assert (await owner.client.get("/api/v1/invitations")).json()["data"] == []
    told = (await owner.client.get("/api/v1/audit-log?action=invitation.revoked")).json()["data"]
    assert [line["after"] for line in told] == [{"email": email}]


async def test_a_mail_not_yet_written_is_written_no_more(
    app: FastAPI, database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    async with opened(app, database, await add_member(database, owner.tenant, "admin")) as member:
        await invited(member, registration()["email"])
        assert await removed(owner, member) == 204
    sending_id = await admin.fetchval(MAILED, owner.tenant.workspace_id)
    async with database.transaction(owner.tenant.binding) as session:
        assert await invitation_email(session, sending_id, app.state.clock.now()) is None


async def test_the_invitations_of_others_and_of_whoever_may_still_invite_stay(
    app: FastAPI, database: Database, owner: Person
) -> None:
    async with opened(app, database, await add_member(database, owner.tenant, "admin")) as admin:
        first = await invited(owner, registration()["email"])
        assert await removed(owner, admin) == 204
    async with opened(app, database, await add_member(database, owner.tenant, "owner")) as second:
        other = await invited(second, registration()["email"])
        body = {"role": "admin"}
        done = await owner.client.patch(f"/api/v1/members/{second.id}", json=body)
        assert done.status_code == 204, done.text
    listed = (await owner.client.get("/api/v1/invitations")).json()["data"]
    assert [line["id"] for line in listed] == [other, first]

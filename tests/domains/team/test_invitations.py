"""Invitations: by mail or by a copied link, once, for seven days, for one address, while a seat is
free."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import asyncpg
import httpx
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.workspaces.service.invitations import invitation_email
from tests.conftest import browser
from tests.factories.people import Tenant, make_user, registration, sign_up
from tests.factories.post import Post, text_of
from tests.factories.runs import session_cookies
from tests.factories.team import PRO, Person, add_member, opened, owner_on

MAILED = "SELECT subject_id FROM mail WHERE template = 'invitation' AND workspace_id = $1"


async def invited(owner: Person, email: str, role: str = "editor") -> str:
    """The id of a new invitation."""
    body = {"email": email, "role": role}
    response = await owner.client.post("/api/v1/invitations", json=body)
    assert response.status_code == 201, response.text
    found: str = response.json()["id"]
    return found


async def link_to(owner: Person, invitation_id: str) -> str:
    """A token copied from the invitation's link."""
    response = await owner.client.post(f"/api/v1/invitations/{invitation_id}/link")
    assert response.status_code == 201, response.text
    return str(response.json()["url"]).partition("#")[2]


async def accept(client: httpx.AsyncClient, token: str) -> httpx.Response:
    """Accept as whoever the browser is signed in as."""
    return await client.post(f"/api/v1/invitations/{token}/accept")


async def test_a_newcomer_joins_by_the_mailed_link_and_gets_no_workspace_of_their_own(
    app: FastAPI, database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    email = registration()["email"]
    await invited(owner, email)
    sending_id = await admin.fetchval(MAILED, owner.tenant.workspace_id)
    now = app.state.clock.now()
    async with database.transaction(owner.tenant.binding) as session:
        mailed = await invitation_email(session, sending_id, now)
    assert mailed is not None
    assert (mailed.address, mailed.inviter) == (email, "Ada Example")
    async with browser(app) as newcomer:
        shown = (await newcomer.get(f"/api/v1/invitations/{mailed.token}")).json()
        assert (shown["email"], shown["role"], shown["state"]) == (email, "editor", "open")
        await sign_up(newcomer, email=email)
        joined = await accept(newcomer, mailed.token)
        assert joined.json() == {"workspaceId": str(owner.tenant.workspace_id)}, joined.text
        me = (await newcomer.get("/api/user")).json()
    assert me["currentWorkspaceId"] == str(owner.tenant.workspace_id)
    assert [w["role"] for w in me["workspaces"]] == ["editor"]


async def test_somebody_with_a_workspace_joins_another_and_acts_in_it(
    app: FastAPI, database: Database, owner: Person
) -> None:
    other = await owner_on(database, None)
    token = await link_to(owner, await invited(owner, other.email, "viewer"))
    async with opened(app, database, other) as person:
        assert (await accept(person.client, token)).status_code == 200
        me = (await person.client.get("/api/user")).json()
        assert me["currentWorkspaceId"] == str(owner.tenant.workspace_id)
        assert [w["role"] for w in me["workspaces"]] == ["owner", "viewer"]
        assert (await accept(person.client, token)).status_code == 404  # its links are gone


async def test_another_account_is_told_whose_invitation_it_is(
    app: FastAPI, database: Database, owner: Person
) -> None:
    token = await link_to(owner, await invited(owner, "somebody@example.com"))
    async with opened(app, database, await owner_on(database, None)) as person:
        refused = await accept(person.client, token)
        assert refused.status_code == 403
        assert refused.json()["invitedEmail"] == "somebody@example.com"
        assert "you are signed in as" in refused.json()["message"]
        own = (await person.client.get("/api/v1/members")).json()["data"]
        assert [m["email"] for m in own] == [person.tenant.email]


async def test_a_withdrawn_or_expired_invitation_is_explained_and_accepted_by_nobody(
    app: FastAPI, database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    other = await owner_on(database, None)
    first = await invited(owner, other.email)
    token = await link_to(owner, first)
    past = "UPDATE invitation SET expires_at = now() - interval '1 second' WHERE id = $1"
    await admin.execute(past, first)
    async with opened(app, database, other) as person:
        assert (await accept(person.client, token)).json()["state"] == "expired"
        resent = await owner.client.post(f"/api/v1/invitations/{first}/resend")
        assert resent.json()["state"] == "open"
        assert (await owner.client.delete(f"/api/v1/invitations/{first}")).status_code == 204
        assert (await person.client.get(f"/api/v1/invitations/{token}")).json()[
            "state"
        ] == "revoked"
        assert (await accept(person.client, token)).status_code == 409
    assert (await owner.client.post(f"/api/v1/invitations/{first}/resend")).status_code == 409


async def test_only_the_latest_mail_of_an_invitation_is_written(
    app: FastAPI, database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    made = await invited(owner, "late@example.com")
    await owner.client.post(f"/api/v1/invitations/{made}/resend")
    sendings = [r["subject_id"] for r in await admin.fetch(MAILED, owner.tenant.workspace_id)]
    now = app.state.clock.now()
    async with database.transaction(owner.tenant.binding) as session:
        emails = [await invitation_email(session, s, now) for s in sendings]
        over = [await invitation_email(session, s, now + timedelta(days=8)) for s in sendings]
    assert [one is None for one in emails] == [True, False]
    assert over == [None, None]


async def test_an_address_is_invited_once_and_a_member_not_at_all(
    database: Database, owner: Person
) -> None:
    member = await add_member(database, owner.tenant, "viewer")
    await invited(owner, "twice@example.com")
    for email, said in ((member.email, "already a member"), ("Twice@Example.com", "been invited")):
        body = {"email": email, "role": "viewer"}
        refused = await owner.client.post("/api/v1/invitations", json=body)
        assert refused.status_code == 409
        assert said in refused.json()["message"]


async def test_invitations_sent_at_once_take_only_the_seats_there_are(
    app: FastAPI, database: Database
) -> None:
    async with opened(app, database, await owner_on(database, PRO)) as owner:
        bodies = [{"email": f"seat{n}@example.com", "role": "viewer"} for n in range(6)]
        answers = await asyncio.gather(
            *(owner.client.post("/api/v1/invitations", json=body) for body in bodies)
        )
        assert sorted(a.status_code for a in answers) == [201, 201, 403, 403, 403, 403]
        refused = next(a.json() for a in answers if a.status_code == 403)
        assert (refused["code"], refused["feature"]) == ("plan-limit", "team.seats")
        seats = (await owner.client.get("/api/v1/members")).json()["seats"]
        assert seats == {"members": 1, "reserved": 2, "used": 3, "limit": 3}


async def test_members_that_join_at_once_take_only_the_seats_there_are(
    app: FastAPI, database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await owner_on(database, 2)
    async with opened(app, database, tenant) as owner:
        people, tokens = [], []
        for _ in range(4):
            email = registration()["email"]
            user_id = await make_user(database, email=email)
            people.append(Tenant(user_id, tenant.workspace_id, email))
            tokens.append(await link_to(owner, await invited(owner, email, "viewer")))
        downgrade = "UPDATE subscriptions SET plan_id = 1 WHERE workspace_id = $1"
        await admin.execute(downgrade, tenant.workspace_id)
        clients = [browser(app, cookies=await session_cookies(database, p)) for p in people]
        answers = await asyncio.gather(
            *(accept(client, token) for client, token in zip(clients, tokens, strict=True))
        )
        assert sorted(a.status_code for a in answers) == [200, 200, 403, 403]
        for client in clients:
            await client.aclose()


async def test_a_link_nobody_made_opens_nothing(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/v1/invitations/no-such-token")).status_code == 404


async def test_an_invitation_speaks_the_language_of_whoever_invites(
    app: FastAPI, database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    await admin.execute("UPDATE users SET locale = 'fr-CA' WHERE id = $1", owner.tenant.user_id)
    email = registration()["email"]
    await invited(owner, email, "viewer")
    post = Post(app, admin)
    await post.deliver()
    (message,) = [m for m in post.sent if m["To"] == email]
    assert message["Content-Language"] == "fr"
    assert "rôle « Lecture »" in text_of(message)


async def test_the_names_in_an_invitation_lead_nowhere(
    app: FastAPI, owner: Person, admin: asyncpg.Connection
) -> None:
    lure = "Account locked: https://evil.example/now"
    await admin.execute(
        "UPDATE workspace SET name = $2 WHERE id = $1", owner.tenant.workspace_id, lure
    )
    await admin.execute(
        "UPDATE users SET first_name = 'evil.example' WHERE id = $1", owner.tenant.user_id
    )
    email = registration()["email"]
    await invited(owner, email)
    post = Post(app, admin)
    await post.deliver()
    (message,) = [m for m in post.sent if m["To"] == email]
    for said in (message["Subject"], text_of(message), text_of(message, "html")):
        assert "evil.example" not in said


async def test_what_was_accepted_is_neither_withdrawn_nor_copied(
    app: FastAPI, database: Database, owner: Person
) -> None:
    other = await owner_on(database, None)
    path = f"/api/v1/invitations/{await invited(owner, other.email)}"
    token = await link_to(owner, path.rpartition("/")[2])
    async with opened(app, database, other) as person:
        assert (await accept(person.client, token)).status_code == 200
    answers = [await owner.client.delete(path), await owner.client.post(f"{path}/link")]
    assert [(a.status_code, a.json().get("state")) for a in answers] == [(409, "accepted")] * 2

"""Who a copied invitation link lets in where mails are sent: confirmed addresses only.

A mailed link was read in the mailbox it names. A copied one was read by whoever manages members,
who may have opened an unconfirmed account under the invited address.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser
from tests.factories.people import registration, sign_up
from tests.factories.post import Post, text_of, token_in
from tests.factories.team import GROWTH, Person, opened, owner_on

CONFIRM = "UPDATE users SET email_verified = true WHERE id = $1"
CONFIRM_FIRST = "Confirm your address first, then open the invitation again."
ADDRESS = "Confirm your email address"


@pytest_asyncio.fixture(scope="module")
async def app(place: Place, database: Database) -> AsyncIterator[FastAPI]:
    """An application with a mail server."""
    settings = place.settings(mail={"host": "127.0.0.1"})
    adapters = replace(build_adapters(settings), database=database)
    application = create_customer_app(settings, adapters)
    yield application
    application.state.accounts.close()


@pytest.fixture
def post(app: FastAPI, admin: asyncpg.Connection) -> Post:
    """What delivers mails."""
    return Post(app, admin)


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[Person]:
    """Somebody who may invite."""
    async with opened(app, database, await owner_on(database, GROWTH)) as person:
        await admin.execute(CONFIRM, person.tenant.user_id)
        yield person


async def invite(owner: Person) -> tuple[str, str]:
    """(id, address) of a new invitation."""
    body = {"email": registration()["email"], "role": "admin"}
    made = await owner.client.post("/api/v1/invitations", json=body)
    assert made.status_code == 201, made.text
    return made.json()["id"], body["email"]


async def copied(owner: Person, invitation_id: str) -> str:
    """A token from a link to hand over."""
    made = await owner.client.post(f"/api/v1/invitations/{invitation_id}/link")
    return str(made.json()["url"]).partition("#")[2]


async def mailed(post: Post, email: str) -> str:
    """The token of the newest invitation in a mailbox."""
    await post.deliver()
    return token_in([m for m in post.sent if m["To"] == email and "invit" in text_of(m)][-1])


async def accept(client: httpx.AsyncClient, token: str) -> httpx.Response:
    """Accept as whoever is signed in."""
    return await client.post(f"/api/v1/invitations/{token}/accept")


@asynccontextmanager
async def registered(app: FastAPI, email: str) -> AsyncIterator[httpx.AsyncClient]:
    """The browser of somebody who registered under an address and did not confirm it."""
    async with browser(app) as client:
        await sign_up(client, email=email)
        yield client


async def test_a_copied_link_lets_no_unconfirmed_account_join(app: FastAPI, owner: Person) -> None:
    made, email = await invite(owner)
    token = await copied(owner, made)
    async with registered(app, email) as impostor:
        refused = await accept(impostor, token)
        assert (refused.status_code, refused.json()["message"]) == (403, CONFIRM_FIRST)
        assert refused.json()["code"] == "email-unconfirmed"
        mine = (await impostor.get("/api/user")).json()
    assert [w["role"] for w in mine["workspaces"]] in ([], ["owner"])
    members = (await owner.client.get("/api/v1/members")).json()
    assert [m["email"] for m in members["data"]] == [owner.tenant.email]
    (waiting,) = (await owner.client.get("/api/v1/invitations")).json()["data"]
    assert (waiting["id"], waiting["state"]) == (made, "open")


async def test_it_opens_once_the_address_is_confirmed(
    app: FastAPI, owner: Person, post: Post
) -> None:
    made, email = await invite(owner)
    token = await copied(owner, made)
    async with registered(app, email) as invited:
        assert (await accept(invited, token)).status_code == 403
        proof = {"token": await post.token(email, ADDRESS)}
        assert (await invited.post("/api/v1/auth/verify", json=proof)).is_success
        joined = await accept(invited, token)
    assert joined.json() == {"workspaceId": str(owner.tenant.workspace_id)}


async def test_a_mailed_link_lets_join_whoever_read_the_mail(
    app: FastAPI, owner: Person, post: Post
) -> None:
    made, email = await invite(owner)
    token = await mailed(post, email)
    await copied(owner, made)  # a copied link beside it takes nothing from it
    async with registered(app, email) as invited:
        assert (await accept(invited, token)).status_code == 200


async def test_a_mail_sent_later_makes_no_copied_link_a_mailed_one(
    app: FastAPI, owner: Person, post: Post
) -> None:
    made, email = await invite(owner)
    token = await copied(owner, made)
    assert (await owner.client.post(f"/api/v1/invitations/{made}/resend")).is_success
    fresh = await mailed(post, email)
    async with registered(app, email) as invited:
        assert (await accept(invited, token)).status_code == 403
        assert (await accept(invited, fresh)).status_code == 200


async def test_asking_for_an_address_without_reading_its_mail_opens_no_copied_link(
    app: FastAPI, owner: Person, database: Database, admin: asyncpg.Connection
) -> None:
    made, email = await invite(owner)
    token = await copied(owner, made)
    async with registered(app, registration()["email"]) as other:
        user_id = (await other.get("/api/user")).json()["id"]
        await admin.execute(CONFIRM, user_id)
        change = {"email": email, "password": registration()["password"]}
        assert (await other.post("/api/v1/me/email", json=change)).is_success
        refused = await accept(other, token)
    assert (refused.status_code, refused.json()["invitedEmail"]) == (403, email)


async def test_no_answer_holds_a_token_that_was_mailed(
    app: FastAPI, owner: Person, post: Post
) -> None:
    answers: list[str] = []

    async def keep(answer: httpx.Response) -> None:
        answers.append(f"{await answer.aread()!r} {answer.headers!r}")

    async with browser(app) as stranger:
        for client in (owner.client, stranger):
            client.event_hooks["response"].append(keep)
        made, email = await invite(owner)
        await sign_up(stranger, email=email)
        await stranger.post("/api/v1/auth/forgot", json={"email": email})
        await stranger.post("/api/v1/me/verification")
        change = {"email": registration()["email"], "password": registration()["password"]}
        await stranger.post("/api/v1/me/email", json=change)
        await post.deliver()
        await owner.client.post(f"/api/v1/invitations/{made}/resend")
        await copied(owner, made)
        await post.deliver()
        for path in ("invitations", "audit-log", "notifications", "members"):
            assert (await owner.client.get(f"/api/v1/{path}")).is_success
        for path in ("me", "me/sessions", "notifications"):
            assert (await stranger.get(f"/api/v1/{path}")).is_success, path
    tokens = [token_in(m) for m in post.sent if "action=" in text_of(m) and "#" in text_of(m)]
    assert len(tokens) >= 5
    assert not [token for token in tokens if any(token in answer for answer in answers)]

"""Who may have invitations mailed: people whose own address is confirmed, and so many an hour."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.core.settings import Settings
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place
from tests.factories.people import registration
from tests.factories.team import GROWTH, Person, opened, owner_on

UNCONFIRMED = (
    "Confirm your email address before you invite people: invitations are sent in your name."
    " The link to confirm it is in your mailbox, and you can have it sent again."
)
CONFIRM = "UPDATE users SET email_verified = true WHERE id = $1"


@pytest_asyncio.fixture(scope="module")
async def app(place: Place, database: Database) -> AsyncIterator[FastAPI]:
    """An application with a mail server, where a person has three invitations mailed at most."""
    settings = place.settings(mail={"host": "127.0.0.1"}, invitation_mails={"per_pair": 3})
    adapters = replace(build_adapters(settings), database=database)
    application = create_customer_app(settings, adapters)
    yield application
    application.state.accounts.close()


@pytest_asyncio.fixture
async def unconfirmed(app: FastAPI, database: Database) -> AsyncIterator[Person]:
    """An owner who has not confirmed the address."""
    async with opened(app, database, await owner_on(database, GROWTH)) as person:
        yield person


@pytest_asyncio.fixture
async def owner(unconfirmed: Person, admin: asyncpg.Connection) -> Person:
    """An owner who has."""
    await admin.execute(CONFIRM, unconfirmed.tenant.user_id)
    return unconfirmed


async def invite(person: Person, email: str = "") -> httpx.Response:
    """Invite a stranger, or whoever is named."""
    body = {"email": email or registration()["email"], "role": "viewer"}
    return await person.client.post("/api/v1/invitations", json=body)


async def test_nobody_invites_before_their_own_address_is_confirmed(
    unconfirmed: Person, admin: asyncpg.Connection
) -> None:
    refused = await invite(unconfirmed)
    assert (refused.status_code, refused.json()["message"]) == (403, UNCONFIRMED)
    assert refused.json()["code"] == "email-unconfirmed"
    assert (await unconfirmed.client.get("/api/v1/invitations")).json()["data"] == []
    await admin.execute(CONFIRM, unconfirmed.tenant.user_id)
    assert (await invite(unconfirmed)).status_code == 201


async def test_nor_has_an_invitation_mailed_again(owner: Person, admin: asyncpg.Connection) -> None:
    made = (await invite(owner)).json()["id"]
    await admin.execute(CONFIRM.replace("true", "false"), owner.tenant.user_id)
    again = await owner.client.post(f"/api/v1/invitations/{made}/resend")
    assert (again.status_code, again.json()["code"]) == (403, "email-unconfirmed")


async def test_invitations_and_their_repetitions_share_one_allowance(owner: Person) -> None:
    email = registration()["email"]
    made = (await invite(owner, email)).json()["id"]
    taken = [(await invite(owner, email)).status_code for _ in range(4)]
    assert taken == [409] * 4  # nothing was mailed, so nothing is used up
    for _ in range(2):
        sent = await owner.client.post(f"/api/v1/invitations/{made}/resend")
        assert sent.status_code == 200, sent.text
    for refused in (await invite(owner), await owner.client.post(f"{sent.url}")):
        assert refused.status_code == 429
        assert refused.json()["message"] == (
            "Too many invitations. Please try again in 15 minutes."
        )
        assert 890 <= int(refused.headers["retry-after"]) <= 900
        assert refused.headers["ratelimit"].startswith('"invitations";r=0;t=')


def test_a_whole_team_is_invited_in_one_go() -> None:
    assert Settings().invitation_mails.per_pair >= 25

"""A kept answer is told to the right it was made for, not to whoever has the same person's name."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import browser
from tests.factories.team import SCALE, Person, bearer, issue_key, opened, owner_on

CALL, BODY = (
    "/api/v1/brands",
    {
        "brandName": "Marlow",
        "websiteUrl": "https://marlow.example",
        "targetAudience": "Walkers",
    },
)


@pytest_asyncio.fixture
async def owner(app: FastAPI, database: Database) -> AsyncIterator[Person]:
    """Somebody whose plan includes keys."""
    async with opened(app, database, await owner_on(database, SCALE)) as person:
        yield person


async def test_another_key_of_the_same_person_gets_no_kept_answer(
    app: FastAPI, owner: Person
) -> None:
    first, second = [await issue_key(owner.client, scope="write") for _ in range(2)]
    named = {"Idempotency-Key": "one"}
    async with browser(app) as program:
        made = await program.post(CALL, json=BODY, headers=bearer(first, **named))
        assert made.status_code == 201, made.text
        again = await program.post(CALL, json=BODY, headers=bearer(first, **named))
        assert (again.status_code, again.content) == (201, made.content)
        other = await program.post(CALL, json=BODY, headers=bearer(second, **named))
        assert (other.status_code, other.json()["code"]) == (422, "idempotency-mismatch")
    own = await owner.client.post(CALL, json=BODY, headers=named)
    assert own.status_code == 422, own.text

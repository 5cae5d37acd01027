"""Register, log in, log out, current user: the sentences and the sessions behind them."""

from __future__ import annotations

import httpx
from fastapi import FastAPI

from tests.conftest import browser
from tests.factories.people import PASSWORD, registration, sign_up


async def test_registering_answers_the_user_and_starts_a_session(client: httpx.AsyncClient) -> None:
    user = await sign_up(client, firstName="Ada", lastName="Lovelace", email="Ada@Example.com")
    assert user["email"] == "ada@example.com"
    assert (user["firstName"], user["lastName"], user["plan"]) == ("Ada", "Lovelace", None)
    assert (await client.get("/api/user")).json() == user


async def test_nobody_signed_in_is_a_401(client: httpx.AsyncClient) -> None:
    response = await client.get("/api/user")
    assert response.status_code == 401
    assert response.json()["code"] == "unauthenticated"


async def test_a_taken_email_is_a_409_whatever_its_case(client: httpx.AsyncClient) -> None:
    user = await sign_up(client)
    response = await client.post("/api/register", json=registration(email=user["email"].upper()))
    assert response.status_code == 409
    assert response.json()["message"] == "This email address is already registered"


async def test_logging_in_answers_the_user(app: FastAPI, client: httpx.AsyncClient) -> None:
    user = await sign_up(client)
    async with browser(app) as other:
        body = {"email": user["email"].title(), "password": PASSWORD}
        response = await other.post("/api/login", json=body)
        assert response.status_code == 200, response.text
        assert response.json() == user
        assert (await other.get("/api/user")).json() == user

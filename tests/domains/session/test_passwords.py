"""What may be a password, and that it counts letter for letter."""

from __future__ import annotations

import httpx
import pytest
from fastapi import FastAPI

from tests.conftest import browser
from tests.factories.people import registration


@pytest.mark.parametrize(
    "password",
    ["alllowercase", "12345678901", "  two spaces around  ", "пароль из слов", "🔑" * 9, "x" * 128],
)
async def test_a_password_of_any_composition_counts_letter_for_letter(
    app: FastAPI, client: httpx.AsyncClient, password: str
) -> None:
    body = registration(password=password)
    assert (await client.post("/api/register", json=body)).status_code == 201
    others = {password.strip(), password.title(), password[:-1]} - {password}
    for tried, expected in [*((other, 401) for other in others), (password, 200)]:
        async with browser(app) as other:
            answer = await other.post(
                "/api/login", json={"email": body["email"], "password": tried}
            )
            assert answer.status_code == expected, tried


async def test_registration_takes_no_field_it_does_not_ask_for(client: httpx.AsyncClient) -> None:
    body = registration() | {"isActive": False, "emailVerified": True, "role": "owner", "id": "1"}
    user = (await client.post("/api/register", json=body)).json()
    assert user["id"] != "1"
    account = (await client.get("/api/v1/me")).json()
    assert account["emailVerified"] is False

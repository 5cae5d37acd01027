"""What a stolen session does not open: whatever guards the account takes its factor or password."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pyotp
import pytest

from tests.conftest import browser
from tests.domains.identity.conftest import Person
from tests.domains.identity.test_second_factor import FACTOR, give, log_in, next_code, switched_on
from tests.factories.people import PASSWORD, registration
from tests.factories.post import Post

NEW = "another good password"
CODE_NEEDED = "Enter the code of your authenticator app, or one of your recovery codes."


def guarded() -> list[tuple[str, str, dict[str, Any]]]:
    """Method, path and body of whatever takes a proof, without the proof."""
    return [
        ("POST", f"{FACTOR}/recovery-codes", {}),
        ("DELETE", FACTOR, {}),
        ("POST", "/api/v1/me/passkeys/options", {}),
        ("POST", "/api/v1/me/email", {"email": registration()["email"]}),
        ("POST", "/api/v1/me/password", {"password": NEW}),
        ("POST", "/api/v1/me/google", {}),
        ("DELETE", "/api/v1/me", {}),
    ]


async def tried(person: Person, line: tuple[str, str, dict[str, Any]], **proof: str) -> int:
    method, path, body = line
    answer = await person.client.request(method, path, json={**body, **proof})
    return answer.status_code


async def test_with_a_factor_the_session_alone_changes_nothing(ada: Person) -> None:
    await switched_on(ada)
    answers = {f"{m} {p}": await tried(ada, (m, p, b)) for m, p, b in guarded()}
    assert set(answers.values()) == {422}, answers


async def test_with_a_factor_the_password_alone_changes_nothing(ada: Person, post: Post) -> None:
    await switched_on(ada)
    for line in guarded():
        proof = {"password": PASSWORD, "currentPassword": PASSWORD}
        name = "currentPassword" if line[1].endswith("/me/password") else "password"
        body = {**line[2], name: proof[name]}
        if line[1].endswith("/me/password"):
            body = {**body, "password": NEW}
        refused = await ada.client.request(line[0], line[1], json=body)
        assert refused.status_code == 422, line
        assert refused.json()["errors"][0] == {
            "pointer": "/code",
            "detail": CODE_NEEDED,
            "code": refused.json()["errors"][0]["code"],
        }
    await post.deliver()
    assert "A new email address was asked for" not in post.subjects(ada.email)


async def test_a_wrong_code_changes_nothing_and_is_a_guess(ada: Person) -> None:
    await switched_on(ada)
    ada.client.cookies.delete("presence_device")
    line: tuple[str, str, dict[str, Any]] = ("POST", f"{FACTOR}/recovery-codes", {})
    answers = [await tried(ada, line, code="000000") for _ in range(6)]
    assert answers == [422] * 5 + [429]


async def test_new_recovery_codes_take_a_code_and_are_told(ada: Person, post: Post) -> None:
    totp, old = await switched_on(ada)
    answer = await ada.client.post(f"{FACTOR}/recovery-codes", json={"code": next_code(totp)})
    assert answer.status_code == 200
    async with browser(ada.app) as other:
        await log_in(other, ada)
        assert (await give(other, old[0])).status_code == 422
        assert (await give(other, answer.json()["codes"][0])).status_code == 200
    await post.deliver()
    assert "Your recovery codes were replaced" in post.subjects(ada.email)


async def test_switching_it_off_is_told_and_ends_the_other_logins(ada: Person, post: Post) -> None:
    _, codes = await switched_on(ada)
    async with browser(ada.app) as other:
        await log_in(other, ada)
        await give(other, codes[0])
        body = {"password": PASSWORD, "code": codes[1]}
        assert (await ada.client.request("DELETE", FACTOR, json=body)).status_code == 204
        assert (await other.get("/api/user")).status_code == 401
    assert (await ada.client.get("/api/user")).status_code == 200
    await post.deliver()
    assert "Two-step sign-in is off" in post.subjects(ada.email)


async def test_a_new_address_takes_the_code_and_both_addresses_are_told(
    ada: Person, post: Post
) -> None:
    totp, _ = await switched_on(ada)
    new = registration()["email"]
    body = {"email": new, "code": next_code(totp)}
    assert (await ada.client.post("/api/v1/me/email", json=body)).status_code == 202
    await post.deliver()
    assert "A new email address was asked for" in post.subjects(ada.email)
    assert "Confirm your new email address" in post.subjects(new)


async def test_a_new_password_takes_the_old_one_and_the_code(ada: Person) -> None:
    totp, _ = await switched_on(ada)
    code = next_code(totp)
    wrong = {"currentPassword": "not the password", "password": NEW, "code": code}
    assert (await ada.client.post("/api/v1/me/password", json=wrong)).status_code == 422
    right = {**wrong, "currentPassword": PASSWORD}
    assert (await ada.client.post("/api/v1/me/password", json=right)).status_code == 204


async def test_a_code_that_proved_something_signs_nobody_in(ada: Person) -> None:
    totp, _ = await switched_on(ada)
    code = next_code(totp)
    assert (await ada.client.post(f"{FACTOR}/recovery-codes", json={"code": code})).is_success
    async with browser(ada.app) as other:
        await log_in(other, ada)
        assert (await give(other, code)).status_code == 422


async def test_a_reset_password_still_asks_for_the_factor(confirmed: Person, post: Post) -> None:
    totp, _ = await switched_on(confirmed)
    async with browser(confirmed.app) as other:
        await other.post("/api/v1/auth/forgot", json={"email": confirmed.email})
        token = await post.token(confirmed.email, "Choose a new password")
        reset = await other.post("/api/v1/auth/reset", json={"token": token, "password": NEW})
        assert reset.status_code == 204
        body = {"email": confirmed.email, "password": NEW}
        first = await other.post("/api/login", json=body)
        assert (first.status_code, first.json()["code"]) == (401, "second-factor-required")
        assert (await give(other, next_code(totp))).status_code == 200


@pytest.mark.parametrize("kind", ["app", "recovery"])
async def test_a_code_is_taken_once_when_given_twice_at_once(ada: Person, kind: str) -> None:
    totp, codes = await switched_on(ada)
    code = next_code(totp) if kind == "app" else codes[0]

    async def half_way() -> httpx.AsyncClient:
        client = browser(ada.app)
        await log_in(client, ada)
        return client

    clients = [await half_way() for _ in range(5)]
    answers = await _at_once(clients, code)
    assert sorted(answers) == [200] + [422] * 4
    for client in clients:
        await client.aclose()


async def _at_once(clients: list[httpx.AsyncClient], code: str) -> list[int]:
    return [a.status_code for a in await asyncio.gather(*(give(c, code) for c in clients))]


async def test_a_session_is_a_new_one_after_both_factors(ada: Person) -> None:
    """A token that was there before signing in opens nothing afterwards."""
    totp, _ = await switched_on(ada)
    assert isinstance(totp, pyotp.TOTP)
    before = ada.client.cookies["presence_session"]
    await log_in(ada.client, ada)
    await give(ada.client, next_code(totp))
    assert ada.client.cookies["presence_session"] != before
    async with browser(ada.app, cookies={"presence_session": before}) as thief:
        assert (await thief.get("/api/user")).status_code == 401


async def test_a_stranger_with_the_password_does_not_shut_the_owner_out(ada: Person) -> None:
    """They use up the tries at a code; a browser that signed in before has tries of its own."""
    totp, _ = await switched_on(ada)
    for n in range(22):
        async with browser(ada.app, address=f"198.51.100.{n}") as stranger:
            await log_in(stranger, ada)
            refused = (await give(stranger, "000000")).status_code
    assert refused == 429
    await log_in(ada.client, ada)
    assert (await give(ada.client, next_code(totp))).status_code == 200

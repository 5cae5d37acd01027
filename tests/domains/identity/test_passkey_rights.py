"""What a stolen session, a reset password and a right that ended do not open with a passkey."""

from __future__ import annotations

import asyncio
from uuid import UUID

import asyncpg
import httpx
import pytest_asyncio

from tests.conftest import browser
from tests.domains.identity.conftest import Person
from tests.domains.identity.passkey_steps import (
    PASSKEYS,
    SECOND,
    SIGN_IN,
    add,
    asked,
    begin,
    half_way,
    post_to,
    proof_by,
    remove,
    sign_in,
)
from tests.domains.identity.test_second_factor import FACTOR, give, next_code, switched_on
from tests.factories.passkeys import Device, b64
from tests.factories.people import PASSWORD
from tests.factories.post import Post

NEW = "another good password"


@pytest_asyncio.fixture
async def phone(ada: Person) -> Device:
    """Ada's device, with a passkey of her account."""
    device = Device()
    await add(ada, device)
    return device


# A stolen session


async def test_a_session_alone_adds_nothing(ada: Person) -> None:
    assert (await begin(ada, password="")).status_code == 422
    assert (await begin(ada, password="not the password")).status_code == 422
    made = Device().make({"challenge": b64(bytes(32)), "user": {"id": b64(bytes(16))}})
    assert await post_to(ada, PASSKEYS, made) == 422


async def test_with_a_factor_the_password_alone_adds_and_removes_nothing(
    ada: Person, phone: Device
) -> None:
    assert (await begin(ada, password=PASSWORD)).status_code == 422
    (one,) = (await ada.client.get(PASSKEYS)).json()["data"]
    for proof in ({}, {"password": PASSWORD}, {"password": PASSWORD, "code": "000000"}):
        assert (await remove(ada, one["id"], **proof)).status_code == 422
    assert (await remove(ada, one["id"], **await proof_by(ada, phone))).status_code == 422
    assert len((await ada.client.get(PASSKEYS)).json()["data"]) == 1


async def test_what_is_missing_is_said_by_what_there_is(ada: Person, phone: Device) -> None:
    refused = (await begin(ada, password=PASSWORD)).json()
    assert refused["detail"] == "Use a passkey, or enter one of your recovery codes."


async def test_one_of_several_is_removed_without_the_password(ada: Person, phone: Device) -> None:
    other = Device()
    key = (await add(ada, other, "Other", **await proof_by(ada, phone)))["passkey"]["id"]
    assert (await remove(ada, key, **await proof_by(ada, phone))).status_code == 204
    assert (await sign_in(ada, other)).status_code == 401


async def test_the_last_ones_cannot_be_removed_at_once_without_the_password(
    ada: Person, phone: Device
) -> None:
    """Each is not the last when it is asked for; the one that would be meets what has changed."""
    other = Device()
    await add(ada, other, "Other", **await proof_by(ada, phone))
    keys = [one["id"] for one in (await ada.client.get(PASSKEYS)).json()["data"]]
    proofs = [await proof_by(ada, phone) for _ in keys]
    sent = await asyncio.gather(
        *(remove(ada, key, **proof) for key, proof in zip(keys, proofs, strict=True))
    )
    statuses = sorted(answer.status_code for answer in sent)
    assert statuses[0] == 204
    assert statuses[1] in (409, 422)
    assert (await ada.account())["secondFactor"]["passkeys"] == 1


async def test_a_reset_password_still_asks_for_the_passkey(confirmed: Person, post: Post) -> None:
    device = Device()
    await add(confirmed, device)
    async with browser(confirmed.app) as other:
        await other.post("/api/v1/auth/forgot", json={"email": confirmed.email})
        token = await post.token(confirmed.email, "Choose a new password")
        reset = await other.post("/api/v1/auth/reset", json={"token": token, "password": NEW})
        assert reset.status_code == 204
        first = await other.post("/api/login", json={"email": confirmed.email, "password": NEW})
        assert (first.status_code, first.json()["code"]) == (401, "second-factor-required")
        options = (await other.post(f"{SECOND}/options")).json()
        assert (await other.post(SECOND, json=device.use(options))).status_code == 200


async def test_a_reset_of_an_unconfirmed_account_ends_what_a_stranger_left_in_it(
    ada: Person, phone: Device, post: Post
) -> None:
    async with browser(ada.app) as owner:
        await owner.post("/api/v1/auth/forgot", json={"email": ada.email})
        token = await post.token(ada.email, "Choose a new password")
        await owner.post("/api/v1/auth/reset", json={"token": token, "password": NEW})
        assert (
            await owner.post("/api/login", json={"email": ada.email, "password": NEW})
        ).is_success
    assert (await sign_in(ada, phone)).status_code == 401


# A right that ended


async def test_a_removed_passkey_opens_nothing(ada: Person, phone: Device) -> None:
    (one,) = (await ada.client.get(PASSKEYS)).json()["data"]
    async with browser(ada.app) as other:
        answer = phone.use(await asked(other))
        proof = await proof_by(ada, phone)
        assert (await remove(ada, one["id"], password=PASSWORD, **proof)).is_success
        assert (await other.post(SIGN_IN, json=answer)).status_code == 401


async def test_a_disabled_account_stays_closed_and_says_no_more(
    ada: Person, phone: Device, admin: asyncpg.Connection
) -> None:
    unknown = Device()
    unknown.make({"challenge": "x", "user": {"id": b64(phone.keys[0].user_handle)}})
    await admin.execute("UPDATE users SET is_active = false WHERE email = $1", ada.email)
    closed, never = await sign_in(ada, phone), await sign_in(ada, unknown)
    assert closed.status_code == never.status_code == 401
    strip = {"requestId", "instance"}
    said = [{k: v for k, v in a.json().items() if k not in strip} for a in (closed, never)]
    assert said[0] == said[1]


async def test_an_account_that_waits_to_be_deleted_is_kept_by_signing_in(
    ada: Person, phone: Device, admin: asyncpg.Connection
) -> None:
    proof = await proof_by(ada, phone)
    assert (await ada.client.request("DELETE", "/api/v1/me", json=proof)).is_success
    assert (await sign_in(ada, phone)).status_code == 200
    row = "SELECT deletion_at FROM users WHERE email = $1"
    assert await admin.fetchval(row, ada.email) is None


async def test_a_deleted_account_leaves_no_passkey(
    ada: Person, phone: Device, admin: asyncpg.Connection
) -> None:
    me = UUID((await ada.account())["id"])
    await admin.execute("UPDATE users SET deletion_at = now() WHERE id = $1", me)
    assert await admin.fetchval("SELECT purge_account($1)", me)
    assert await admin.fetchval("SELECT count(*) FROM passkey WHERE user_id = $1", me) == 0
    assert (await sign_in(ada, phone)).status_code == 401


# Guesses


async def test_tries_with_a_passkey_and_with_codes_are_counted_together(
    ada: Person, phone: Device
) -> None:
    phone.domain = "evil.example"
    answers = []
    for n in range(22):
        async with browser(ada.app, address=f"198.51.100.{n}") as other:
            answers.append(
                (await other.post(SIGN_IN, json=phone.use(await asked(other)))).status_code
            )
    assert answers == [401] * 20 + [429] * 2
    async with browser(ada.app, address="198.51.100.99") as other:
        await half_way(other, ada)
        assert (await give(other, "000000")).status_code == 429


async def test_a_known_browser_is_not_held_up_by_strangers(ada: Person, phone: Device) -> None:
    phone.domain = "evil.example"
    for n in range(22):
        async with browser(ada.app, address=f"198.51.100.{n}") as other:
            await other.post(SIGN_IN, json=phone.use(await asked(other)))
    phone.domain = "presence.test"
    answer = await ada.client.post(SIGN_IN, json=phone.use(await asked(ada.client)))
    assert answer.status_code == 200


async def test_unknown_passkeys_are_limited_by_address(ada: Person) -> None:
    stray = Device()
    stray.make({"challenge": "x", "user": {"id": b64(bytes(16))}})
    async with browser(ada.app, address="198.51.100.7") as other:

        async def once() -> httpx.Response:
            return await other.post(SIGN_IN, json=stray.use(await asked(other)))

        answers = [(await once()).status_code for _ in range(33)]
    assert answers[0] == 401
    assert answers[-1] == 429


async def test_a_browser_keeps_its_allowance_by_succeeding(ada: Person, phone: Device) -> None:
    assert [(await sign_in(ada, phone)).status_code for _ in range(9)] == [200] * 9


async def test_setting_up_an_app_takes_the_passkey(ada: Person, phone: Device) -> None:
    assert await post_to(ada, FACTOR, {"password": PASSWORD}) == 422
    assert await post_to(ada, FACTOR, await proof_by(ada, phone)) == 200


async def test_a_code_of_the_app_adds_a_passkey(ada: Person) -> None:
    totp, _ = await switched_on(ada)
    assert (await begin(ada, code="000000")).status_code == 422
    assert (await begin(ada, code=next_code(totp))).status_code == 200

"""Passkeys: added, named, used alone and as the second step, removed."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from uuid import UUID, uuid4

import asyncpg
import pytest

from presence.db.tenancy import TenantBinding
from presence.domains.identity.service import exported_account
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
    proof_by,
    remove,
    sign_in,
)
from tests.domains.identity.test_second_factor import FACTOR, give, next_code, switched_on
from tests.factories.passkeys import Device
from tests.factories.people import PASSWORD
from tests.factories.post import Post


@pytest.fixture
def phone() -> Device:
    """The person's device."""
    return Device()


async def listed(person: Person) -> list[dict[str, object]]:
    found: list[dict[str, object]] = (await person.client.get(PASSKEYS)).json()["data"]
    return found


async def test_a_passkey_alone_signs_in(ada: Person, phone: Device, post: Post) -> None:
    await add(ada, phone)
    answer = await sign_in(ada, phone)
    assert (answer.status_code, answer.json()["email"]) == (200, ada.email)
    await post.deliver()
    assert "A passkey was added" in post.subjects(ada.email)
    (one,) = await listed(ada)
    assert (one["name"], one["refusedAt"]) == ("My phone", None)
    assert one["lastUsedAt"] is not None


async def test_the_first_passkey_brings_recovery_codes_and_the_second_none(
    ada: Person, phone: Device
) -> None:
    first = await add(ada, phone)
    assert len(set(first["recoveryCodes"])) == 10
    second = await add(ada, Device(), "Key", **await proof_by(ada, phone))
    assert second["recoveryCodes"] == []
    assert (await ada.account())["secondFactor"] == {
        "enabled": True,
        "app": False,
        "passkeys": 2,
        "recoveryCodesLeft": 10,
    }


async def test_a_passkey_beside_an_app_leaves_its_recovery_codes(
    ada: Person, phone: Device
) -> None:
    totp, codes = await switched_on(ada)
    added = await add(ada, phone, code=next_code(totp))
    assert added["recoveryCodes"] == []
    async with browser(ada.app) as other:
        await half_way(other, ada)
        assert (await give(other, codes[0])).status_code == 200


async def test_a_password_needs_the_passkey_as_its_second_step(ada: Person, phone: Device) -> None:
    await add(ada, phone)
    async with browser(ada.app) as other:
        await half_way(other, ada)
        assert (await other.get("/api/user")).status_code == 401
        ways = (await other.get("/api/v1/auth/second-factor")).json()
        assert ways == {"app": False, "passkeys": True}
        options = (await other.post(f"{SECOND}/options")).json()
        assert len(options["allowCredentials"]) == 1
        answer = await other.post(SECOND, json=phone.use(options))
        assert answer.json()["email"] == ada.email
        assert (await other.get("/api/user")).status_code == 200


async def test_a_recovery_code_stands_in_for_a_passkey_once(ada: Person, phone: Device) -> None:
    codes = (await add(ada, phone))["recoveryCodes"]
    for expected in (200, 422):
        async with browser(ada.app) as other:
            await half_way(other, ada)
            assert (await give(other, codes[0])).status_code == expected


async def test_a_passkey_is_named_and_renamed(ada: Person, phone: Device) -> None:
    key = (await add(ada, phone, "  My phone "))["passkey"]["id"]
    renamed = await ada.client.patch(f"{PASSKEYS}/{key}", json={"name": "Work phone"})
    assert renamed.json()["name"] == "Work phone"
    for name in ("", "   ", "x" * 61):
        answer = await ada.client.patch(f"{PASSKEYS}/{key}", json={"name": name})
        assert answer.status_code == 422
    assert [one["name"] for one in await listed(ada)] == ["Work phone"]


async def test_another_persons_passkey_is_not_there(
    ada: Person, phone: Device, admin: asyncpg.Connection
) -> None:
    key = (await add(ada, phone))["passkey"]["id"]
    async with browser(ada.app, address="192.0.2.9") as client:
        from_elsewhere = Person("", client, ada.app)
        other = await client.post(
            "/api/register",
            json={
                "email": f"eve-{uuid4().hex}@example.com",
                "password": PASSWORD,
                "firstName": "Eve",
                "lastName": "Adams",
            },
        )
        assert other.status_code == 201
        assert (await client.patch(f"{PASSKEYS}/{key}", json={"name": "Mine"})).status_code == 404
        assert (await remove(from_elsewhere, key, password=PASSWORD)).status_code == 404
        assert await listed(from_elsewhere) == []
    assert len(await listed(ada)) == 1


async def test_ten_passkeys_are_the_most_however_they_are_added(
    ada: Person, phone: Device, admin: asyncpg.Connection
) -> None:
    await add(ada, phone)
    for n in range(8):
        await add(ada, Device(), f"Key {n}", **await proof_by(ada, phone))
    bodies = []
    for n in range(3):
        options = (await begin(ada, **await proof_by(ada, phone))).json()
        bodies.append(Device().make(options, f"Race {n}"))
    at_once = await asyncio.gather(*(ada.client.post(PASSKEYS, json=body) for body in bodies))
    assert sorted(answer.status_code for answer in at_once) == [201, 409, 409]
    refused = await begin(ada, **await proof_by(ada, phone))
    assert refused.status_code == 409
    assert len(await listed(ada)) == 10


async def test_adding_and_removing_end_the_other_logins_and_are_told(
    ada: Person, phone: Device, post: Post
) -> None:
    async with browser(ada.app) as other:
        await other.post("/api/login", json={"email": ada.email, "password": PASSWORD})
        key = (await add(ada, phone))["passkey"]["id"]
        assert (await other.get("/api/user")).status_code == 401
        await other.post(SIGN_IN, json=phone.use(await asked(other)))
        assert (await other.get("/api/user")).status_code == 200
        proof = await proof_by(ada, phone)
        assert (await remove(ada, key, password=PASSWORD, **proof)).status_code == 204
        assert (await other.get("/api/user")).status_code == 401
    assert (await ada.client.get("/api/user")).status_code == 200
    await post.deliver()
    told = post.subjects(ada.email)
    assert {"A passkey was removed", "Two-step sign-in is off"} <= set(told)


async def test_without_its_last_factor_the_password_is_enough_again(
    ada: Person, phone: Device
) -> None:
    added = await add(ada, phone)
    proof = await proof_by(ada, phone)
    assert (await remove(ada, added["passkey"]["id"], password=PASSWORD, **proof)).is_success
    assert (await ada.log_in()).status_code == 200
    assert (await ada.account())["secondFactor"] == {
        "enabled": False,
        "app": False,
        "passkeys": 0,
        "recoveryCodesLeft": 0,
    }


async def test_removing_the_app_leaves_passkeys_and_recovery_codes(
    ada: Person, phone: Device, post: Post
) -> None:
    totp, codes = await switched_on(ada)
    await add(ada, phone, code=next_code(totp))
    body = {"password": PASSWORD, **await proof_by(ada, phone)}
    assert (await ada.client.request("DELETE", FACTOR, json=body)).status_code == 204
    assert (await ada.account())["secondFactor"] == {
        "enabled": True,
        "app": False,
        "passkeys": 1,
        "recoveryCodesLeft": 10,
    }
    async with browser(ada.app) as other:
        await half_way(other, ada)
        assert (await give(other, next_code(totp))).status_code == 422
        assert (await give(other, codes[0])).status_code == 200
    await post.deliver()
    told = post.subjects(ada.email)
    assert "Your authenticator app was removed" in told
    assert "Two-step sign-in is off" not in told


async def test_a_passkey_is_a_proof_for_every_change_of_the_account(
    ada: Person, phone: Device, post: Post
) -> None:
    await add(ada, phone)
    codes = await ada.client.post(f"{FACTOR}/recovery-codes", json=await proof_by(ada, phone))
    assert len(codes.json()["codes"]) == 10
    body = {"currentPassword": PASSWORD, "password": "another good password"}
    changed = await ada.client.post(
        "/api/v1/me/password", json={**body, **await proof_by(ada, phone)}
    )
    assert changed.status_code == 204
    gone = await ada.client.request("DELETE", "/api/v1/me", json=await proof_by(ada, phone))
    assert gone.status_code == 200


async def test_adding_and_removing_stand_in_the_log_of_the_workspace(
    ada: Person, phone: Device, admin: asyncpg.Connection
) -> None:
    made = await ada.client.post("/api/v1/workspaces", json={"name": "Mine"})
    assert made.status_code == 201, made.text
    key = (await add(ada, phone))["passkey"]["id"]
    await remove(ada, key, password=PASSWORD, **await proof_by(ada, phone))
    noted = await admin.fetch(
        "SELECT action FROM audit_log WHERE target = $1 ORDER BY id", f"passkey:{key}"
    )
    assert [row["action"] for row in noted] == ["passkey.added", "passkey.removed"]


async def test_a_synced_passkey_says_so(ada: Person) -> None:
    await add(ada, Device(flags=0x01 | 0x04 | 0x08 | 0x10))
    assert [one["synced"] for one in await listed(ada)] == [True]


async def test_a_device_without_a_counter_signs_in_again_and_again(ada: Person) -> None:
    still = Device(step=0)
    await add(ada, still)
    assert [(await sign_in(ada, still)).status_code for _ in range(3)] == [200] * 3


async def test_what_a_browser_is_asked_names_nobody(ada: Person, phone: Device) -> None:
    await add(ada, phone)
    async with browser(ada.app) as other:
        options = await asked(other)
    assert options["allowCredentials"] == []
    assert (options["rpId"], options["userVerification"]) == ("presence.test", "required")


async def test_a_copy_of_ones_data_names_the_passkeys(ada: Person, phone: Device) -> None:
    await add(ada, phone, "My phone")
    me = UUID((await ada.account())["id"])
    async with ada.app.state.database.transaction(TenantBinding(None, me)) as session:
        copy = await exported_account(session, me, timedelta(days=1))
    assert [one.name for one in copy.passkeys] == ["My phone"]
    assert "public_key" not in str(copy)

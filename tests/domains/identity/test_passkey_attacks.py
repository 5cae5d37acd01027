"""What a passkey does not open for whoever replays, forges, or has a passkey of their own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import cbor2
import pytest
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
    sign_in,
)
from tests.domains.identity.test_second_factor import FACTOR
from tests.factories.passkeys import PRESENT, VERIFIED, Device, b64, unb64
from tests.factories.people import sign_up
from tests.factories.post import Post

NEW = "another good password"
REFUSED = "We could not sign you in with this passkey. Sign in another way."
LIES: dict[str, dict[str, Any]] = {
    "another origin": {"origin": "https://presence.test.evil.example"},
    "another scheme": {"origin": "https://presence.test"},
    "another port": {"origin": "http://presence.test:8443"},
    "another domain": {"domain": "evil.example"},
    "inside another page": {"cross_origin": True},
    "nobody verified": {"flags": PRESENT},
    "nobody present": {"flags": VERIFIED},
}


@pytest_asyncio.fixture
async def eve(ada: Person) -> AsyncIterator[Person]:
    """Somebody else."""
    async with browser(ada.app, address="192.0.2.66") as client:
        yield Person((await sign_up(client))["email"], client, ada.app)


@pytest_asyncio.fixture
async def phone(ada: Person) -> Device:
    """Ada's device, with a passkey of her account."""
    device = Device()
    await add(ada, device)
    return device


async def count(admin: asyncpg.Connection) -> int:
    found: int = await admin.fetchval("SELECT count(*) FROM login_session")
    return found


# Challenges


async def test_an_answer_counts_once(ada: Person, phone: Device, admin: asyncpg.Connection) -> None:
    async with browser(ada.app) as other:
        answer = phone.use(await asked(other))
        before = await count(admin)
        sent = await asyncio.gather(*(other.post(SIGN_IN, json=answer) for _ in range(6)))
        assert sorted(one.status_code for one in sent) == [200] + [422] * 5
        assert await count(admin) == before + 1


async def test_a_challenge_is_used_up_by_a_wrong_answer(ada: Person, phone: Device) -> None:
    async with browser(ada.app) as other:
        options = await asked(other)
        phone.origin = "https://evil.example"
        assert (await other.post(SIGN_IN, json=phone.use(options))).status_code == 401
        phone.origin = "http://presence.test"
        assert (await other.post(SIGN_IN, json=phone.use(options))).status_code == 422


async def test_a_challenge_lives_five_minutes(
    ada: Person, phone: Device, admin: asyncpg.Connection
) -> None:
    async with browser(ada.app) as other:
        options = await asked(other)
        left = await admin.fetchval("SELECT max(expires_at) - now() FROM passkey_challenge")
        assert 290 < left.total_seconds() <= 300
        await admin.execute("UPDATE passkey_challenge SET expires_at = now()")
        assert (await other.post(SIGN_IN, json=phone.use(options))).status_code == 422


async def test_a_challenge_nobody_made_is_refused(ada: Person, phone: Device) -> None:
    async with browser(ada.app) as other:
        await asked(other)
        forged = phone.use({"challenge": b64(bytes(32))})
        assert (await other.post(SIGN_IN, json=forged)).status_code == 422


async def test_a_challenge_of_another_browser_is_refused(ada: Person, phone: Device) -> None:
    """Who makes somebody sign their challenge gets nothing for it, with or without a cookie."""
    async with browser(ada.app) as thief, browser(ada.app) as other:
        answer = phone.use(await asked(thief))
        await asked(other)
        assert (await other.post(SIGN_IN, json=answer)).status_code == 422
    async with browser(ada.app) as without:
        assert (await without.post(SIGN_IN, json=phone.use(options_of("x")))).status_code == 422


def options_of(challenge: str) -> dict[str, Any]:
    return {"challenge": b64(challenge.encode().ljust(32))}


async def test_a_challenge_serves_its_purpose_alone(ada: Person, phone: Device) -> None:
    """Each of the four challenges, given to each call it was not made for."""
    async with browser(ada.app) as other:
        await half_way(other, ada)
        ada.client.cookies.set("presence_challenge", other.cookies["presence_challenge"])

        async def made_for(purpose: str) -> dict[str, Any]:
            if purpose == "addition":
                return dict((await begin(ada, **await proof_by(ada, phone))).json())
            path = {
                "sign-in": f"{SIGN_IN}/options",
                "second-factor": f"{SECOND}/options",
                "proof": f"{PASSKEYS}/proof",
            }[purpose]
            return dict((await ada.client.post(path)).json())

        async def given_to(purpose: str, options: dict[str, Any]) -> int:
            if purpose == "addition":
                user = {"id": b64(phone.keys[0].user_handle)}
                return await post_to(ada, PASSKEYS, Device().make({**options, "user": user}))
            answer = phone.use(options)
            if purpose == "proof":
                return await post_to(ada, f"{FACTOR}/recovery-codes", {"passkey": answer})
            return await post_to(ada, SIGN_IN if purpose == "sign-in" else SECOND, answer)

        purposes = ("sign-in", "second-factor", "proof", "addition")
        for made in purposes:
            for given in purposes:
                if made != given:
                    status = await given_to(given, await made_for(made))
                    assert status == 422, (made, given)
        for purpose in ("proof", "addition", "second-factor"):
            assert await given_to(purpose, await made_for(purpose)) in (200, 201), purpose


async def test_a_challenge_of_one_session_serves_no_other_of_the_same_person(
    ada: Person, phone: Device
) -> None:
    async with browser(ada.app) as client:
        second = Person(ada.email, client, ada.app)
        await client.post(SIGN_IN, json=phone.use(await asked(client)))
        options = (await begin(second, **await proof_by(second, phone))).json()
        assert await post_to(ada, PASSKEYS, Device().make(options)) == 422
        proof = await proof_by(second, phone)
        assert await post_to(ada, f"{FACTOR}/recovery-codes", proof) == 422


# Forged answers


@pytest.mark.parametrize("lie", LIES, ids=str)
async def test_no_lie_signs_in(ada: Person, phone: Device, lie: str) -> None:
    for name, value in LIES[lie].items():
        setattr(phone, name, value)
    refused = await sign_in(ada, phone)
    assert (refused.status_code, refused.json()["detail"]) == (401, REFUSED)


@pytest.mark.parametrize("lie", LIES, ids=str)
async def test_no_lie_adds_a_passkey(ada: Person, lie: str) -> None:
    options = (await begin(ada)).json()
    assert await post_to(ada, PASSKEYS, Device(**LIES[lie]).make(options)) == 422
    assert (await ada.account())["secondFactor"]["enabled"] is False


async def test_another_key_signs_for_nobody(ada: Person, phone: Device) -> None:
    forged = Device(keys=[])
    forged.make({"challenge": "x", "user": {"id": b64(phone.keys[0].user_handle)}})
    forged.keys[0].credential_id = phone.keys[0].credential_id
    assert (await sign_in(ada, forged)).status_code == 401


@pytest.mark.parametrize("member", ["authenticatorData", "signature", "clientDataJson"])
async def test_an_answer_that_was_changed_is_refused(
    ada: Person, phone: Device, member: str
) -> None:
    async with browser(ada.app) as other:
        answer = phone.use(await asked(other))
        raw = bytearray(unb64(answer[member]))
        raw[-2] ^= 1
        status = (await other.post(SIGN_IN, json={**answer, member: b64(bytes(raw))})).status_code
        assert status in (401, 422)


async def test_nothing_that_is_sent_breaks_the_server(ada: Person, phone: Device) -> None:
    rng = random.Random(7)  # noqa: S311 - a test's dice
    seen = set()
    for n in range(40):
        async with browser(ada.app, address=f"198.51.100.{n}") as other:
            answer = phone.use(await asked(other))
            member = rng.choice(["authenticatorData", "signature", "clientDataJson"])
            noise = rng.choice([b"", b"{}", b"[]", b"null", rng.randbytes(rng.randint(1, 90))])
            changed = {**answer, member: b64(noise) or "AA"}
            seen.add((await other.post(SIGN_IN, json=changed)).status_code)
    assert seen <= {401, 422, 429}
    for n in range(20):
        options = (await begin(ada, **await proof_by(ada, phone))).json()
        body = Device().make(options)
        raw = bytearray(unb64(body["attestationObject"]))
        for _ in range(3):
            raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        assert await post_to(ada, PASSKEYS, {**body, "attestationObject": b64(bytes(raw))}) in (
            201,
            422,
        )
        if n % 5 == 0:
            odd = {**body, "attestationObject": b64(rng.randbytes(60))}
            assert await post_to(ada, PASSKEYS, odd) == 422


@pytest.mark.parametrize("kind", ["tpm", "android-safetynet", "fido-u2f", "apple", "made-up"])
async def test_a_statement_of_a_maker_is_not_read(ada: Person, kind: str) -> None:
    options = (await begin(ada)).json()
    body = Device().make(options)
    said = cbor2.loads(unb64(body["attestationObject"]))
    odd = b64(cbor2.dumps({**said, "fmt": kind}))
    assert await post_to(ada, PASSKEYS, {**body, "attestationObject": odd}) == 422


# The counter


@pytest.mark.parametrize("back", [0, 1])
async def test_a_counter_that_did_not_go_on_is_refused_noted_and_told(
    ada: Person, phone: Device, post: Post, back: int
) -> None:
    assert (await sign_in(ada, phone)).status_code == 200
    assert (await sign_in(ada, phone)).status_code == 200
    phone.keys[0].count -= 1 + back
    refused = await sign_in(ada, phone)
    assert (refused.status_code, refused.json()["detail"]) == (401, REFUSED)
    (one,) = (await ada.client.get(PASSKEYS)).json()["data"]
    assert one["refusedAt"] is not None
    await post.deliver()
    assert "A passkey was refused" in post.subjects(ada.email)


async def test_two_copies_of_a_device_do_not_both_get_in_at_once(
    ada: Person, phone: Device
) -> None:
    clients = [browser(ada.app, address=f"203.0.113.{n}") for n in range(4)]
    answers = []
    for client in clients:
        phone.keys[0].count = 0
        answers.append(phone.use(await asked(client)))
    sent = await asyncio.gather(
        *(client.post(SIGN_IN, json=a) for client, a in zip(clients, answers, strict=True))
    )
    assert sorted(one.status_code for one in sent) == [200] + [401] * 3
    for client in clients:
        await client.aclose()


# Other people's passkeys


async def test_a_passkey_signs_in_nobody_else(ada: Person, eve: Person, phone: Device) -> None:
    """Eve's own passkey, under Ada's name, and Ada's credential under Eve's."""
    mine = Device()
    await add(eve, mine)
    mine.keys[0].user_handle, hers = phone.keys[0].user_handle, mine.keys[0].user_handle
    assert (await sign_in(eve, mine)).status_code == 401
    mine.keys[0].user_handle = hers
    assert (await sign_in(eve, mine)).json()["email"] == eve.email
    mine.keys[0].credential_id = phone.keys[0].credential_id
    assert (await sign_in(eve, mine)).status_code == 401


async def test_an_answer_that_names_nobody_signs_nobody_in(ada: Person, phone: Device) -> None:
    async with browser(ada.app) as other:
        answer = {**phone.use(await asked(other)), "userHandle": None}
        assert (await other.post(SIGN_IN, json=answer)).status_code == 401


async def test_anothers_passkey_is_no_second_step_and_no_proof(
    ada: Person, eve: Person, phone: Device
) -> None:
    mine = Device()
    await add(eve, mine)
    async with browser(ada.app) as other:
        await half_way(other, ada)
        options = (await other.post(f"{SECOND}/options")).json()
        assert (await other.post(SECOND, json=mine.use(options))).status_code == 422
    options = (await ada.client.post(f"{PASSKEYS}/proof")).json()
    proof = {"passkey": mine.use(options)}
    assert await post_to(ada, f"{FACTOR}/recovery-codes", proof) == 422


async def test_the_second_step_takes_the_first(ada: Person, phone: Device) -> None:
    async with browser(ada.app) as other:
        assert (await other.get("/api/v1/auth/second-factor")).status_code == 401
        assert (await other.post(f"{SECOND}/options")).status_code == 401
        answer = phone.use(await asked(other))
        assert (await other.post(SECOND, json=answer)).status_code == 401


async def test_a_credential_is_one_persons(ada: Person, eve: Person, phone: Device) -> None:
    theirs = Device()
    options = (await begin(eve)).json()
    body = theirs.make(options)
    raw = unb64(body["attestationObject"])
    stolen = raw.replace(theirs.keys[0].credential_id, phone.keys[0].credential_id)
    answer = await eve.client.post(PASSKEYS, json={**body, "attestationObject": b64(stolen)})
    assert answer.status_code == 409
    assert (await sign_in(ada, phone)).status_code == 200

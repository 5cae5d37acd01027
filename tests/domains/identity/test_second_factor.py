"""The second factor: set up, asked for, replay refused, recovered from, switched off."""

from __future__ import annotations

import hashlib
import time

import asyncpg
import httpx
import pyotp
import pytest

from tests.conftest import browser
from tests.domains.identity.conftest import Person
from tests.factories.people import PASSWORD
from tests.factories.post import Post

FACTOR = "/api/v1/me/second-factor"
STEP_S = 30


async def switched_on(person: Person) -> tuple[pyotp.TOTP, list[str]]:
    """Set up; the app and the recovery codes. Leaves the code of this half minute used up."""
    setup = (await person.client.post(FACTOR, json={"password": PASSWORD})).json()
    totp = pyotp.TOTP(setup["secret"])
    answer = await person.client.post(f"{FACTOR}/confirm", json={"code": totp.now()})
    assert answer.status_code == 200, answer.text
    codes: list[str] = answer.json()["codes"]
    return totp, codes


def next_code(totp: pyotp.TOTP) -> str:
    """The code of the next half minute, which is accepted early."""
    return totp.at(int(time.time()) + STEP_S)


async def log_in(client: httpx.AsyncClient, person: Person) -> httpx.Response:
    return await client.post("/api/login", json={"email": person.email, "password": PASSWORD})


async def give(client: httpx.AsyncClient, code: str) -> httpx.Response:
    return await client.post("/api/v1/auth/second-factor", json={"code": code})


async def test_a_login_takes_password_and_code(ada: Person, post: Post) -> None:
    totp, _ = await switched_on(ada)
    async with browser(ada.app) as other:
        first = await log_in(other, ada)
        assert (first.status_code, first.json()["code"]) == (401, "second-factor-required")
        assert (await other.get("/api/user")).status_code == 401
        second = await give(other, next_code(totp))
        assert second.json()["email"] == ada.email
        assert (await other.get("/api/user")).status_code == 200
    await post.deliver()
    assert "Two-step sign-in is on" in post.subjects(ada.email)


async def test_a_code_is_taken_once(ada: Person) -> None:
    totp, _ = await switched_on(ada)
    code = next_code(totp)
    async with browser(ada.app) as one, browser(ada.app) as two:
        await log_in(one, ada)
        await log_in(two, ada)
        assert (await give(one, code)).status_code == 200
        assert (await give(two, code)).status_code == 422


@pytest.mark.parametrize("steps", [-4, -2, 3])
async def test_a_code_of_another_time_is_refused(ada: Person, steps: int) -> None:
    """More than one step of half a minute late or early; the minute may turn while it is sent."""
    totp, _ = await switched_on(ada)
    async with browser(ada.app) as other:
        await log_in(other, ada)
        code = totp.at(int(time.time()) + steps * STEP_S)
        assert (await give(other, code)).status_code == 422


async def test_the_code_that_switched_it_on_is_used_up(ada: Person) -> None:
    setup = (await ada.client.post(FACTOR, json={"password": PASSWORD})).json()
    code = pyotp.TOTP(setup["secret"]).now()
    await ada.client.post(f"{FACTOR}/confirm", json={"code": code})
    async with browser(ada.app) as other:
        await log_in(other, ada)
        assert (await give(other, code)).status_code == 422


async def test_wrong_codes_are_limited_for_the_person(ada: Person) -> None:
    await switched_on(ada)
    answers = []
    for n in range(26):
        async with browser(ada.app, address=f"198.51.100.{n}") as other:
            await log_in(other, ada)
            answers.append((await give(other, "000000")).status_code)
    assert answers == [422] * 20 + [429] * 6


async def test_a_code_without_the_password_is_nothing(ada: Person) -> None:
    totp, _ = await switched_on(ada)
    async with browser(ada.app) as other:
        assert (await give(other, next_code(totp))).status_code == 401


async def test_the_half_done_login_is_over_after_ten_minutes(
    ada: Person, admin: asyncpg.Connection
) -> None:
    totp, _ = await switched_on(ada)
    async with browser(ada.app) as other:
        await log_in(other, ada)
        left = await admin.fetchval("SELECT max(expires_at) - now() FROM login_challenge")
        assert 590 < left.total_seconds() <= 600
        await admin.execute("UPDATE login_challenge SET expires_at = now()")
        assert (await give(other, next_code(totp))).status_code == 401


async def test_a_recovery_code_stands_in_once(ada: Person) -> None:
    _, codes = await switched_on(ada)
    assert len(set(codes)) == 10
    assert min(len(code.replace("-", "")) * 5 for code in codes) >= 128  # bits, base 32
    for expected in (200, 422):
        async with browser(ada.app) as other:
            await log_in(other, ada)
            assert (await give(other, codes[0].upper())).status_code == expected
    assert (await ada.account())["secondFactor"] == {
        "enabled": True,
        "app": True,
        "passkeys": 0,
        "recoveryCodesLeft": 9,
    }


async def test_a_shorter_code_of_an_earlier_version_still_counts(
    ada: Person, admin: asyncpg.Connection
) -> None:
    await switched_on(ada)
    written = b"mfrg2zdfnbuwo3dqnf2ws3lp"
    await admin.execute(
        "UPDATE recovery_code SET code_hash = $1 WHERE id = (SELECT c.id FROM recovery_code c"
        " JOIN users u ON u.id = c.user_id WHERE u.email = $2 LIMIT 1)",
        hashlib.sha256(written).digest(),
        ada.email,
    )
    async with browser(ada.app) as other:
        await log_in(other, ada)
        assert (await give(other, "MFRG-2ZDF-NBUW-O3DQ-NF2W-S3LP")).status_code == 200


async def test_new_recovery_codes_replace_the_old_ones(ada: Person) -> None:
    totp, old = await switched_on(ada)
    answer = await ada.client.post(f"{FACTOR}/recovery-codes", json={"code": next_code(totp)})
    async with browser(ada.app) as other:
        await log_in(other, ada)
        assert (await give(other, old[0])).status_code == 422
        assert (await give(other, answer.json()["codes"][0])).status_code == 200


async def test_switching_it_off_takes_password_and_code(ada: Person) -> None:
    totp, codes = await switched_on(ada)

    async def off(password: str, code: str) -> int:
        body = {"password": password, "code": code}
        return (await ada.client.request("DELETE", FACTOR, json=body)).status_code

    assert await off("not the password", next_code(totp)) == 422
    assert await off(PASSWORD, "000000") == 422
    assert await off(PASSWORD, codes[3]) == 204
    assert (await ada.log_in()).status_code == 200


async def test_setting_it_up_takes_the_password(ada: Person) -> None:
    refused = await ada.client.post(FACTOR, json={"password": "not the password"})
    assert refused.status_code == 422
    assert (await ada.account())["secondFactor"]["enabled"] is False


async def test_the_picture_and_the_key_say_the_same(ada: Person) -> None:
    setup = (await ada.client.post(FACTOR, json={"password": PASSWORD})).json()
    assert setup["uri"].startswith("otpauth://totp/Presence:")
    assert f"secret={setup['secret']}" in setup["uri"]
    assert setup["qrSvg"].startswith("<svg")


async def test_keys_and_codes_are_not_readable_in_the_database(
    ada: Person, admin: asyncpg.Connection
) -> None:
    totp, codes = await switched_on(ada)
    plain = [code.replace("-", "") for code in codes]
    told = [totp.secret, *codes, *plain]
    raw = [totp.byte_secret(), *(each.encode() for each in told)]
    for table in ("second_factor", "recovery_code"):
        rows = await admin.fetch(f"SELECT t::text AS row FROM {table} t")  # noqa: S608 - above
        assert rows
        for row in rows:
            assert not any(each in row["row"] for each in told)
            assert not any(each.hex() in row["row"] for each in raw)


async def test_switching_it_on_ends_the_other_logins(ada: Person) -> None:
    async with browser(ada.app) as other:
        await log_in(other, ada)
        await switched_on(ada)
        assert (await other.get("/api/user")).status_code == 401
    assert (await ada.client.get("/api/user")).status_code == 200

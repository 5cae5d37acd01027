"""A person's own account: password, e-mail, logins, profile."""

from __future__ import annotations

import asyncio

import asyncpg
import httpx
from fastapi import FastAPI

from tests.conftest import browser
from tests.domains.identity.conftest import Person
from tests.factories.people import PASSWORD, registration, sign_up
from tests.factories.post import Post, text_of

NEW = "another good password"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"


async def change_password(
    person: Person, current: str | None = PASSWORD, new: str = NEW
) -> httpx.Response:
    body = {"currentPassword": current, "password": new}
    return await person.client.post("/api/v1/me/password", json=body)


async def test_the_password_changes_with_the_current_one(ada: Person, post: Post) -> None:
    assert (await change_password(ada)).status_code == 204
    assert (await ada.log_in()).status_code == 401
    assert (await ada.log_in(password=NEW)).status_code == 200
    await post.deliver()
    assert "Your password was changed" in post.subjects(ada.email)


async def test_a_wrong_current_password_changes_nothing(ada: Person) -> None:
    refused = await change_password(ada, "not the password")
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"] == "/currentPassword"
    assert (await ada.log_in()).status_code == 200


async def test_a_short_password_replaces_none(ada: Person) -> None:
    refused = await change_password(ada, new="1234567")
    assert refused.json()["message"] == "Password must be at least 8 characters"
    assert (await ada.log_in()).status_code == 200


async def test_a_common_password_replaces_none_where_a_workspace_says_so(
    ada: Person, admin: asyncpg.Connection
) -> None:
    await ada.client.post("/api/business-info/update", json={"businessName": "Harrow"})
    rule = (
        "UPDATE workspace w SET refuse_common_passwords = $2 FROM membership m, users u"
        " WHERE m.workspace_id = w.id AND u.id = m.user_id AND u.email = $1"
    )
    await admin.execute(rule, ada.email, True)
    refused = await change_password(ada, new="Password123")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/password")
    assert (await ada.log_in()).status_code == 200
    await admin.execute(rule, ada.email, False)
    assert (await change_password(ada, new="Password123")).status_code == 204


async def test_guessing_the_current_password_is_limited(ada: Person) -> None:
    ada.client.cookies.delete("presence_device")
    answers = [(await change_password(ada, f"wrong {n}")).status_code for n in range(6)]
    assert answers == [422] * 5 + [429]


async def test_a_changed_password_ends_the_other_logins_at_once(ada: Person) -> None:
    async with browser(ada.app) as other:
        await other.post("/api/login", json={"email": ada.email, "password": PASSWORD})
        assert (await other.get("/api/user")).status_code == 200
        await change_password(ada)
        assert (await other.get("/api/user")).status_code == 401
    assert (await ada.client.get("/api/user")).status_code == 200


async def test_another_address_is_used_once_it_is_confirmed(ada: Person, post: Post) -> None:
    new = registration()["email"]
    answer = await ada.client.post("/api/v1/me/email", json={"email": new, "password": PASSWORD})
    assert answer.status_code == 202
    assert (await ada.account())["pendingEmail"] == new
    token = await post.token(new, "Confirm your new email address")
    assert "A new email address was asked for" in post.subjects(ada.email)
    assert (await ada.log_in()).status_code == 200
    confirmed = await ada.client.post("/api/v1/auth/verify", json={"token": token})
    assert confirmed.json() == {"email": new}
    assert (await ada.account())["email"] == new
    await post.deliver()
    assert "Your email address was changed" in post.subjects(ada.email)
    assert (await ada.log_in()).status_code == 401
    assert (await ada.log_in(email=new)).status_code == 200


async def test_a_link_in_the_old_mailbox_chooses_no_password_once_the_address_is_another(
    ada: Person, post: Post
) -> None:
    """Whoever still reads the mail that was left behind must not get the account with it."""
    old, new = ada.email, registration()["email"]
    body = {"email": new, "password": PASSWORD}
    assert (await ada.client.post("/api/v1/me/email", json=body)).status_code == 202
    token = await post.token(new, "Confirm your new email address")
    async with browser(ada.app) as stranger:
        await stranger.post("/api/v1/auth/forgot", json={"email": old})
        left_behind = await post.token(old, "Choose a new password")
        moved = await ada.client.post("/api/v1/auth/verify", json={"token": token})
        assert moved.json() == {"email": new}
        chosen = {"token": left_behind, "password": NEW}
        assert (await stranger.post("/api/v1/auth/reset", json=chosen)).status_code == 422
    assert (await ada.log_in(email=new)).status_code == 200


async def test_word_to_the_old_address_survives_whatever_is_done_before_it_is_sent(
    ada: Person, post: Post
) -> None:
    await post.deliver()
    old = ada.email
    for address in ("first@example.com", "second@example.com"):
        body = {"email": address, "password": PASSWORD}
        assert (await ada.client.post("/api/v1/me/email", json=body)).status_code == 202
    new = {"currentPassword": PASSWORD, "password": "another long password"}
    assert (await ada.client.post("/api/v1/me/password", json=new)).status_code == 204
    told = [text_of(m) for m in await post.deliver() if m["To"] == old]
    for address in ("first@example.com", "second@example.com"):
        assert any(address in text for text in told), told
    assert (await ada.account())["pendingEmail"] is None


async def test_another_address_takes_the_password_and_must_be_free(
    ada: Person, app: FastAPI
) -> None:
    async with browser(app) as other:
        taken = (await sign_up(other))["email"]
    wrong = {"email": registration()["email"], "password": "not the password"}
    assert (await ada.client.post("/api/v1/me/email", json=wrong)).status_code == 422
    body = {"email": taken, "password": PASSWORD}
    refused = await ada.client.post("/api/v1/me/email", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")


async def test_logins_are_listed_with_device_address_and_time(ada: Person) -> None:
    async with browser(ada.app, address="198.51.100.7", headers={"user-agent": FIREFOX}) as other:
        await other.post("/api/login", json={"email": ada.email, "password": PASSWORD})
        listed = (await ada.client.get("/api/v1/me/sessions")).json()["data"]
    assert [line["current"] for line in listed] == [True, False]
    assert (listed[1]["device"], listed[1]["address"]) == ("Firefox on Windows", "198.51.100.7")
    assert listed[1]["lastSeenAt"]


async def test_one_login_or_all_others_are_ended(ada: Person) -> None:
    async with browser(ada.app) as second, browser(ada.app) as third:
        for other in (second, third):
            await other.post("/api/login", json={"email": ada.email, "password": PASSWORD})
        listed = (await second.get("/api/v1/me/sessions")).json()["data"]
        mine = next(line["id"] for line in listed if line["current"])
        assert (await ada.client.delete(f"/api/v1/me/sessions/{mine}")).status_code == 204
        assert (await second.get("/api/user")).status_code == 401
        assert (await third.get("/api/user")).status_code == 200
        assert (await ada.client.delete("/api/v1/me/sessions")).status_code == 204
        assert (await third.get("/api/user")).status_code == 401
    assert (await ada.client.get("/api/user")).status_code == 200


async def test_somebody_elses_login_does_not_exist(ada: Person, app: FastAPI) -> None:
    async with browser(app) as other:
        await sign_up(other)
        theirs = (await other.get("/api/v1/me/sessions")).json()["data"][0]["id"]
        assert (await ada.client.delete(f"/api/v1/me/sessions/{theirs}")).status_code == 404
        assert (await other.get("/api/user")).status_code == 200


async def test_language_and_zone_are_ones_own_to_change(ada: Person) -> None:
    body = {"locale": "de-DE", "timeZone": "Europe/Berlin"}
    changed = (await ada.client.patch("/api/v1/me", json=body)).json()
    assert (changed["locale"], changed["timeZone"]) == ("de-DE", "Europe/Berlin")
    unknown = await ada.client.patch("/api/v1/me", json={"timeZone": "Mars/Olympus"})
    assert unknown.json()["message"] == "Unknown time zone"


async def test_many_changes_at_once_need_no_more_connections_than_there_are(
    ada: Person, admin: asyncpg.Connection
) -> None:
    calls = [change_password(ada, "not the password") for _ in range(12)]
    answers = [answer.status_code for answer in await asyncio.gather(*calls)]
    assert set(answers) <= {422, 429}

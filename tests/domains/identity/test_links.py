"""Links in mails: confirming an address, and choosing a new password."""

from __future__ import annotations

import secrets
from contextlib import AsyncExitStack
from uuid import UUID

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.workspaces.service.keys import make_key
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser
from tests.domains.identity.conftest import Person
from tests.factories.people import PASSWORD, Tenant, registration, sign_up, workspace_of
from tests.factories.post import Post, text_of
from tests.factories.runs import make_brand
from tests.factories.team import SCALE, add_member

CONFIRM, CHOOSE = "Confirm your email address", "Choose a new password"
NEW = "another good password"
UNUSABLE = "This link has expired or was already used. Ask for a new one."


async def verify(client: httpx.AsyncClient, token: str) -> httpx.Response:
    return await client.post("/api/v1/auth/verify", json={"token": token})


async def forgot(client: httpx.AsyncClient, email: str) -> httpx.Response:
    return await client.post("/api/v1/auth/forgot", json={"email": email})


async def reset(client: httpx.AsyncClient, token: str, password: str = NEW) -> httpx.Response:
    return await client.post("/api/v1/auth/reset", json={"token": token, "password": password})


async def reset_token(person: Person, post: Post) -> str:
    async with browser(person.app) as stranger:
        assert (await forgot(stranger, person.email)).status_code == 202
    return await post.token(person.email, CHOOSE)


async def checked(client: httpx.AsyncClient, token: str, purpose: str) -> int:
    """The status of asking whether a link can be used."""
    body = {"token": token, "purpose": purpose}
    answer = await client.post("/api/v1/auth/link", json=body)
    if answer.is_error:
        assert answer.json()["detail"] == UNUSABLE
    return answer.status_code


async def test_a_link_is_asked_about_without_being_used(ada: Person, post: Post) -> None:
    confirming = await post.token(ada.email, CONFIRM)
    choosing = await reset_token(ada, post)
    async with browser(ada.app) as stranger:
        for _ in range(2):
            assert await checked(stranger, confirming, "confirm") == 204
            assert await checked(stranger, choosing, "reset") == 204
        assert (await reset(stranger, choosing)).status_code == 204


async def test_every_link_that_is_over_is_refused_in_one_sentence(
    ada: Person, post: Post, admin: asyncpg.Connection
) -> None:
    used, late = await post.token(ada.email, CONFIRM), await reset_token(ada, post)
    assert (await verify(ada.client, used)).status_code == 200
    ended = "UPDATE one_time_token SET expires_at = now() - interval '1 second' WHERE purpose = $1"
    assert await admin.execute(ended, "reset") != "UPDATE 0"
    made_up = secrets.token_urlsafe(32)
    async with browser(ada.app) as stranger:
        for token in (used, late, made_up):
            for purpose in ("reset", "confirm"):
                assert await checked(stranger, token, purpose) == 422


async def test_a_link_for_one_thing_is_no_link_for_another(ada: Person, post: Post) -> None:
    token = await reset_token(ada, post)
    async with browser(ada.app) as stranger:
        assert await checked(stranger, token, "confirm") == 422


async def test_a_link_of_a_closed_account_is_over(
    ada: Person, post: Post, admin: asyncpg.Connection
) -> None:
    token = await reset_token(ada, post)
    await admin.execute("UPDATE users SET is_active = false WHERE email = $1", ada.email)
    async with browser(ada.app) as stranger:
        assert await checked(stranger, token, "reset") == 422


async def test_registering_sends_the_link_that_confirms_the_address(
    ada: Person, post: Post
) -> None:
    token = await post.token(ada.email, CONFIRM)
    assert (await ada.account())["emailVerified"] is False
    answer = await verify(ada.client, token)
    assert answer.json() == {"email": ada.email}
    assert (await ada.account())["emailVerified"] is True


async def test_a_confirming_link_works_once(ada: Person, post: Post) -> None:
    token = await post.token(ada.email, CONFIRM)
    await verify(ada.client, token)
    again = await verify(ada.client, token)
    assert (again.status_code, again.json()["message"]) == (422, UNUSABLE)


async def test_a_confirming_link_confirms_no_address_but_the_one_it_was_sent_to(
    ada: Person, post: Post, admin: asyncpg.Connection
) -> None:
    token = await post.token(ada.email, CONFIRM)
    unread = registration()["email"]
    await admin.execute("UPDATE users SET email = $1 WHERE email = $2", unread, ada.email)
    refused = await verify(ada.client, token)
    assert (refused.status_code, refused.json()["message"]) == (422, UNUSABLE)
    account = await ada.account()
    assert (account["email"], account["emailVerified"]) == (unread, False)


async def test_a_confirming_link_that_is_too_old_confirms_nothing(
    ada: Person, post: Post, admin: asyncpg.Connection
) -> None:
    token = await post.token(ada.email, CONFIRM)
    await admin.execute("UPDATE one_time_token SET expires_at = now() - interval '1 second'")
    late = await verify(ada.client, token)
    assert (late.status_code, late.json()["message"]) == (422, UNUSABLE)
    assert (await ada.account())["emailVerified"] is False


async def test_a_link_that_chooses_a_password_confirms_no_address(ada: Person, post: Post) -> None:
    token = await reset_token(ada, post)
    assert (await verify(ada.client, token)).status_code == 422
    assert (await ada.account())["emailVerified"] is False


async def test_a_confirming_link_chooses_no_password(ada: Person, post: Post) -> None:
    token = await post.token(ada.email, CONFIRM)
    async with browser(ada.app) as stranger:
        assert (await reset(stranger, token)).status_code == 422
    assert (await ada.log_in()).status_code == 200


async def test_a_confirming_link_alone_is_not_enough(app: FastAPI, ada: Person, post: Post) -> None:
    token = await post.token(ada.email, CONFIRM)
    async with browser(app) as victim:
        assert (await verify(victim, token)).status_code == 401
        await sign_up(victim)
        assert (await verify(victim, token)).status_code == 403
    assert (await verify(ada.client, token)).status_code == 200


async def test_the_link_can_be_sent_again_and_the_earlier_one_ends(ada: Person, post: Post) -> None:
    first = await post.token(ada.email, CONFIRM)
    assert (await ada.client.post("/api/v1/me/verification")).status_code == 202
    second = await post.token(ada.email, CONFIRM)
    assert first != second
    assert (await verify(ada.client, first)).status_code == 422
    assert (await verify(ada.client, second)).status_code == 200


async def test_a_forgotten_password_is_replaced(ada: Person, post: Post) -> None:
    token = await reset_token(ada, post)
    async with browser(ada.app) as stranger:
        assert (await reset(stranger, token)).status_code == 204
    assert (await ada.log_in()).status_code == 401
    assert (await ada.log_in(password=NEW)).status_code == 200
    await post.deliver()
    assert post.subjects(ada.email)[-1] == "Your password was changed"


async def test_a_reset_ends_every_login_at_once(ada: Person, post: Post) -> None:
    token = await reset_token(ada, post)
    async with browser(ada.app) as stranger:
        await reset(stranger, token)
    assert (await ada.client.get("/api/user")).status_code == 401


async def test_a_reset_of_an_unconfirmed_account_revokes_the_keys_its_opener_made(
    ada: Person, post: Post, database: Database, admin: asyncpg.Connection
) -> None:
    user_id = UUID((await ada.account())["id"])
    tenant = Tenant(user_id, await workspace_of(database, user_id), ada.email)
    async with database.transaction(tenant.binding) as session:
        await make_key(session, user_id, "Left behind", "read", None, every_workspace=True)
    keys = "SELECT count(*) FROM api_key WHERE user_id = $1"
    assert await admin.fetchval(keys, user_id) == 1
    token = await reset_token(ada, post)
    async with browser(ada.app) as stranger:
        assert (await reset(stranger, token)).status_code == 204
    assert await admin.fetchval(keys, user_id) == 0


async def test_a_reset_of_an_unconfirmed_account_leaves_its_workspace_to_its_owner_alone(
    ada: Person, post: Post, database: Database, admin: asyncpg.Connection
) -> None:
    user_id = UUID((await ada.account())["id"])
    tenant = Tenant(user_id, await workspace_of(database, user_id), ada.email)
    async with database.transaction(tenant.binding) as session:
        await grant(session, user_id, SCALE, None)
    friend = await add_member(database, tenant, "admin")
    hook = {"name": "Out", "url": "https://example.com/", "events": ["run-completed"]}
    guest = {"email": registration()["email"], "role": "viewer"}
    for path, body in (("/api/v1/webhooks", hook), ("/api/v1/invitations", guest)):
        assert (await ada.client.post(path, json=body)).status_code == 201
    brand = (await make_brand(database, tenant)).brand_id
    share = f"/api/v1/brands/{brand}/share-links"
    assert (await ada.client.post(share, json={"name": "Board"})).status_code == 201
    left = """
    SELECT (SELECT array_agg(user_id) FROM membership WHERE workspace_id = $1),
      (SELECT count(*) FROM invitation WHERE workspace_id = $1 AND revoked_at IS NULL),
      (SELECT count(*) FROM share_link WHERE workspace_id = $1 AND revoked_at IS NULL),
      (SELECT count(*) FROM endpoint WHERE workspace_id = $1 AND status = 'active')
    """
    before = await admin.fetchrow(left, tenant.workspace_id)
    assert (set(before[0]), *before[1:]) == ({user_id, friend.user_id}, 1, 1, 1)
    token = await reset_token(ada, post)
    async with browser(ada.app) as stranger:
        assert (await reset(stranger, token)).status_code == 204
    assert tuple(await admin.fetchrow(left, tenant.workspace_id)) == ([user_id], 0, 0, 0)


async def test_a_reset_link_works_once_and_for_thirty_minutes(
    ada: Person, post: Post, admin: asyncpg.Connection
) -> None:
    token = await reset_token(ada, post)
    minutes = await admin.fetchval(
        "SELECT extract(epoch FROM expires_at - created_at) / 60 FROM one_time_token"
        " WHERE purpose = 'reset' ORDER BY id DESC LIMIT 1"
    )
    assert round(minutes) == 30
    async with browser(ada.app) as stranger:
        await admin.execute("UPDATE one_time_token SET expires_at = now() - interval '1 second'")
        assert (await reset(stranger, token)).json()["message"] == UNUSABLE
        await admin.execute("UPDATE one_time_token SET expires_at = now() + interval '1 minute'")
        assert (await reset(stranger, token)).status_code == 204
        assert (await reset(stranger, token)).status_code == 422


async def test_a_password_that_breaks_the_rule_leaves_the_link_usable(
    ada: Person, post: Post
) -> None:
    token = await reset_token(ada, post)
    async with browser(ada.app) as stranger:
        short = await reset(stranger, token, "short")
        assert short.json()["message"] == "Password must be at least 8 characters"
        assert (await reset(stranger, token)).status_code == 204


async def test_asking_again_ends_the_earlier_reset_link(ada: Person, post: Post) -> None:
    first = await reset_token(ada, post)
    second = await reset_token(ada, post)
    async with browser(ada.app) as stranger:
        assert (await reset(stranger, first)).status_code == 422
        assert (await reset(stranger, second)).status_code == 204


async def test_an_unknown_address_gets_the_same_answer_and_no_mail(
    app: FastAPI, ada: Person, post: Post
) -> None:
    async with browser(app) as stranger:
        known = await forgot(stranger, ada.email)
        unknown = await forgot(stranger, "nobody.at.all@example.com")
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    await post.deliver()
    assert post.subjects("nobody.at.all@example.com") == []


async def test_links_are_asked_for_five_times_at_most(ada: Person) -> None:
    async with browser(ada.app) as stranger:
        answers = [(await forgot(stranger, ada.email)).status_code for _ in range(6)]
    assert answers == [202] * 5 + [429]


async def test_no_token_stands_in_the_database(
    ada: Person, post: Post, admin: asyncpg.Connection
) -> None:
    token = await reset_token(ada, post)
    for table in ("one_time_token", "mail", "procrastinate_jobs"):
        rows = await admin.fetch(f"SELECT t::text AS row FROM {table} t")  # noqa: S608 - names above
        assert all(token not in row["row"] for row in rows)


async def test_the_secret_follows_the_hash_of_the_address(ada: Person, post: Post) -> None:
    token = await reset_token(ada, post)
    assert f"http://presence.test/auth?action=reset#{token}" in text_of(post.sent[-1])


async def test_a_common_password_is_refused_where_a_workspace_says_so(
    ada: Person, post: Post, admin: asyncpg.Connection
) -> None:
    await ada.client.post("/api/business-info/update", json={"businessName": "Harrow"})
    token = await reset_token(ada, post)
    await admin.execute("UPDATE workspace SET refuse_common_passwords = true")
    async with browser(ada.app) as stranger:
        refused = await reset(stranger, token, "Password123")
        assert refused.json()["errors"][0]["pointer"] == "/password"
        assert (await reset(stranger, token)).status_code == 204


@pytest.mark.parametrize("password", ["password1", "12345678", "Qwertyuiop"])
async def test_registration_never_refuses_a_common_password(app: FastAPI, password: str) -> None:
    async with browser(app) as client:
        await sign_up(client, password=password)
        listed = (await client.get("/api/v1/auth/common-passwords")).text.split()
    assert password.lower() in listed
    assert PASSWORD not in listed


async def test_made_up_reset_links_from_one_address_have_an_end(
    place: Place, ada: Person, post: Post
) -> None:
    token = await reset_token(ada, post)
    settings = place.settings(rates={"default": (5, 3_600)})
    narrow = create_customer_app(settings, build_adapters(settings))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(narrow.state.database.close)
        stack.callback(narrow.state.accounts.close)
        answers = []
        for _ in range(6):  # each of a browser nobody has seen before
            guesser = await stack.enter_async_context(browser(narrow, address="198.51.100.66"))
            answers.append(await reset(guesser, secrets.token_urlsafe(32)))
        assert [answer.status_code for answer in answers] == [422] * 5 + [429]
        assert 0 < int(answers[-1].headers["retry-after"]) <= 3_600
        owner = await stack.enter_async_context(browser(narrow, address="198.51.100.67"))
        assert (await reset(owner, token)).status_code == 204

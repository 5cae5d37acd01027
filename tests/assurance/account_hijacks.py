"""Somebody else opens an account under your address first: the pre-hijack families, each by each
way in which its owner may come.

The families are those of Sudhodanan and Paverd (2022): classic-federated merge, unexpired session,
trojan identifier, unexpired change of address, and a provider that does not verify. The owner comes
with a password of their own, with Google, by changing the address of an account they have, or by a
reset. Invariant: what counts is whether any door that the attacker left open still leads into the
account once its owner is in it, or whether the owner is led into the attacker's.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import httpx

from presence.db.tenancy import TenantBinding
from presence.domains.billing.service import grant
from presence_standins.google import Account
from tests.assurance.account_streams import MOST_S, OpenStream
from tests.conftest import browser
from tests.factories.google import agree, come_back, is_signed_in, sign_in
from tests.factories.guesses import forget_guesses
from tests.factories.people import PASSWORD, registration, workspace_of
from tests.factories.post import Post
from tests.factories.team import SCALE, bearer, issue_key

if TYPE_CHECKING:
    from tests.assurance.accounts import Scene, Seen

VICTIM = "another good password"
ATTACKER_AT, OWNER_AT = "203.0.113.9", "198.51.100.9"
BRAND = {"brandName": "Marlow", "websiteUrl": "https://marlow.example", "targetAudience": "Walkers"}
HOOK = {"name": "Mine", "url": "https://example.com/hook", "events": ["run-completed"]}
Door = Callable[[], Awaitable[bool]]


@dataclass
class Siege:
    """One account opened by an attacker, and the doors they left for themselves."""

    scene: Scene
    post: Post
    attacker: httpx.AsyncClient
    somebody: Callable[[], Account]
    email: str
    held: AsyncExitStack
    doors: dict[str, Door]
    streams: list[OpenStream]

    async def user(self, client: httpx.AsyncClient) -> str:
        """Address of the account a browser is in, empty when it is in none."""
        return str((await client.get("/api/user")).json().get("email", ""))

    async def browse(self, **options: object) -> httpx.AsyncClient:
        """One more browser of the attacker's, open until the siege ends."""
        opened = browser(self.scene.app, **{"address": ATTACKER_AT, **options})
        return await self.held.enter_async_context(opened)

    async def workspace(self, plan: int | None = None) -> None:
        """Give the account its workspace, on a plan: what one locks must not hide what is open."""
        database = self.scene.app.state.database
        me = await self.scene.admin.fetchval("SELECT id FROM users WHERE email = $1", self.email)
        binding = TenantBinding(await workspace_of(database, me), me)
        if plan is not None:
            async with database.transaction(binding) as session:
                await grant(session, me, plan, None)


async def pre_hijacks(scene: Scene, somebody: Callable[[], Account]) -> Seen:
    """Five families × four ways; every door is tried after each, and the owner has to be in."""
    tried = broken = doors = streams = 0
    for plant in (_merge, _unexpired_session, _trojan, _unexpired_change, _unverified_provider):
        for come in (_with_password, _with_google, _by_change, _by_reset):
            post = Post(scene.app, scene.admin)
            async with AsyncExitStack() as held:
                attacker = await held.enter_async_context(browser(scene.app, address=ATTACKER_AT))
                email = str(registration()["email"])
                siege = Siege(scene, post, attacker, somebody, email, held, {}, [])
                await _open(siege)
                await plant(siege)
                ended, misled = await come(siege)
                slow = [s for s in siege.streams if await s.ended_within(ended) > MOST_S]
                opened = [name for name, door in siege.doors.items() if await door()]
            for name in [*opened, *(["an open stream"] if slow else []), *misled]:
                print(f"{plant.__name__} {come.__name__}: {name}")  # noqa: T201 - read by people
            tried += 1
            doors += len(siege.doors)
            streams += len(siege.streams)
            broken += bool(opened or slow or misled)
            await forget_guesses(scene.admin)
    counts = {"preHijacks": tried, "preHijackDoors": doors, "preHijackStreams": streams}
    return {**counts, "preHijackLogins": broken}, broken


async def _open(siege: Siege) -> None:
    """The attacker registers with the owner's address; session and password are the first doors."""
    body = registration(email=siege.email)
    answer = await siege.attacker.post("/api/register", json=body)
    assert answer.status_code == 201, answer.text
    siege.doors["the session"] = lambda: is_signed_in(siege.attacker)

    async def password() -> bool:
        again = await siege.browse()
        await again.post("/api/login", json={"email": siege.email, "password": PASSWORD})
        return await is_signed_in(again)

    siege.doors["the password"] = password


async def _merge(siege: Siege) -> None:
    """Nothing more: the owner's Google account, or their own, must not be merged with this one."""


async def _unexpired_session(siege: Siege) -> None:
    """Another session on another machine, and a stream held open in each."""
    await siege.workspace()
    other = await siege.browse(address="203.0.113.10")
    await other.post("/api/login", json={"email": siege.email, "password": PASSWORD})
    siege.doors["another session"] = lambda: is_signed_in(other)
    for client in (siege.attacker, other):
        token = client.cookies["presence_session"]
        siege.streams.append(await OpenStream.of_session(siege.scene.app, token))


async def _trojan(siege: Siege) -> None:
    """Whatever else lets somebody in later: identities, keys, people, addresses data is sent to."""
    await siege.workspace(SCALE)
    client, mine = siege.attacker, siege.somebody()
    begun = await client.post("/api/v1/me/google", json={"password": PASSWORD})
    if begun.status_code == 200:
        await come_back(client, agree(siege.scene.provider, begun.json()["address"], mine))
    await client.post("/api/v1/me/second-factor", json={"password": PASSWORD})
    secret = await issue_key(client)
    hook = await client.post("/api/v1/webhooks", json=HOOK)
    assert hook.status_code == 201, hook.text
    brand = await client.post("/api/v1/brands", json=BRAND)
    assert brand.status_code == 201, brand.text
    where = f"/api/v1/brands/{brand.json()['id']}/share-links"
    share = await client.post(where, json={"name": "For later"})
    assert share.status_code == 201, share.text
    links = (await client.get("/api/v1/share-links")).json()["data"]
    shared = f"/api/v1/share/{links[0]['url'].rpartition('/')[2]}"
    friend, waiting = await _friends(siege)

    async def google() -> bool:
        again = await siege.browse()
        await sign_in(again, siege.scene.provider, mine)
        return await siege.user(again) == siege.email

    async def key() -> bool:
        answer = await (await siege.browse()).get("/api/v1/brands", headers=bearer(secret))
        return answer.status_code != 401

    async def member() -> bool:
        return siege.email in (await friend.get("/api/v1/members")).text

    async def invitation() -> bool:
        later = await siege.browse()
        await later.post("/api/register", json=registration(email=waiting[0]))
        return (await later.post(f"/api/v1/invitations/{waiting[1]}/accept")).is_success

    async def page() -> bool:
        return (await (await siege.browse()).get(shared)).status_code == 200

    async def endpoint() -> bool:
        waits = "SELECT 1 FROM endpoint WHERE id = $1 AND status = 'active'"
        return bool(await siege.scene.admin.fetchval(waits, hook.json()["id"]))

    siege.doors |= {"Google": google, "an API key": key, "a member": member}
    siege.doors |= {"an invitation": invitation, "a share link": page, "a webhook": endpoint}
    stream = OpenStream(siege.scene.app, authorization=f"Bearer {secret}")
    await stream.open()
    assert stream.status == 200, stream.status
    siege.streams.append(stream)


async def _friends(siege: Siege) -> tuple[httpx.AsyncClient, tuple[str, str]]:
    """A second account of the attacker's that has joined, and a link that waits for a third."""
    made = []
    for _ in range(2):
        email = str(registration()["email"])
        body = {"email": email, "role": "admin"}
        invited = await siege.attacker.post("/api/v1/invitations", json=body)
        assert invited.status_code == 201, invited.text
        path = f"/api/v1/invitations/{invited.json()['id']}/link"
        url = str((await siege.attacker.post(path)).json()["url"])
        made.append((email, url.partition("#")[2]))
    friend = await siege.browse(address="203.0.113.11")
    await friend.post("/api/register", json=registration(email=made[0][0]))
    joined = await friend.post(f"/api/v1/invitations/{made[0][1]}/accept")
    assert joined.is_success, joined.text
    assert siege.email in (await friend.get("/api/v1/members")).text
    return friend, made[1]


async def _unexpired_change(siege: Siege) -> None:
    """The account is to move to another address; the link for that is kept."""
    own = str(registration()["email"])
    await siege.attacker.post("/api/v1/me/email", json={"email": own, "password": PASSWORD})
    token = await siege.post.token(own, "Confirm your new email address")

    async def moved() -> bool:
        await siege.attacker.post("/api/v1/auth/verify", json={"token": token})
        elsewhere = await siege.browse()
        await elsewhere.post("/api/register", json=registration())
        await elsewhere.post("/api/v1/auth/verify", json={"token": token})
        again = await siege.browse()
        await again.post("/api/login", json={"email": own, "password": PASSWORD})
        gone = "SELECT 1 FROM users WHERE email = $1"
        return await is_signed_in(again) or bool(await siege.scene.admin.fetchval(gone, own))

    siege.doors["the change of address"] = moved


async def _unverified_provider(siege: Siege) -> None:
    """A Google account that claims the address without having proven it."""
    forged = replace(siege.somebody(), email=siege.email, email_verified=False)

    async def claimed() -> bool:
        again = await siege.browse()
        await sign_in(again, siege.scene.provider, forged)
        return await is_signed_in(again)

    siege.doors["an unproven claim"] = claimed
    assert not await claimed()


async def _with_password(siege: Siege) -> tuple[float, list[str]]:
    """Registers, signs in, and follows the e-mail that the attacker's registration sent."""
    misled = []
    async with browser(siege.scene.app, address=OWNER_AT) as owner:
        body = registration(email=siege.email, password=VICTIM)
        if (await owner.post("/api/register", json=body)).is_success:
            misled.append("registered twice")
        await owner.post("/api/login", json={"email": siege.email, "password": VICTIM})
        token = await siege.post.token(siege.email, "Confirm your email address")
        await owner.post("/api/v1/auth/verify", json={"token": token})
        if await is_signed_in(owner) or await _confirmed(siege):
            misled.append("the owner confirms what the attacker opened")
    return await _recover(siege), misled


async def _with_google(siege: Siege) -> tuple[float, list[str]]:
    """Signs in with Google before and after; before, nothing is merged."""
    misled = []
    proven = replace(siege.somebody(), email=siege.email)
    async with browser(siege.scene.app, address=OWNER_AT) as owner:
        await sign_in(owner, siege.scene.provider, proven)
        if await is_signed_in(owner):
            misled.append("merged with the attacker's account")
        ended = await _recover(siege)
        await sign_in(owner, siege.scene.provider, proven)
        if await siege.user(owner) != siege.email:
            misled.append("the owner's Google account stays outside")
    return ended, misled


async def _by_change(siege: Siege) -> tuple[float, list[str]]:
    """Has an account and wants to move it to the address; then recovers, and moves that away."""
    misled = []
    async with browser(siege.scene.app, address=OWNER_AT) as owner:
        own = registration(password=VICTIM)
        await owner.post("/api/register", json=own)
        body = {"email": siege.email, "password": VICTIM}
        if (await owner.post("/api/v1/me/email", json=body)).is_success:
            misled.append("moved onto the attacker's account")
        if await siege.user(owner) != own["email"]:
            misled.append("led into another account")
    ended = await _recover(siege)
    async with browser(siege.scene.app, address=OWNER_AT) as owner:
        await owner.post("/api/login", json={"email": siege.email, "password": VICTIM})
        moved = str(registration()["email"])
        body = {"email": moved, "password": VICTIM}
        answer = await owner.post("/api/v1/me/email", json=body)
        assert answer.is_success, answer.text
        token = await siege.post.token(moved, "Confirm your new email address")
        await owner.post("/api/v1/auth/verify", json={"token": token})
        if await siege.user(owner) != moved:
            misled.append("the owner cannot move")
    return ended, misled


async def _by_reset(siege: Siege) -> tuple[float, list[str]]:
    """Asks for a new password at once."""
    return await _recover(siege), []


async def _recover(siege: Siege) -> float:
    """Choose a new password by mail and sign in with it; when the doors had to be shut."""
    async with browser(siege.scene.app, address=OWNER_AT) as owner:
        await owner.post("/api/v1/auth/forgot", json={"email": siege.email})
        token = await siege.post.token(siege.email, "Choose a new password")
        answer = await owner.post("/api/v1/auth/reset", json={"token": token, "password": VICTIM})
        ended = time.monotonic()
        assert answer.status_code == 204, answer.text
        await owner.post("/api/login", json={"email": siege.email, "password": VICTIM})
        assert await siege.user(owner) == siege.email
    return ended


async def _confirmed(siege: Siege) -> bool:
    told = "SELECT email_verified FROM users WHERE email = $1"
    return bool(await siege.scene.admin.fetchval(told, siege.email))

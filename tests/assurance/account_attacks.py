"""Attacks on the way in: forged callbacks of Google, and sessions and streams that have ended."""

from __future__ import annotations

import itertools
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode
from uuid import UUID

import httpx
import jwt
from cryptography.hazmat.primitives import serialization

from presence_standins.google import Account, Provider
from presence_standins.google.provider import Fault
from tests.assurance.account_hijacks import VICTIM
from tests.assurance.account_streams import MOST_S, OpenStream
from tests.conftest import browser
from tests.factories.google import agree, is_signed_in, leave, sign_in
from tests.factories.guesses import forget_guesses
from tests.factories.people import PASSWORD, registration, workspace_of
from tests.factories.post import Post

if TYPE_CHECKING:
    from tests.assurance.accounts import Scene, Seen

_people = itertools.count(300_000_000_000)


def somebody(email: str | None = None, **changes: Any) -> Account:
    """A Google account."""
    made = Account(str(next(_people)), email or registration()["email"])
    return replace(made, **changes)


def _claim(**changes: object) -> Fault:
    def alter(_provider: Provider, _header: dict[str, Any], claims: dict[str, Any]) -> None:
        for name, value in changes.items():
            if value is None:
                claims.pop(name, None)
            else:
                claims[name] = value

    return alter


def _key(kind: str) -> Fault:
    def alter(provider: Provider, header: dict[str, Any], claims: dict[str, Any]) -> str:
        if kind == "none":
            return jwt.encode(claims, "", algorithm="none", headers=header)
        if kind == "hs256":
            public = provider.key.public_key().public_bytes(
                serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
            )
            # The library refuses to sign with a public key, so its bytes are passed as a plain one.
            return jwt.encode(claims, public.hex(), algorithm="HS256", headers=header)
        if kind == "stranger":
            return provider.sign(claims, header, Provider().key)
        if kind == "kid":
            return provider.sign(claims, {"kid": "unknown"})
        token = provider.sign(claims, header)
        if kind == "signature":
            head, body, signature = token.split(".")
            return f"{head}.{body}.{signature[::-1]}"
        return token[: len(token) // 2]

    return alter


def token_faults() -> list[Fault]:
    """ID tokens that must not open anything."""
    now = int(time.time())
    altered = [
        _claim(iss="https://accounts.google.com"),
        _claim(iss="https://evil.example"),
        _claim(iss=None),
        _claim(aud="another-client"),
        _claim(aud=["presence", "another-client"]),
        _claim(aud=None),
        _claim(azp="another-client"),
        _claim(nonce="another"),
        _claim(nonce=""),
        _claim(nonce=None),
        _claim(exp=now - 3_600),
        _claim(exp=None),
        _claim(iat=now + 3_600),
        _claim(iat=None),
        _claim(sub=None),
        _claim(sub=""),
        _claim(sub="9" * 300),
        _claim(email=None),
        _claim(email="not an address"),
        _claim(email_verified=False),
        _claim(email_verified="true"),
        _claim(email_verified=None),
    ]
    kinds = ("none", "hs256", "stranger", "kid", "signature", "half")
    return altered + [_key(kind) for kind in kinds]


def query_faults(rng: Random) -> list[Callable[[dict[str, str]], dict[str, str]]]:
    """Callback addresses that must not open anything."""

    def changed(name: str, value: str | None) -> Callable[[dict[str, str]], dict[str, str]]:
        def alter(query: dict[str, str]) -> dict[str, str]:
            rest = {k: v for k, v in query.items() if k != name}
            return rest if value is None else {**rest, name: value}

        return alter

    def flipped(name: str) -> Callable[[dict[str, str]], dict[str, str]]:
        def alter(query: dict[str, str]) -> dict[str, str]:
            at = rng.randrange(len(query[name]))
            letter = "A" if query[name][at] != "A" else "B"
            return {**query, name: query[name][:at] + letter + query[name][at + 1 :]}

        return alter

    plain = [changed(n, v) for n in ("state", "code") for v in (None, "", "x", "0" * 43)]
    return [
        *plain,
        flipped("state"),
        flipped("code"),
        changed("error", "access_denied"),
        changed("error", "server_error"),
    ]


async def forged_callbacks(scene: Scene, count: int, rng: Random) -> Seen:
    """Altered tokens, addresses, cookies and PKCE, against new and existing accounts."""
    async with browser(scene.app) as owner:
        victim = somebody()
        await sign_in(owner, scene.provider, victim)
    attacks: list[Callable[[httpx.AsyncClient, Account], Awaitable[None]]] = [
        *(_with_token(scene, fault) for fault in token_faults()),
        *(_with_query(scene, fault) for fault in query_faults(rng)),
        lambda client, who: _with_cookie(scene, client, who, None),
        lambda client, who: _with_cookie(scene, client, who, "00ff"),
        lambda client, who: _with_cookie(scene, client, who, "flip"),
        lambda client, who: _in_another_browser(scene, client, who),
        lambda client, who: _code_of_another_flow(scene, client, who),
    ]
    gained = made = 0
    while made < count:
        for attack in attacks:
            # Half against an account that exists, half against nobody.
            who = victim if made % 2 else somebody()
            async with browser(scene.app) as thief:
                await attack(thief, who)
                gained += await is_signed_in(thief)
            made += 1
    return {"forgedCallbacks": made, "callbackLogins": gained}, gained


def _with_token(scene: Scene, fault: Fault) -> Callable[..., Awaitable[None]]:
    async def attack(client: httpx.AsyncClient, who: Account) -> None:
        scene.provider.fault = fault
        try:
            await sign_in(client, scene.provider, who)
        finally:
            scene.provider.fault = None

    return attack


def _with_query(
    scene: Scene, fault: Callable[[dict[str, str]], dict[str, str]]
) -> Callable[..., Awaitable[None]]:
    async def attack(client: httpx.AsyncClient, who: Account) -> None:
        path, _, query = agree(scene.provider, await leave(client), who).partition("?")
        await client.get(f"{path}?{urlencode(fault(dict(parse_qsl(query))))}")

    return attack


async def _with_cookie(
    scene: Scene, client: httpx.AsyncClient, who: Account, value: str | None
) -> None:
    path = agree(scene.provider, await leave(client), who)
    kept = client.cookies.get("presence_google") or ""
    client.cookies.delete("presence_google")
    forged = kept[:-2] + ("00" if kept[-2:] != "00" else "11") if value == "flip" else value
    if forged is not None:
        client.cookies.set("presence_google", forged, domain="presence.test")
    await client.get(path)


async def _in_another_browser(scene: Scene, client: httpx.AsyncClient, who: Account) -> None:
    """Log-in of a stranger: the attacker's callback address, opened by somebody else."""
    async with browser(scene.app) as attacker:
        path = agree(scene.provider, await leave(attacker), who)
    await leave(client)
    await client.get(path)


async def _code_of_another_flow(scene: Scene, client: httpx.AsyncClient, who: Account) -> None:
    """A stolen code with one's own state: the PKCE verifier is another's."""
    async with browser(scene.app) as victim:
        stolen = agree(scene.provider, await leave(victim), who)
    own = dict(parse_qsl(agree(scene.provider, await leave(client), who).partition("?")[2]))
    code = dict(parse_qsl(stolen.partition("?")[2]))["code"]
    await client.get(f"/auth/google/callback?{urlencode({**own, 'code': code})}")


async def _open(scene: Scene, client: httpx.AsyncClient) -> str:
    body = registration()
    registered = await client.post("/api/register", json=body)
    assert registered.status_code == 201, registered.text
    await workspace_of(scene.app.state.database, UUID(registered.json()["id"]))
    return str(body["email"])


async def dead_sessions(scene: Scene, rounds: int) -> Seen:
    """Whatever ends a session ends it for the very next request, and for its stream in a second."""
    post = Post(scene.app, scene.admin)
    endings = (_log_out, _change_password, _reset, _end_others, _delete_account)
    alive = made = 0
    slowest = stream = 0.0
    for _ in range(rounds):
        # Resets are limited by address; these all come from one.
        await forget_guesses(scene.admin)
        for ending in endings:
            async with browser(scene.app) as owner, browser(scene.app) as copy:
                email = await _open(scene, owner)
                await copy.post("/api/login", json={"email": email, "password": PASSWORD})
                victim = copy if ending is not _log_out else owner
                token = victim.cookies["presence_session"]
                held = await OpenStream.of_session(scene.app, token)
                await ending(owner, post, email)
                ended = time.monotonic()
                async with browser(scene.app, cookies={"presence_session": token}) as thief:
                    alive += await is_signed_in(thief)
                slowest = max(slowest, time.monotonic() - ended)
                stream = max(stream, await held.ended_within(ended))
                made += 1
    return {
        "endings": made,
        "deadSessionsThatWork": alive,
        "slowestEndingMs": round(slowest * 1000, 1),
        "slowestStreamEndMs": round(min(stream, 999.0) * 1000, 1),
    }, alive + int(slowest > MOST_S) + int(stream > MOST_S)


async def _log_out(owner: httpx.AsyncClient, _post: Post, _email: str) -> None:
    await owner.post("/api/logout")


async def _change_password(owner: httpx.AsyncClient, _post: Post, _email: str) -> None:
    body = {"currentPassword": PASSWORD, "password": VICTIM}
    assert (await owner.post("/api/v1/me/password", json=body)).status_code == 204


async def _reset(owner: httpx.AsyncClient, post: Post, email: str) -> None:
    await owner.post("/api/v1/auth/forgot", json={"email": email})
    token = await post.token(email, "Choose a new password")
    answer = await owner.post("/api/v1/auth/reset", json={"token": token, "password": VICTIM})
    assert answer.status_code == 204, answer.text


async def _end_others(owner: httpx.AsyncClient, _post: Post, _email: str) -> None:
    assert (await owner.delete("/api/v1/me/sessions")).status_code == 204


async def _delete_account(owner: httpx.AsyncClient, _post: Post, _email: str) -> None:
    answer = await owner.request("DELETE", "/api/v1/me", json={"password": PASSWORD})
    assert answer.status_code == 200, answer.text

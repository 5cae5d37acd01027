"""Rights that end while somebody is signed in: another role, and removal from a workspace."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.assurance.account_streams import MOST_S, OpenStream
from tests.conftest import browser
from tests.factories.team import (
    GROWTH,
    Person,
    add_member,
    bearer,
    issue_key,
    opened,
    owner_on,
)

if TYPE_CHECKING:
    from tests.assurance.accounts import Scene, Seen

ADMINS_ONLY, ANY_MEMBERS, VIEWERS = "/api/v1/audit-log", "/api/v1/members", "/api/v1/brands"
DEMOTED = (
    ("PATCH", {"role": "viewer"}, ADMINS_ONLY),
    ("PATCH", {"role": "billing"}, VIEWERS),
)
REMOVED = (("DELETE", None, ANY_MEMBERS),)


async def lost_rights(scene: Scene, rounds: int) -> Seen:
    """An admin is made a viewer, then one for the bills alone, another one is removed: the very
    next request is too late, an open stream ends within a second, and a key dies with its maker."""
    kept = made = 0
    slowest = stream = 0.0
    database = scene.app.state.database
    for _ in range(rounds):
        owner = await owner_on(database, GROWTH)
        for changes in (DEMOTED, REMOVED):
            member = await add_member(database, owner, "admin")
            where = f"/api/v1/members/{member.user_id}"
            async with (
                opened(scene.app, database, owner) as boss,
                opened(scene.app, database, member) as other,
            ):
                token = other.client.cookies["presence_session"]
                secret = await issue_key(other.client)
                held = await OpenStream.of_session(scene.app, token)
                with_key = OpenStream(scene.app, authorization=f"Bearer {secret}")
                await with_key.open()
                for method, body, path in changes:
                    assert await _reads(other, path, owner.email), path
                    answer = await boss.client.request(method, where, json=body)
                    assert answer.is_success, answer.text
                    ended = time.monotonic()
                    kept += await _reads(other, path, owner.email)
                    slowest = max(slowest, time.monotonic() - ended)
                    made += 1
                kept += await _key_reads(scene, secret)
                stream = max(stream, await held.ended_within(ended))
                stream = max(stream, await with_key.ended_within(ended))
    return {
        "lostRights": made,
        "lostRightsThatWork": kept,
        "slowestLossMs": round(slowest * 1000, 1),
        "slowestStreamLossMs": round(min(stream, 999.0) * 1000, 1),
    }, kept + int(slowest > MOST_S) + int(stream > MOST_S)


async def _key_reads(scene: Scene, secret: str) -> bool:
    async with browser(scene.app) as program:
        return (await program.get(VIEWERS, headers=bearer(secret))).is_success


async def _reads(person: Person, path: str, word: str) -> bool:
    """Whether the workspace is shown; a list of people has to name its owner."""
    answer = await person.client.get(path)
    return answer.status_code == 200 and (path != ANY_MEMBERS or word in answer.text)

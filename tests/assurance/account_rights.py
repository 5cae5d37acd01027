"""Rights that end while somebody is signed in: another role, and removal from a workspace."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.factories.team import GROWTH, Person, add_member, opened, owner_on

if TYPE_CHECKING:
    from tests.assurance.accounts import Scene, Seen

ADMINS_ONLY, ANY_MEMBERS = "/api/v1/audit-log", "/api/v1/members"


async def lost_rights(scene: Scene, rounds: int) -> Seen:
    """An admin is made a viewer, then removed; each time the very next request is too late."""
    kept = made = 0
    slowest = 0.0
    database = scene.app.state.database
    for _ in range(rounds):
        owner = await owner_on(database, GROWTH)
        member = await add_member(database, owner, "admin")
        where = f"/api/v1/members/{member.user_id}"
        async with (
            opened(scene.app, database, owner) as boss,
            opened(scene.app, database, member) as other,
        ):
            for method, body, path in (
                ("PATCH", {"role": "viewer"}, ADMINS_ONLY),
                ("DELETE", None, ANY_MEMBERS),
            ):
                assert await _reads(other, path, owner.email), path
                answer = await boss.client.request(method, where, json=body)
                assert answer.is_success, answer.text
                ended = time.monotonic()
                kept += await _reads(other, path, owner.email)
                slowest = max(slowest, time.monotonic() - ended)
                made += 1
    return {
        "lostRights": made,
        "lostRightsThatWork": kept,
        "slowestLossMs": round(slowest * 1000, 1),
    }, kept


async def _reads(person: Person, path: str, word: str) -> bool:
    """Whether the workspace is shown; a list of people has to name its owner."""
    answer = await person.client.get(path)
    return answer.status_code == 200 and (path == ADMINS_ONLY or word in answer.text)

"""A seat is given once, whoever of the team invites at the same moment."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI

from presence.db.session import Database
from tests.factories.team import PRO, add_member, opened, owner_on


async def test_two_people_who_invite_at_once_take_only_the_seats_there_are(
    app: FastAPI, database: Database
) -> None:
    for _ in range(3):
        tenant = await owner_on(database, PRO)
        colleague = await add_member(database, tenant, "admin")
        async with (
            opened(app, database, tenant) as owner,
            opened(app, database, colleague) as other,
        ):
            answers = await asyncio.gather(
                *(
                    person.client.post(
                        "/api/v1/invitations",
                        json={"email": f"seat-{number}@example.com", "role": "viewer"},
                    )
                    for number, person in enumerate((owner, other))
                )
            )
            assert sorted(a.status_code for a in answers) == [201, 403]
            seats = (await owner.client.get("/api/v1/members")).json()["seats"]
            assert seats == {"members": 2, "reserved": 1, "used": 3, "limit": 3}

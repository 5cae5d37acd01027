"""What the tests of panels as a whole share: a brand with a panel, and what one does with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import httpx

from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.db.session import Database
from presence.domains.brands import service
from presence.domains.brands.records import NewBrand
from tests.domains.brands.conftest import Desk

READ_AT = datetime(2026, 11, 27, 9, tzinfo=UTC)
ROOFER = NewBrand(
    name="Harrow",
    source="description",
    description="Harrow is a roofer in Leeds for homeowners.",
    market="GB",
    language="en",
    is_primary=True,
)


async def analysed(
    desk: Desk, database: Database, size: int = 9, older_words: Sequence[str] = ()
) -> list[str]:
    """What a first analysis leaves behind: an offer that was read, and questions in use.

    Of the questions the first are in `older_words`.
    """
    async with database.transaction(desk.tenant.binding) as session:
        profile = await service.brand_profile(session, desk.brand_id)
        offer = read_offer(profile)
        await service.save_reading(session, desk.brand_id, offer, READ_AT)
        panel = build_panel(profile, offer, size + 1, None)
        older = [
            replace(p, id=f"older {t}", text=t)
            for p, t in zip(panel.prompts, older_words, strict=False)
        ]
        panel = replace(panel, prompts=(*older, *panel.prompts[len(older) :]))
        await service.save_panel(session, desk.brand_id, panel)
        await service.measured_panel(session, desk.brand_id)
    return await asked(desk)


async def asked(desk: Desk) -> list[str]:
    """Texts of the questions in use, in their order."""
    return [row["text"] for row in (await desk.get("prompts"))["data"] if row["position"] >= 0]


async def say(desk: Desk, **slots: Any) -> None:
    """Correct what the brand offers."""
    answer = await desk.client.patch(desk.path("offer"), json=slots)
    assert answer.status_code == 200, answer.text


async def change(desk: Desk, **values: Any) -> None:
    """Change columns of the brand."""
    answer = await desk.client.patch(desk.path(), json=values)
    assert answer.status_code == 200, answer.text


async def accept(desk: Desk, **chosen: Any) -> dict[str, Any]:
    """Take the proposed questions, or those chosen."""
    answer = await desk.post("panel", "accept", json=chosen)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def restore(desk: Desk, number: int, seen: str | None = None) -> httpx.Response:
    """Ask for the questions of an earlier version, from the state that was `seen`."""
    headers = {"If-Match": f'"{seen}"'} if seen else {}
    return await desk.post("panel", "versions", number, "restore", headers=headers)


def texts(questions: list[dict[str, Any]]) -> list[str]:
    """Their texts."""
    return [question["text"] for question in questions]

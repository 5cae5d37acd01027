"""Going back to earlier questions gives back what was suggested beside them."""

from __future__ import annotations

from datetime import UTC, datetime

from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.brands import service
from presence.domains.brands.service.plan_limits import fit_plan
from tests.domains.brands.conftest import FREE, PRO, Desk, OpenDesk
from tests.domains.brands.panels import ROOFER, accept, analysed, restore, say, texts


async def suggest_more(desk: Desk, database: Database) -> list[str]:
    """Suggest what the offer gives beyond the questions in use."""
    async with database.transaction(desk.tenant.binding) as session:
        profile = await service.brand_profile(session, desk.brand_id)
        more = build_panel(profile, read_offer(profile), 30, None).prompts[10:29]
        await service.save_suggestions(session, desk.brand_id, more)
    return await waiting(desk)


async def waiting(desk: Desk) -> list[str]:
    return sorted(texts((await desk.get("prompts/suggestions"))["data"]))


async def grow(desk: Desk, database: Database) -> None:
    """A larger plan, which fills the panel up from what is suggested."""
    async with database.transaction(desk.tenant.binding) as session:
        await grant(session, desk.tenant.user_id, PRO, None)
        await fit_plan(session, datetime.now(UTC))


async def test_undoing_an_accepted_offer_suggests_what_was_suggested_before(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        roofs = await suggest_more(desk, database)
        await say(desk, category="accountant")
        await accept(desk)
        accounts = await waiting(desk)
        assert accounts
        assert set(accounts).isdisjoint(roofs)
        await restore(desk, 1)
        assert await waiting(desk) == roofs
        await restore(desk, 2)
        assert await waiting(desk) == accounts


async def test_a_suggestion_that_was_dismissed_meanwhile_stays_dismissed(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        await suggest_more(desk, database)
        await say(desk, category="accountant")
        await accept(desk)
        first, *_ = (await desk.get("prompts/suggestions"))["data"]
        await desk.post("prompts/suggestions", first["id"], "dismiss")
        accounts = await waiting(desk)
        await restore(desk, 1)
        await restore(desk, 2)
        assert await waiting(desk) == accounts


async def test_undoing_what_a_larger_plan_filled_up_suggests_it_again(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        roofs = await suggest_more(desk, database)
        await grow(desk, database)
        assert len(await waiting(desk)) < len(roofs)
        assert (await restore(desk, 1)).status_code == 200
        assert await waiting(desk) == roofs

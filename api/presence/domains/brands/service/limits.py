"""How much room the plan leaves for brands, websites, competitors and prompts of a workspace.

Invariant: the caller holds the workspace's lock from counting until commit, so two requests cannot
both take the last slot. Each brand's neutral question about itself uses one of the plan's prompts.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.billing.entitlements import Limits, require_capacity
from presence.domains.billing.service import current_plan
from presence.domains.brands.queries import brands, competitors, prompts
from presence.domains.workspaces.service import lock_workspace

PROMPTS = "prompts.max"
COMPETITORS = "competitors.max"
BRANDS = "brands.max"
WEBSITES = "websites.max"


async def count_brands(session: AsyncSession) -> int:
    """The number of brands that count against the plan's limit."""
    return await brands.count(session)


async def count_websites(session: AsyncSession) -> int:
    """The number of brands with a website, counted against the plan's limit."""
    return await brands.count_websites(session)


async def count_competitors(session: AsyncSession) -> int:
    """Tracked competitors of all brands, counted against the plan's limit."""
    return await competitors.count_tracked(session)


async def count_prompts(session: AsyncSession) -> int:
    """Active prompts of all brands and each brand's neutral question, counted against the limit."""
    return await prompts.count_asked(session) + await brands.count(session)


async def claim_brand(session: AsyncSession, *, website: bool) -> None:
    """Reserve a slot for one more brand. Raises PlanLimitReached if there is none."""
    await lock_workspace(session)  # guard: brands.lock
    limits = (await current_plan(session)).limits
    require_capacity(limits, BRANDS, await count_brands(session))  # guard: brands.most
    if website:
        require_capacity(limits, WEBSITES, await count_websites(session))


async def claim_website(session: AsyncSession) -> None:
    """Reserve a slot for one more website. Raises PlanLimitReached if there is none."""
    await lock_workspace(session)
    limits = (await current_plan(session)).limits
    require_capacity(limits, WEBSITES, await count_websites(session))


async def claim_activity(session: AsyncSession, *, website: bool) -> None:
    """Reserve a slot for one more brand under analysis.

    Raises PlanLimitReached if there is none.
    """
    await lock_workspace(session)
    limits = (await current_plan(session)).limits
    # guard: brands.most-active
    require_capacity(limits, BRANDS, await brands.count_active(session))
    if website:  # guard: brands.most-active-websites
        require_capacity(limits, WEBSITES, await brands.count_active_websites(session))


async def claim_competitor(session: AsyncSession) -> None:
    """Reserve a slot for one more tracked competitor. Raises PlanLimitReached if there is none."""
    await lock_workspace(session)
    limits = (await current_plan(session)).limits
    # guard: brands.most-competitors
    require_capacity(limits, COMPETITORS, await count_competitors(session))


async def claim_prompt(session: AsyncSession) -> None:
    """Reserve a slot for one more active prompt. Raises PlanLimitReached if there is none."""
    await lock_workspace(session)
    limits = (await current_plan(session)).limits
    require_capacity(limits, PROMPTS, await count_prompts(session))  # guard: brands.most-prompts


async def prompt_room(session: AsyncSession) -> int:
    """How many more prompts may be asked, negative if over the limit; locks the workspace."""
    await lock_workspace(session)
    limits = (await current_plan(session)).limits
    return _prompts(limits) - await count_prompts(session)


async def panel_room(session: AsyncSession, brand_id: UUID) -> tuple[int, int]:
    """(questions a new panel may add for a brand now, the brand's fair share); locks the workspace.

    A panel never adds more than one website's part of the plan (`panel_size`). The share is the
    plan's prompts divided by the number of its brands, minus the neutral question: the brand may
    claim that many from larger panels, so that a first brand cannot use up everything.
    """
    room = await prompt_room(session) + await prompts.count_generated(session, brand_id)
    limits = (await current_plan(session)).limits
    share = _prompts(limits) // max(int(limits.value(BRANDS) or 1), 1) - 1
    return min(room, panel_size(limits)), share


async def panel_places(session: AsyncSession, brand_id: UUID) -> tuple[int, int]:
    """(questions the brand could ask within the plan, how many of them its panel could supply).

    Counts the current state without a lock; the caller that uses the places must claim them. A
    panel larger than one website's part of the plan keeps its size.
    """
    limits = (await current_plan(session)).limits
    room = max(_prompts(limits) - await count_prompts(session), 0)
    given = await prompts.count_generated(session, brand_id)
    asked = len(await prompts.asked(session, brand_id))
    return asked + room, min(given + room, max(panel_size(limits), given))


def panel_size(limits: Limits) -> int:
    """The most prompts of a new brand's panel: the plan's, divided by its websites, minus one.

    The one is the neutral question about the brand itself.
    """
    return max(_prompts(limits) // max(int(limits.value(WEBSITES) or 1), 1) - 1, 1)


def _prompts(limits: Limits) -> int:
    return int(limits.value(PROMPTS) or 0)

"""What the plan leaves room for: brands, websites, competitors and prompts of one workspace.

Invariant: whoever takes a slot holds the workspace's lock from counting until commit, so two
requests cannot both take the last one. Of the plan's prompts each brand's neutral question about
itself uses one.
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
    """Brands in use, for the plan's limit."""
    return await brands.count(session)


async def count_websites(session: AsyncSession) -> int:
    """Brands with a website, for the plan's limit."""
    return await brands.count_websites(session)


async def count_competitors(session: AsyncSession) -> int:
    """Tracked competitors of all brands, for the plan's limit."""
    return await competitors.count_tracked(session)


async def count_prompts(session: AsyncSession) -> int:
    """Prompts asked for all brands, for the plan's limit, with each brand's neutral question."""
    return await prompts.count_asked(session) + await brands.count(session)


async def claim_brand(session: AsyncSession, *, website: bool) -> None:
    """Take room for one more brand; PlanLimitReached when there is none."""
    await lock_workspace(session)  # guard: brands.lock
    limits = (await current_plan(session)).limits
    require_capacity(limits, BRANDS, await count_brands(session))  # guard: brands.most
    if website:
        require_capacity(limits, WEBSITES, await count_websites(session))


async def claim_website(session: AsyncSession) -> None:
    """Take room for one more website; PlanLimitReached when there is none."""
    await lock_workspace(session)
    limits = (await current_plan(session)).limits
    require_capacity(limits, WEBSITES, await count_websites(session))


async def claim_activity(session: AsyncSession, *, website: bool) -> None:
    """Take room for one more brand that is analysed; PlanLimitReached when there is none."""
    await lock_workspace(session)
    limits = (await current_plan(session)).limits
    # guard: brands.most-active
    require_capacity(limits, BRANDS, await brands.count_active(session))
    if website:  # guard: brands.most-active-websites
        require_capacity(limits, WEBSITES, await brands.count_active_websites(session))


async def claim_competitor(session: AsyncSession) -> None:
    """Take room for one more tracked competitor; PlanLimitReached when there is none."""
    await lock_workspace(session)
    limits = (await current_plan(session)).limits
    # guard: brands.most-competitors
    require_capacity(limits, COMPETITORS, await count_competitors(session))


async def claim_prompt(session: AsyncSession) -> None:
    """Take room for one more asked prompt; PlanLimitReached when there is none."""
    await lock_workspace(session)
    limits = (await current_plan(session)).limits
    require_capacity(limits, PROMPTS, await count_prompts(session))  # guard: brands.most-prompts


async def prompt_room(session: AsyncSession) -> int:
    """How many more prompts may be asked, below 0 when too many are; holds the workspace's lock."""
    await lock_workspace(session)
    limits = (await current_plan(session)).limits
    return _prompts(limits) - await count_prompts(session)


async def panel_room(session: AsyncSession, brand_id: UUID) -> tuple[int, int]:
    """(questions a new panel may bring a brand as things are, its fair share); holds the lock.

    It brings no more than a website's part of the plan (`panel_size`). The share is the plan's
    prompts divided by its brands, less the neutral question: what a brand may claim from larger
    panels, so that a first brand cannot leave nothing for a second.
    """
    room = await prompt_room(session) + await prompts.count_generated(session, brand_id)
    limits = (await current_plan(session)).limits
    share = _prompts(limits) // max(int(limits.value(BRANDS) or 1), 1) - 1
    return min(room, panel_size(limits)), share


async def panel_places(session: AsyncSession, brand_id: UUID) -> tuple[int, int]:
    """(questions the brand could ask within the plan, how many of them its panel could give it).

    Counted as things are, without a lock: whoever takes places claims them. A panel that is larger
    than a website's part of the plan keeps its size.
    """
    limits = (await current_plan(session)).limits
    room = max(_prompts(limits) - await count_prompts(session), 0)
    given = await prompts.count_generated(session, brand_id)
    asked = len(await prompts.asked(session, brand_id))
    return asked + room, min(given + room, max(panel_size(limits), given))


def panel_size(limits: Limits) -> int:
    """Most questions a new brand's panel has: the plan's, divided by its websites, less one.

    The one is the neutral question about the brand itself.
    """
    return max(_prompts(limits) // max(int(limits.value(WEBSITES) or 1), 1) - 1, 1)


def _prompts(limits: Limits) -> int:
    return int(limits.value(PROMPTS) or 0)

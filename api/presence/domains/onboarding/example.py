"""The example: a sample company, measured the way every brand is.

Invariant: nothing about its results is stored here. Its site is served on this machine and read by
the first analysis, which asks the simulator alone; without such a site there is no example.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.core.sample import COMPANY, LANGUAGE, MARKET
from presence.core.settings import Settings
from presence.domains.brands import service as brands
from presence.domains.brands.records import NewBrand
from presence.domains.materials import service as materials
from presence.domains.runs.service import start_run
from presence.domains.workspaces import service as workspaces
from presence.domains.workspaces.service.examples import enter_example

_NOT_OFFERED = "There is no example here. Set up your own business instead."


async def open_example(
    session: AsyncSession, settings: Settings, user_id: UUID, session_id: UUID
) -> UUID:
    """Switch to the person's example, created and analysed if there is none; returns its id.

    Raises NotFound where none is offered, RateLimited for somebody who created many workspaces.
    """
    site = settings.outbound.example_site
    if not site:  # guard: example.switched-on
        raise NotFound(_NOT_OFFERED)
    if await enter_example(session, user_id, session_id, COMPANY):
        business = {"business_name": COMPANY, "website_url": site, "language": LANGUAGE}
        await workspaces.write_business(session, user_id, {**business, "wizard_completed": True})
        new = NewBrand(
            name=COMPANY,
            source="website",
            description="",
            website_url=site,
            target_audience="",
            market=MARKET,
            language=LANGUAGE,
            is_primary=True,
        )
        brand = await brands.create_brand(session, new)
        await materials.add_website(session, brand.id, site)
        await start_run(session, settings, brand.id, "initial")
    return workspaces.bound_workspace(session)

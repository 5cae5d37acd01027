"""What other slices get from brands: profiles, panels, scores."""

from __future__ import annotations

import asyncpg
import pytest

from presence.analysis.types import Panel, PanelPrompt
from presence.core.errors import NotFound
from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.brands import service
from presence.domains.brands.models import BrandCompetitor
from presence.domains.brands.prefixes import owned_prefixes
from presence.domains.brands.records import BrandRef, NewBrand
from tests.factories.people import Tenant, make_tenant

NEW = NewBrand(
    name="Harrow Cycles",
    source="website",
    description="Bicycles repaired while you wait.",
    website_url="https://www.harrow.example/shop",
    target_audience="City commuters",
    aliases=("Harrow",),
    market="GB",
    language="en-GB",
    is_primary=True,
)


def prompt(key: str) -> PanelPrompt:
    """A prompt with a key of its own."""
    return PanelPrompt(key, f"Which {key}?", "discovery", "bicycles", "en-GB")


@pytest.mark.parametrize(
    ("website", "prefixes"),
    [
        (None, ()),
        ("https://www.example.com/en/home", ("example.com",)),
        ("https://Shop.Example.com", ("shop.example.com",)),
        ("http://127.0.0.1:8080/a", ("127.0.0.1:8080",)),
        ("https://www.facebook.com/harrow/about", ("facebook.com/harrow",)),
        ("https://linkedin.com/company/harrow", ("linkedin.com/company/harrow",)),
        ("https://www.facebook.com/", ()),
    ],
)
def test_a_brand_owns_its_site_or_its_corner_of_a_shared_one(
    website: str | None, prefixes: tuple[str, ...]
) -> None:
    assert owned_prefixes(website) == prefixes


async def test_the_profile_carries_the_brand_and_its_tracked_competitors(
    database: Database,
) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        brand = await service.create_brand(session, NEW)
        for name, status in (("Marlow", "tracked"), ("Nobody", "dismissed")):
            session.add(BrandCompetitor(id=new_id(), brand_id=brand.id, name=name, status=status))
        await session.flush()
        profile = await service.brand_profile(session, brand.id)
    assert (profile.name, profile.aliases, profile.audience) == (
        "Harrow Cycles",
        ("Harrow",),
        "City commuters",
    )
    assert (profile.market, profile.language) == ("GB", "en-GB")
    assert profile.prefixes == ("harrow.example",)
    assert [competitor.name for competitor in profile.competitors] == ["Marlow"]


async def test_a_panel_is_stored_in_its_order_and_again_without_repeats(
    database: Database,
) -> None:
    tenant = await make_tenant(database)
    panel = Panel((prompt("c"), prompt("a"), prompt("b")), "panel-1")
    async with database.transaction(tenant.binding) as session:
        brand = await service.create_brand(session, NEW)
        first = await service.save_panel(session, brand.id, panel)
        second = await service.save_panel(session, brand.id, panel)
    assert [stored.prompt for stored in first] == list(panel.prompts)
    assert first == second


async def test_prompts_that_left_the_panel_are_not_asked_and_return_under_their_old_key(
    database: Database,
) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        brand = await service.create_brand(session, NEW)
        old = await service.save_panel(session, brand.id, Panel((prompt("a"), prompt("b")), "1"))
        new = await service.save_panel(session, brand.id, Panel((prompt("b"), prompt("c")), "2"))
        back = await service.save_panel(session, brand.id, Panel((prompt("a"),), "3"))
    assert [stored.prompt.id for stored in new] == ["b", "c"]
    assert [stored.id for stored in back] == [old[0].id]


async def test_a_workspace_has_one_primary_brand_which_saving_describes_anew(
    database: Database,
) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        first = await service.save_primary(session, NEW)
        renamed = NewBrand("Harrow", "description", is_primary=True)
        second = await service.save_primary(session, renamed)
        assert await service.primary_brand_id(session) == first.id
    assert (first.id, second.name, second.website_url) == (second.id, "Harrow", None)


async def test_settings_change_the_primary_brand_only_when_there_is_one(
    database: Database,
) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        await service.update_primary(session, name="Nobody")
        assert await service.primary_brand(session) is None
        await service.save_primary(session, NEW)
        await service.update_primary(session, description="Only tandems.")
        brand_id = await service.primary_brand_id(session)
        assert brand_id is not None
        detail = await service.brand_detail(session, brand_id)
    assert (detail.ref.name, detail.description) == ("Harrow Cycles", "Only tandems.")


async def test_what_is_in_use_is_counted_for_the_plan(database: Database) -> None:
    tenant = await make_tenant(database)
    panels = (Panel((prompt("a"), prompt("b")), "1"), Panel((prompt("b"),), "2"))
    async with database.transaction(tenant.binding) as session:
        brand = await service.create_brand(session, NEW)
        await service.create_brand(session, NewBrand("Second", "description"))
        session.add(
            BrandCompetitor(id=new_id(), brand_id=brand.id, name="Marlow", status="tracked")
        )
        session.add(
            BrandCompetitor(id=new_id(), brand_id=brand.id, name="Else", status="suggested")
        )
        for panel in panels:
            await service.save_panel(session, brand.id, panel)
        counted = (
            await service.count_brands(session),
            await service.count_websites(session),
            await service.count_competitors(session),
            await service.count_prompts(session),
        )
    assert counted == (2, 1, 1, 3)  # one question, and the neutral one of each brand


async def test_services_do_not_see_a_brand_of_another_workspace(database: Database) -> None:
    mine, theirs = await make_tenant(database), await make_tenant(database)
    async with database.transaction(theirs.binding) as session:
        brand = await service.create_brand(session, NEW)
    for ask in (service.get_brand, service.brand_profile, service.brand_detail):
        await _assert_unseen(database, mine, ask, brand.id)


async def _assert_unseen(database: Database, tenant: Tenant, ask: object, key: object) -> None:
    async with database.transaction(tenant.binding) as session:
        with pytest.raises(NotFound):
            await ask(session, key)  # type: ignore[operator]  # three services of one shape


async def read_anew(admin: asyncpg.Connection, brand: BrandRef) -> int:
    """How often a new extraction of the brand's stored answers was queued."""
    found: int = await admin.fetchval(
        "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'visibility.rescore'"
        " AND args->>'brand_id' = $1",
        str(brand.id),
    )
    return found


async def test_a_new_name_or_description_in_the_settings_has_answers_read_anew(
    database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        brand = await service.save_primary(session, NEW)
        await service.update_primary(session, name=NEW.name, description=NEW.description)
    assert await read_anew(admin, brand) == 0
    async with database.transaction(tenant.binding) as session:
        await service.update_primary(session, name="Harrow Tandems")
    assert await read_anew(admin, brand) == 1
    async with database.transaction(tenant.binding) as session:
        await service.update_primary(session, name="Harrow Tandems", description="Only tandems.")
    assert await read_anew(admin, brand) == 2


@pytest.mark.parametrize(
    ("change", "times"),
    [
        ({"name": "Harrow Tandems"}, 1),
        ({"aliases": ["Harrow", "Harrow Shop"]}, 1),
        ({"is_common_word": True}, 1),
        ({"owned_prefixes": ["harrow.example/shop"]}, 1),
        ({"description": "Only tandems."}, 1),
        ({"target_audience": "People who ride in pairs"}, 1),
        ({"language": "de"}, 1),
        ({"market": "DE"}, 1),
        ({"tone": "Plain"}, 0),
        ({"description": NEW.description, "market": NEW.market}, 0),
    ],
    ids=str,
)
async def test_answers_are_read_anew_after_every_change_of_how_they_are_read(
    database: Database, admin: asyncpg.Connection, change: dict[str, object], times: int
) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        brand = await service.save_primary(session, NEW)
        await service.change_brand(session, brand.id, change)
    assert await read_anew(admin, brand) == times

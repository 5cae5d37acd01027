"""Links in mails and messages: each leads to its brand, whichever workspace is in view."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import asyncpg
import pytest
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.messaging.service.addresses import screen_address
from presence.domains.messaging.service.endpoints.messages import notice_payload
from presence.domains.messaging.service.notifications.kinds import KINDS
from presence.domains.messaging.service.notifications.notices import Notice
from presence.jobs.context import JobResources
from tests.conftest import browser
from tests.factories.moving import analysed, issued, reader, say_moved, turn
from tests.factories.post import Post, text_of
from tests.factories.runs import make_brand, session_cookies

SHARED = "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')"


async def test_a_digests_links_open_each_brand_in_the_workspace_that_has_it(
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    post: Post,
    app: FastAPI,
) -> None:
    own = await make_brand(database, await reader(database))
    other = await make_brand(database, await reader(database), name="Marlow")
    await admin.execute(SHARED, other.tenant.workspace_id, own.tenant.user_id)
    for brand in (own, other):
        await analysed(database, hands, brand)
    (message,) = await issued(hands, own.tenant, post)
    views = _views(text_of(message, "html"))
    assert {view["brand"] for view in views} == {str(own.brand_id), str(other.brand_id)}
    async with browser(app, cookies=await session_cookies(database, own.tenant)) as client:
        for view in views:
            entered = await client.post(f"/api/v1/workspaces/{view['workspace']}/switch")
            assert entered.status_code == 200, entered.text
            shown = await client.get(f"/api/v1/brands/{view['brand']}/summary")
            assert shown.status_code == 200, shown.text


async def test_a_move_of_an_earlier_analysis_leads_to_the_course_of_that_score(
    hands: JobResources, database: Database, admin: asyncpg.Connection, post: Post
) -> None:
    subject = await make_brand(database, await reader(database))
    now = datetime.now(UTC)
    await turn(hands, subject.tenant, now)
    earlier = await analysed(database, hands, subject)
    await analysed(database, hands, subject)
    await say_moved(database, admin, subject, earlier, points=-7.0)
    await turn(hands, subject.tenant, now + timedelta(days=8))
    (message,) = await post.deliver()
    (view,) = [one for one in _views(text_of(message, "html")) if "metric" in one]
    assert view["metric"] == "content"
    assert view["to"] == f"{now:%Y-%m-%d}"
    assert "Content AI Visibility −7 points" in text_of(message)


@pytest.mark.parametrize("kind", KINDS)
def test_every_message_names_the_workspace_it_is_about(kind: str, app: FastAPI) -> None:
    workspace_id, notice = uuid4(), Notice(kind)  # type: ignore[arg-type]  # one of the kinds
    payload = notice_payload(app.state.settings, workspace_id, notice, new_id(), datetime.now(UTC))
    assert parse_qs(urlsplit(payload["data"]["url"]).query)["workspace"] == [str(workspace_id)]


def test_a_part_of_a_page_stays_behind_the_query() -> None:
    workspace_id = uuid4()
    found = screen_address("/dashboard/settings#integrations", workspace_id)
    assert found == f"/dashboard/settings?workspace={workspace_id}#integrations"


def _views(html: str) -> list[dict[str, str]]:
    """What the links to a brand's screens ask for."""
    queries = [urlsplit(unescape(link)).query for link in re.findall(r'href="([^"]+)"', html)]
    views = [{name: value for name, (value,) in parse_qs(query).items()} for query in queries]
    return [view for view in views if "brand" in view]

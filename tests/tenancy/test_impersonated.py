"""Every operation by support acting as a customer, while the right stands and after it ended.

Operations come from the application's table of routes. Whoever reads changes nothing and takes no
file along; whoever writes does what is listed here and no more, and leaves nothing that gives
access; whoever's right has ended gets 401 from everything that asks who is there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.operators.service.reach import FILES
from tests import conftest
from tests.conftest import browser
from tests.factories.staff import (
    BASE,
    ORIGIN,
    REASON,
    Colleague,
    begin_acting,
    console_app,
    join,
)
from tests.tenancy.actors import Owned, owner_of_each
from tests.tenancy.fingerprint import fingerprint
from tests.tenancy.operations import PROTECTED, PUBLIC, UNSAFE, Operation, operations
from tests.tenancy.test_matrix import ENDLESS, named
from tests.tenancy.test_routes import call

OVER, READ_ONLY, BLOCKED = (f"impersonation_{why}" for why in ("over", "read_only", "blocked"))
# What support may do when it acts for writing. A new route of these permissions is judged here:
# does it give anybody access, or take a protection away? Then it belongs in `reach.py` instead.
_WRITABLE = (
    "brands_accept_competitor brands_accept_panel brands_accept_suggestion"
    " brands_accept_suggestions"
    " brands_add_competitor brands_add_prompt brands_reconsider_panel"
    " brands_change_competitor brands_change_prompt brands_dismiss_competitor"
    " brands_dismiss_suggestion brands_import_prompts brands_keep_panel brands_pause_brand"
    " brands_rename_topic brands_restore_brand brands_restore_competitor_suggestion"
    " brands_restore_panel_version brands_restore_prompt"
    " brands_restore_suggestion brands_resume_brand materials_add_material"
    " materials_analyze_material materials_change_material materials_check_site"
    " materials_replace_document materials_restore_material onboarding_add_brand"
    " onboarding_change_brand onboarding_correct_offer onboarding_save_business_info"
    " onboarding_save_draft"
    " publishing_cancel_report messaging_change_alert_rule messaging_make_alert_rule"
    " publishing_request_brief publishing_request_report messaging_restore_alert_rule"
    " publishing_retry_report publishing_set_branding messaging_test_alert_rule trends_track"
    " runs_cancel runs_confirm analytics_correct analytics_decide"
    " findings_decide_finding"
    " findings_decide_gap findings_decide_gaps findings_decide_recommendation"
    " runs_import_answers runs_preview_import findings_recheck_finding"
    " analytics_replace_facts runs_retry runs_start results_start_rescore"
    " experiments_register_experiment"
    " experiments_stop_experiment experiments_try_out findings_undo_finding findings_undo_gap"
    " findings_undo_recommendation traffic_revoke_log_source"
    " traffic_begin_log_upload traffic_send_log_part traffic_confirm_log_upload"
    " traffic_cancel_log_upload traffic_add_platform_report"
    " traffic_preview_platform_report"
)
WRITABLE = set(_WRITABLE.split())
# Rows by which somebody gets in, or something gets out.
GIVING_ACCESS = {
    "api_key", "endpoint", "engine_credential", "google_identity", "invitation",
    "invitation_link", "login_session", "membership", "one_time_token", "recovery_code",
    "passkey", "second_factor", "share_link", "users", "view_export", "data_export",
}  # fmt: skip
CALLED = [o for o in PROTECTED if o.name not in ENDLESS]
READING = [o for o in CALLED if o.method in ("GET", "HEAD")]
CHANGING = [o for o in UNSAFE if o.name in {p.name for p in CALLED}]


@dataclass
class Scene:
    """A tenant with everything, and browsers in which support acts, or acted, as its owner."""

    owned: Owned
    admin: asyncpg.Connection
    read: httpx.AsyncClient
    write: httpx.AsyncClient
    over: dict[str, httpx.AsyncClient]

    async def print_of(self) -> dict[str, object]:
        """What stands in every table about the tenant."""
        whose = (self.owned.ids["workspace_id"], self.owned.ids["user_id"])
        return {**await fingerprint(self.admin, [whose[0]], [whose[1]])}


@pytest_asyncio.fixture(scope="module")
async def scene(
    app: FastAPI, place: conftest.Place, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[Scene]:
    """Begun and ended as staff would."""
    async with AsyncExitStack() as stack:
        owned = await stack.enter_async_context(owner_of_each(app, place, database, admin))
        settings = place.settings(console={"public_url": ORIGIN})
        console = await stack.enter_async_context(console_app(settings))
        boss = await join(console, console.state.database)
        stack.push_async_callback(boss.client.aclose)

        async def act(mode: str) -> tuple[Colleague, UUID, httpx.AsyncClient]:
            colleague = await join(console, console.state.database, "support-l2")
            stack.push_async_callback(colleague.client.aclose)
            why = {"writeReason": "They cannot do it"} if mode == "write" else {}
            begun = await begin_acting(colleague, owned.tenant, mode=mode, **why)
            assert begun.status_code == 201, begun.text
            client = await stack.enter_async_context(browser(app))
            link = "/api/v1/" + begun.json()["url"].partition("/api/v1/")[2]
            assert (await client.get(link)).status_code == 303
            return colleague, UUID(begun.json()["id"]), client

        over = {}
        for name in ("disable", "reset-sign-in", "change-role", "end", "sign out"):
            colleague, key, client = await act("read" if name == "sign out" else "write")
            body = {"reason": REASON, **({"role": "auditor"} if name == "change-role" else {})}
            if name == "sign out":
                answer = await colleague.client.delete(f"{BASE}/session")
            elif name == "end":
                answer = await boss.client.post(f"{BASE}/impersonations/{key}/end", json=body)
            else:
                answer = await boss.client.post(f"{BASE}/staff/{colleague.id}/{name}", json=body)
            assert answer.is_success, answer.text
            over[name] = client
        read, write = (await act("read"))[2], (await act("write"))[2]
        yield Scene(owned, admin, read, write, over)


def code_of(answer: httpx.Response) -> str:
    """The problem's code, empty for what is none."""
    said = answer.json() if "json" in answer.headers.get("content-type", "") else {}
    return str(said.get("code", "")) if isinstance(said, dict) else ""


def test_what_support_may_write_is_what_the_routes_permit() -> None:
    names = {o.name for o in operations()}
    assert names >= WRITABLE
    assert {o.path for o in operations()} >= FILES


@pytest.mark.parametrize("operation", PROTECTED, ids=named)
async def test_a_right_that_ended_opens_nothing(scene: Scene, operation: Operation) -> None:
    for name, client in scene.over.items():
        answer = await call(client, operation, operation.fill(scene.owned.ids))
        expected = "unauthenticated" if operation.name == "mcp" else OVER
        assert (answer.status_code, code_of(answer)) == (401, expected), (name, answer.text)


@pytest.mark.parametrize("name", sorted(PUBLIC & {"session_meta", "billing_plans"}))
async def test_what_is_public_is_answered_as_to_a_visitor(scene: Scene, name: str) -> None:
    (operation,) = [o for o in operations() if o.name == name]
    for client in scene.over.values():
        answer = await call(client, operation, operation.path)
        assert answer.status_code == 200
        assert scene.owned.client.cookies is not client.cookies
        assert str(scene.owned.ids["workspace_id"]) not in answer.text


async def test_reading_changes_nothing_and_takes_no_file_along(scene: Scene) -> None:
    before = await scene.print_of()
    for operation in READING:
        answer = await call(scene.read, operation, operation.fill(scene.owned.ids))
        assert answer.status_code < 500, (operation, answer.text)
        assert answer.status_code != 401 or operation.name == "mcp", (operation, answer.text)
        assert "attachment" not in answer.headers.get("content-disposition", ""), operation
        if operation.path in FILES:
            assert (answer.status_code, code_of(answer)) == (403, BLOCKED), operation
    after = await scene.print_of()
    assert [table for table in before if before[table] != after[table]] == []


@pytest.mark.parametrize("operation", CHANGING, ids=named)
async def test_whoever_reads_changes_nothing(scene: Scene, operation: Operation) -> None:
    answer = await call(scene.read, operation, operation.fill(scene.owned.ids))
    assert (answer.status_code, code_of(answer)) == (403, READ_ONLY), answer.text


async def test_whoever_writes_does_what_is_listed_and_leaves_both_names(scene: Scene) -> None:
    before, unnamed = await scene.print_of(), []
    entries = "SELECT count(*) FROM audit_log WHERE staff_id IS NOT NULL AND on_behalf_of = $1"
    for operation in CHANGING:
        had = await scene.admin.fetchval(entries, scene.owned.ids["user_id"])
        answer = await call(scene.write, operation, operation.fill(scene.owned.ids))
        refused = answer.status_code == 403 and code_of(answer) in (BLOCKED, READ_ONLY)
        assert refused != (operation.name in WRITABLE), (operation, answer.text)
        named_both = await scene.admin.fetchval(entries, scene.owned.ids["user_id"]) > had
        if answer.is_success and not named_both:
            unnamed.append(operation.name)
    assert unnamed == [], unnamed
    after = await scene.print_of()
    changed = {table for table in before if before[table] != after[table]}
    assert changed & GIVING_ACCESS == set()


async def test_reading_what_is_public_changes_nothing_either(scene: Scene) -> None:
    """Opened as anybody may, and by a log-in that may change nothing: not even a count goes up."""
    ids, body = scene.owned.ids, {"name": "For the board"}
    made = await scene.owned.client.post(f"/api/v1/brands/{ids['brand_id']}/share-links", json=body)
    links = (await scene.owned.client.get("/api/v1/share-links")).json()["data"]
    (url,) = [link["url"] for link in links if link["id"] == made.json()["id"]]
    before = await scene.print_of()
    opened = await scene.read.get(f"/api/v1/share/{url.rpartition('/')[2]}")
    assert opened.status_code == 200, opened.text
    for operation in operations():
        if operation.name in PUBLIC and operation.method == "GET":
            answer = await call(scene.read, operation, operation.fill(ids))
            assert answer.status_code < 500, (operation, answer.text)
    after = await scene.print_of()
    assert [table for table in before if before[table] != after[table]] == []


async def test_support_that_may_write_makes_and_changes_no_share_link(scene: Scene) -> None:
    """A link would open the results when the support session is long over."""
    ids, body = scene.owned.ids, {"name": "For support"}
    ours = await scene.owned.client.post(f"/api/v1/brands/{ids['brand_id']}/share-links", json=body)
    assert ours.status_code == 201, ours.text
    before = await scene.print_of()
    tried = [
        await scene.write.post(f"/api/v1/brands/{ids['brand_id']}/share-links", json=body),
        await scene.write.patch(
            f"/api/v1/share-links/{ours.json()['id']}",
            json={"password": None, "expiresAt": "2999-01-01T00:00:00Z"},
        ),
    ]
    for answer in tried:
        assert (answer.status_code, code_of(answer)) == (403, BLOCKED), answer.text
        assert answer.json()["message"] == (
            "Support cannot give access to a customer's results. Ask the customer to share them."
        )
    assert await scene.print_of() == before


async def test_addresses_that_open_something_are_not_shown(scene: Scene) -> None:
    ids, body = scene.owned.ids, {"name": "For a colleague"}
    made = await scene.owned.client.post(f"/api/v1/brands/{ids['brand_id']}/share-links", json=body)
    assert made.status_code == 201, made.text
    own = (await scene.owned.client.get("/api/v1/share-links")).json()["data"]
    assert any(link["url"] for link in own)
    for client in (scene.read, scene.write):
        shown = (await client.get("/api/v1/share-links")).json()["data"]
        assert len(shown) == len(own)
        assert [link["url"] for link in shown if link["url"]] == []

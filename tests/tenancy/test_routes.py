"""A row for every kind of id there is, so that every operation can be tried (see `test_matrix`).

A new kind of id in a path, a query or a body must be given a row here, or the tests fail; the owner
reads what is theirs, and every route declares what it asks.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.http import permission
from tests.conftest import Place, browser
from tests.factories.files import DOCX_TYPE, docx_file
from tests.factories.people import make_tenant
from tests.factories.runs import begin_run, make_brand, session_cookies, work_off, worker_hands
from tests.tenancy.operations import PUBLIC, WITH_IDS, Operation, operations

BODIES = {
    "runs_start": {"kind": "full"},
    "runs_import_answers": {"text": "Harrow boots last."},
    "runs_preview_import": {"text": "Harrow boots last."},
    "findings_decide_gap": {"status": "planned"},
    "findings_decide_gaps": {"ids": [str(new_id())], "status": "planned"},
    "findings_decide_finding": {"status": "planned"},
    "findings_decide_recommendation": {"status": "planned"},
    "onboarding_change_brand": {"name": "Marlow"},
    "onboarding_correct_offer": {"category": "walking boots"},
    "brands_accept_panel": {},
    "brands_add_prompt": {"text": "Which boots last longest?"},
    "brands_change_prompt": {"topic": "Boots"},
    "brands_import_prompts": {"rows": [{"text": "Which boots last longest?"}]},
    "brands_rename_topic": {"name": "Boots", "newName": "Walking boots"},
    "brands_add_competitor": {"name": "Marlow"},
    "brands_change_competitor": {"name": "Marlow"},
    "analytics_correct": {"kind": "missed", "start": 0, "end": 1},
    "analytics_decide": {"isBrand": True},
    "materials_add_material": {"url": "https://harrow.example/boots"},
    "materials_change_material": {"title": "Boots"},
    "publishing_request_report": {"format": "csv"},
    "publishing_request_view_export": {
        "brandId": str(new_id()),
        "resource": "answers",
        "format": "csv",
    },
    "publishing_write_annotation": {"day": "2026-11-21", "text": "Relaunch", "scope": "personal"},
    "publishing_change_annotation": {"text": "Relaunch"},
    "publishing_keep_view": {
        "name": "Boots",
        "screen": "analytics",
        "query": "tab=prompts",
        "scope": "personal",
    },
    "publishing_change_view": {"name": "Boots"},
    "publishing_make_share_link": {"name": "For the board"},
    "publishing_change_share_link": {"name": "For the board"},
    "messaging_mark_notification": {"read": True},
    "messaging_choose_digest": {"frequency": "monthly"},
    "messaging_make_webhook": {
        "name": "Out",
        "url": "https://example.com/hook",
        "events": ["run-completed"],
    },
    "messaging_change_webhook": {"name": "Other"},
    "messaging_connect_slack": {
        "url": "https://hooks.slack.com/services/T0/B0/abcdefgh",
        "events": ["run-completed"],
    },
    "messaging_make_alert_rule": {
        "name": "Falls",
        "metric": "content",
        "condition": "falls-by",
        "threshold": 5,
        "channels": ["in-app"],
    },
    "messaging_change_alert_rule": {"threshold": 6},
    "messaging_choose_notifications": {"choices": {}},
    "identity_rename_passkey": {"name": "Work phone"},
    "identity_remove_passkey": {},
    "workspaces_ask_support": {"topic": "question", "message": "How do I begin?"},
    "team_change_role": {"role": "viewer"},
    "team_transfer_ownership": {"userId": str(new_id())},
    "team_invite": {"email": "new@example.com", "role": "viewer"},
    "team_create_api_key": {"name": "Reports"},
    "team_create_workspace": {"name": "Second"},
    "analytics_replace_facts": {"facts": [{"kind": "founded", "value": "1998"}]},
    "experiments_plan_experiment": {"change": "Prices"},
    "experiments_register_experiment": {"change": "Prices"},
    "traffic_begin_log_upload": {"sourceId": str(new_id()), "name": "a.log", "size": 9},
    "traffic_confirm_log_upload": {},
    "traffic_add_log_source": {"name": "Second site", "kind": "upload"},
    "experiments_try_out": {"changes": [{"action": "remove", "source": "https://a.example/"}]},
}
CITED_PAGES = {"file": ("cited.csv", b"Date,Citations\n2026-11-01,3\n", "text/csv")}
FILES = {
    "materials_replace_document": {"file": ("a.docx", docx_file("Boots."), DOCX_TYPE)},
    "traffic_send_log_part": {"file": ("part", b"not a log", "application/octet-stream")},
    "traffic_preview_platform_report": CITED_PAGES,
    "traffic_add_platform_report": CITED_PAGES,
}
QUERY = {"metric": "content"}
LEADS_ELSEWHERE = {"publishing_download_report": 302, "publishing_download_view_export": 302}
ROWS = {
    "brand_id": "SELECT id FROM brand WHERE workspace_id = $1 LIMIT 1",
    "run_id": "SELECT id FROM run WHERE workspace_id = $1 LIMIT 1",
    "answer_id": "SELECT id FROM answer WHERE workspace_id = $1 LIMIT 1",
    "check_id": "SELECT id FROM site_check WHERE workspace_id = $1 LIMIT 1",
    "prompt_id": "SELECT id FROM prompt WHERE workspace_id = $1 AND NOT interpretation LIMIT 1",
    "competitor_id": "SELECT id FROM competitor WHERE workspace_id = $1 LIMIT 1",
    "gap_id": "SELECT id FROM content_gap WHERE workspace_id = $1 AND number = 1",
    "finding_id": "SELECT id FROM technical_finding WHERE workspace_id = $1 AND number = 1",
    "recommendation_id": "SELECT id FROM recommendation WHERE workspace_id = $1 AND number = 1",
    "review_id": "SELECT id FROM mention_review WHERE workspace_id = $1 LIMIT 1",
    "fact_id": "SELECT id FROM brand_fact WHERE workspace_id = $1 AND status = 'confirmed' LIMIT 1",
    "what_if_id": "SELECT id FROM what_if WHERE workspace_id = $1 LIMIT 1",
    "experiment_id": "SELECT id FROM experiment WHERE workspace_id = $1 LIMIT 1",
    "material_id": "SELECT id FROM material WHERE workspace_id = $1 LIMIT 1",
    "notification_id": "SELECT id FROM notification WHERE workspace_id = $1 LIMIT 1",
    "view_export_id": "SELECT id FROM view_export WHERE workspace_id = $1 LIMIT 1",
    "annotation_id": "SELECT id FROM annotation WHERE workspace_id = $1 LIMIT 1",
    "view_id": "SELECT id FROM saved_view WHERE workspace_id = $1 LIMIT 1",
    "share_id": "SELECT id FROM share_link WHERE workspace_id = $1 LIMIT 1",
    "report_id": "SELECT id FROM report WHERE workspace_id = $1 LIMIT 1",
    "session_id": "SELECT s.id FROM login_session s JOIN membership m USING (user_id)"
    " WHERE m.workspace_id = $1 LIMIT 1",
    "export_id": "SELECT e.id FROM data_export e JOIN membership m USING (user_id)"
    " WHERE m.workspace_id = $1 LIMIT 1",
    "passkey_id": "SELECT k.id FROM passkey k JOIN membership m USING (user_id)"
    " WHERE m.workspace_id = $1 LIMIT 1",
    "user_id": "SELECT user_id FROM membership WHERE workspace_id = $1 LIMIT 1",
    "invitation_id": "SELECT id FROM invitation WHERE workspace_id = $1 LIMIT 1",
    "key_id": "SELECT id FROM api_key WHERE workspace_id = $1 LIMIT 1",
    "workspace_id": "SELECT $1::uuid",
    "endpoint_id": "SELECT id FROM endpoint WHERE workspace_id = $1 LIMIT 1",
    "delivery_id": "SELECT id FROM delivery WHERE workspace_id = $1 LIMIT 1",
    "rule_id": "SELECT id FROM alert_rule WHERE workspace_id = $1 LIMIT 1",
    "upload_id": "SELECT id FROM traffic_upload WHERE workspace_id = $1 LIMIT 1",
    "platform_report_id": "SELECT id FROM traffic_report WHERE workspace_id = $1 LIMIT 1",
    "source_id": "SELECT id FROM traffic_source WHERE workspace_id = $1 LIMIT 1",
    "query_id": "SELECT id FROM trend_query WHERE workspace_id = $1 LIMIT 1",
}


# The brand has no website, so its run finds nothing technical by itself.
FINDING = """
INSERT INTO technical_finding (id, workspace_id, run_id, brand_id, number, code, key, "group", page,
  pages, issue, type, impact, impact_value, action, fix, effort, evidence, bots, policy_choice)
SELECT $1, workspace_id, id, brand_id, 1, 'noindex', 'noindex', 'ai-access', '', '[]', '', '',
  'High', 1, '', '', 'Low', '[]', '[]', false FROM run WHERE workspace_id = $2
"""
# No answer of the simulator leaves a doubt by itself.
REVIEW = """
INSERT INTO mention_review
  (id, workspace_id, answer_id, brand_id, entity, start_at, end_at, matched)
SELECT $1, workspace_id, id, brand_id, 'brand', 0, 1, 'x'
FROM answer WHERE workspace_id = $2 LIMIT 1
"""
INVITATION = """
INSERT INTO invitation (id, workspace_id, email, role, sending_id, expires_at)
VALUES ($1, $2, 'invited@example.com', 'viewer', $1, now() + interval '7 days')
"""
API_KEY = """
INSERT INTO api_key (id, workspace_id, user_id, name, prefix, key_hash, scope)
VALUES ($1, $2, $3, 'Reports', 'pk_reports',
  sha256(convert_to('reports' || $1::uuid, 'UTF8')), 'read')
"""
NOTIFICATION = """
INSERT INTO notification (id, workspace_id, user_id, kind, subject_id)
VALUES ($1, $2, $3, 'plan-changed', $1)
"""
EXPORT = """
INSERT INTO data_export (id, user_id, status, content, expires_at)
VALUES ($1, $2, 'ready', decode(rpad('504b0506', 44, '0'), 'hex'), now() + interval '1 day')
"""
PASSKEY = """
INSERT INTO passkey (id, user_id, credential_id, public_key, sign_count, name, backed_up)
VALUES ($1, $2, uuid_send($1), '', 0, 'My phone', false)
"""
REPORT = """
INSERT INTO report
  (id, workspace_id, brand_id, format, sections, locale, status, file_id, expires_at)
VALUES ($1, $2, $3, 'pdf', '["summary"]', 'en', 'ready', $1, now() + interval '1 day')
"""
SHARE = """
INSERT INTO share_link
  (id, workspace_id, brand_id, name, token_hash, sealed_token, sections, days)
VALUES ($1, $2, $3, 'For the board', sha256('token'), '', '[]', 90)
"""
ENDPOINT = """
INSERT INTO endpoint (id, workspace_id, kind, name, url, secret, events)
VALUES ($1, $2, 'webhook', 'Out', 'https://example.com/', '', '["run-completed"]')
"""
DELIVERY = """
INSERT INTO delivery (id, workspace_id, endpoint_id, message_id, kind, payload, next_at)
SELECT $1, workspace_id, id, $1, 'test', '{}', now() FROM endpoint WHERE workspace_id = $2
"""
RULE = """
INSERT INTO alert_rule
  (id, workspace_id, name, metric, condition, threshold, channels, cooldown_hours)
VALUES ($1, $2, 'Falls', 'content', 'falls-by', 5, '["in-app"]', 24)
"""
VIEW_EXPORT = """
INSERT INTO view_export
  (id, workspace_id, brand_id, resource, format, status, file_id, expires_at)
VALUES ($1, $2, $3, 'answers', 'csv', 'ready', $1, now() + interval '1 day')
"""
NOTE = """
INSERT INTO annotation (id, workspace_id, brand_id, day, text)
VALUES ($1, $2, $3, now(), 'Relaunch')
"""
VIEW = """
INSERT INTO saved_view (id, workspace_id, brand_id, screen, name, query)
VALUES ($1, $2, $3, 'analytics', 'Boots', 'tab=prompts')
"""
MATERIAL = """
INSERT INTO material (id, workspace_id, brand_id, kind, url, is_primary)
VALUES ($1, $2, $3, 'website', 'https://harrow.example/shop', true)
"""
QUERY_ROW = """
WITH reading AS (
  INSERT INTO trend_reading (id, workspace_id, brand_id, status)
  VALUES ($1, $2, $3, 'failed') RETURNING id, workspace_id)
INSERT INTO trend_query
  (id, workspace_id, reading_id, number, query, simulated, seen, n, answers, cited)
SELECT $1, workspace_id, id, 1, 'boots', false, 0, 0, '[]', '[]' FROM reading
"""
EXPERIMENT = """
INSERT INTO experiment (id, workspace_id, brand_id, source_kind, registration, hash,
  registered_late, starts_at, ends_at)
VALUES ($1, $2, $3, 'free', '{"brand": "", "change": "Prices", "page": "", "metric": "content",
  "assignment": "chosen", "treated": [], "controls": [], "donors": false, "baseline": [],
  "starts_at": "", "ends_at": "", "runs_planned": 1, "effect": 10, "detectable": 9, "power": 0.8,
  "seed": 1, "registered_late": false, "version": "experiment-1"}', 'x', false, now(),
  now() + interval '28 days')
"""
LOG_SOURCE = """
INSERT INTO traffic_source (id, workspace_id, brand_id, name, kind)
VALUES ($1, $2, $3, 'Main site', 'upload')
"""
LOG_UPLOAD = """
WITH log AS (
  INSERT INTO traffic_upload (id, workspace_id, brand_id, source_id, name, size)
  SELECT $1, workspace_id, brand_id, id, 'access.log', 9 FROM traffic_source
  WHERE workspace_id = $2 RETURNING id, workspace_id)
INSERT INTO traffic_upload_part (workspace_id, upload_id, number, content)
SELECT workspace_id, id, 0, 'not a log' FROM log
"""
PLATFORM_REPORT = """
WITH report AS (
  INSERT INTO traffic_report (id, workspace_id, brand_id, platform, subject, first_day, last_day,
    name, label, digest, columns, main, rows, counts)
  VALUES ($1, $2, $3, 'bing-ai', 'pages', '2026-11-01', '2026-11-28', 'cited.csv', 'Page',
    sha256('x'), '[{"name": "Citations", "field": "citations", "unit": "count"}]', 0, 1,
    '{"read": 1, "folded": 0, "totals": 0, "unnamed": 0, "uneven": 0, "unreadable": 0,
      "tables": 0}') RETURNING id, workspace_id)
INSERT INTO traffic_report_row (workspace_id, report_id, number, name, values)
SELECT workspace_id, id, 1, 'https://harrow.example/shop', '[3]' FROM report
"""
PRO = 1


@asynccontextmanager
async def one_of_each(
    app: FastAPI, place: Place, database: Database, admin: asyncpg.Connection, **brand: str
) -> AsyncIterator[tuple[dict[str, UUID], httpx.AsyncClient]]:
    """A tenant with a row for every kind of id, and its browser; `brand` changes its brand."""
    owner = await make_tenant(database)
    subject = await make_brand(database, owner, **brand)
    async with database.transaction(owner.binding) as session:
        await grant(session, owner.user_id, PRO, None)
    async with worker_hands(database, place.settings()) as resources:
        await work_off(resources, subject, await begin_run(database, subject))
    async with browser(app, cookies=await session_cookies(database, owner)) as client:
        checked = await client.post("/api/v1/sites/check", json={"url": "https://harrow.example"})
        assert checked.status_code == 202, checked.text
        await admin.execute(FINDING, new_id(), owner.workspace_id)
        subject_path = f"/api/v1/brands/{subject.brand_id}"
        tracked = await client.post(f"{subject_path}/competitors", json={"name": "Marlow"})
        assert tracked.status_code == 201, tracked.text
        await admin.execute(REVIEW, new_id(), owner.workspace_id)
        await admin.execute(MATERIAL, new_id(), owner.workspace_id, subject.brand_id)
        await admin.execute(INVITATION, new_id(), owner.workspace_id)
        await admin.execute(API_KEY, new_id(), owner.workspace_id, owner.user_id)
        await admin.execute(NOTIFICATION, new_id(), owner.workspace_id, owner.user_id)
        await admin.execute(REPORT, new_id(), owner.workspace_id, subject.brand_id)
        await admin.execute(SHARE, new_id(), owner.workspace_id, subject.brand_id)
        await admin.execute(NOTE, new_id(), owner.workspace_id, subject.brand_id)
        await admin.execute(VIEW, new_id(), owner.workspace_id, subject.brand_id)
        await admin.execute(EXPERIMENT, new_id(), owner.workspace_id, subject.brand_id)
        await admin.execute(VIEW_EXPORT, new_id(), owner.workspace_id, subject.brand_id)
        for row in (ENDPOINT, DELIVERY, RULE):
            await admin.execute(row, new_id(), owner.workspace_id)
        await admin.execute(EXPORT, new_id(), owner.user_id)
        await admin.execute(PASSKEY, new_id(), owner.user_id)
        await admin.execute(LOG_SOURCE, new_id(), owner.workspace_id, subject.brand_id)
        await admin.execute(LOG_UPLOAD, new_id(), owner.workspace_id)
        await admin.execute(PLATFORM_REPORT, new_id(), owner.workspace_id, subject.brand_id)
        await admin.execute(QUERY_ROW, new_id(), owner.workspace_id, subject.brand_id)
        facts = await client.put(f"{subject_path}/facts", json=BODIES["analytics_replace_facts"])
        assert facts.status_code == 200, facts.text
        tried = await client.post(f"{subject_path}/what-if", json=BODIES["experiments_try_out"])
        assert tried.status_code == 202, tried.text
        ids = {name: await admin.fetchval(sql, owner.workspace_id) for name, sql in ROWS.items()}
        assert all(ids.values()), ids
        yield ids, client


@pytest_asyncio.fixture(scope="module")
async def owned(
    app: FastAPI, place: Place, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[tuple[dict[str, UUID], httpx.AsyncClient]]:
    """A finished run of one tenant: a row for every kind of id, and the owner's browser."""
    async with one_of_each(app, place, database, admin) as made:
        yield made


async def call(client: httpx.AsyncClient, operation: Operation, path: str) -> httpx.Response:
    """Send the operation with a body and query it accepts."""
    body = BODIES.get(operation.name) if operation.method != "GET" else None
    sent = {"files": FILES[operation.name]} if operation.name in FILES else {"json": body}
    return await client.request(operation.method, path, params=QUERY, **sent)


@pytest.mark.parametrize(
    "operation",
    [o for o in WITH_IDS if o.method == "GET" and not o.path.endswith("/events")],
    ids=lambda o: o.name,
)
async def test_the_owner_reads_it(
    owned: tuple[dict[str, UUID], httpx.AsyncClient], operation: Operation
) -> None:
    ids, client = owned
    answer = await call(client, operation, operation.fill(ids))
    assert answer.status_code == LEADS_ELSEWHERE.get(operation.name, 200)


def test_what_is_public_is_listed_and_nothing_else() -> None:
    assert {o.name for o in operations() if o.asks == "public"} == PUBLIC


def test_every_route_declares_what_it_asks_of_its_caller(app: FastAPI) -> None:
    assert permission.undeclared(app) == []


def test_a_route_without_a_declaration_is_noticed(place: Place, database: Database) -> None:
    adapters = replace(build_adapters(place.settings()), database=database)
    application = create_customer_app(place.settings(), adapters)

    @application.get("/api/v1/secrets", tags=["test"])
    async def secrets() -> None:
        """Declares nothing."""

    @application.get("/api/v1/open", tags=["test"], openapi_extra=permission.PUBLIC)
    async def openly() -> None:
        """Says that it is public."""

    async def below(request: Request) -> Response:
        return Response(request.url.path)

    application.router.routes.append(Route("/below", endpoint=below, methods=["POST"]))
    application.mount("/beside", Starlette())
    assert permission.undeclared(application) == [
        "GET /api/v1/secrets",
        "POST /below",
        "ANY /beside",
    ]
    application.state.accounts.close()

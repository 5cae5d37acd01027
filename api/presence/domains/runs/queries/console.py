"""What the console lists of runs, answers, findings, brands and gaps in the catalogue.

Row security of the role `operator` decides which rows are visible.
"""

from __future__ import annotations

from presence.db.listing import Filter, Listing

RUNS = Listing(
    source="run r JOIN workspace w ON w.id = r.workspace_id"
    " JOIN brand b ON b.workspace_id = r.workspace_id AND b.id = r.brand_id",
    columns={
        "id": "r.id",
        "workspace_id": "r.workspace_id",
        "workspace_name": "w.name",
        "brand_id": "r.brand_id",
        "brand_name": "b.name",
        "kind": "r.kind",
        "trigger": "r.trigger",
        "status": "r.status",
        "stage": "r.stage",
        "done": "r.done",
        "steps": "r.total",
        "failure_code": "r.failure ->> 'code'",
        "failure_message": "r.failure ->> 'message'",
        "engines": "r.engines",
        "valid_answers": "r.valid_answers",
        "total_answers": "r.total_answers",
        "cost": "(SELECT coalesce(sum(CAST(u.cost_usd AS double precision)), 0)"
        " FROM engine_usage u WHERE u.workspace_id = r.workspace_id AND u.run_id = r.id)",
        "job_id": "r.job_id",
        "duration_seconds": "CAST(extract(epoch FROM r.finished_at - r.started_at)"
        " AS double precision)",
        "started_at": "r.started_at",
        "finished_at": "r.finished_at",
        "created_at": "r.created_at",
    },
    key="r.id",
    filters={
        "workspaceId": Filter("r.workspace_id", "uuid"),
        "brandId": Filter("r.brand_id", "uuid"),
        "status": Filter("r.status"),
        "kind": Filter("r.kind"),
        "trigger": Filter("r.trigger"),
        "failureCode": Filter("r.failure ->> 'code'"),
        "from": Filter("r.created_at", "since"),
        "to": Filter("r.created_at", "until"),
    },
    search=("CAST(r.id AS text)", "b.name", "w.name", "r.failure ->> 'message'"),
    sortable=(
        "status",
        "kind",
        "started_at",
        "finished_at",
        "created_at",
        "workspace_name",
        "valid_answers",
        "total_answers",
        "duration_seconds",
    ),
)

ANSWERS = Listing(
    source="answer a JOIN workspace w ON w.id = a.workspace_id"
    " JOIN brand b ON b.workspace_id = a.workspace_id AND b.id = a.brand_id",
    columns={
        "id": "a.id",
        "workspace_id": "a.workspace_id",
        "workspace_name": "w.name",
        "brand_id": "a.brand_id",
        "brand_name": "b.name",
        "run_id": "a.run_id",
        "prompt_id": "a.prompt_id",
        "question": "a.question",
        "engine": "a.engine",
        "engine_name": "a.engine_name",
        "model": "a.model",
        "surface": "a.surface",
        "sample": "a.sample",
        "status": "a.status",
        "text": "a.text",
        "error": "a.error",
        "error_code": "a.error_code",
        "latency_ms": "a.latency_ms",
        "cost": "CAST(a.cost_usd AS double precision)",
        "answered_at": "a.answered_at",
        "created_at": "a.created_at",
    },
    key="a.id",
    filters={
        "workspaceId": Filter("a.workspace_id", "uuid"),
        "brandId": Filter("a.brand_id", "uuid"),
        "runId": Filter("a.run_id", "uuid"),
        "engine": Filter("a.engine"),
        "status": Filter("a.status"),
        "errorCode": Filter("a.error_code"),
        "from": Filter("a.created_at", "since"),
        "to": Filter("a.created_at", "until"),
    },
    search=("a.question", "b.name", "w.name"),
    sortable=(
        "engine",
        "status",
        "latency_ms",
        "answered_at",
        "created_at",
        "workspace_name",
        "cost",
    ),
)

FINDINGS = Listing(
    source="technical_finding f JOIN workspace w ON w.id = f.workspace_id"
    " JOIN brand b ON b.workspace_id = f.workspace_id AND b.id = f.brand_id",
    columns={
        "id": "f.id",
        "workspace_id": "f.workspace_id",
        "workspace_name": "w.name",
        "brand_id": "f.brand_id",
        "brand_name": "b.name",
        "run_id": "f.run_id",
        "code": "f.code",
        "group": 'f."group"',
        "page": "f.page",
        "issue": "f.issue",
        "impact": "f.impact",
        "effort": "f.effort",
        "action": "f.action",
        "evidence": "f.evidence",
        "checked_at": "f.checked_at",
    },
    key="f.id",
    filters={
        "workspaceId": Filter("f.workspace_id", "uuid"),
        "brandId": Filter("f.brand_id", "uuid"),
        "runId": Filter("f.run_id", "uuid"),
        "code": Filter("f.code"),
        "group": Filter('f."group"'),
        "impact": Filter("f.impact"),
    },
    search=("f.code", "f.issue", "f.page", "b.name", "w.name"),
    sortable=(
        "code",
        "group",
        "impact",
        "effort",
        "workspace_name",
        "checked_at",
    ),
)

BRANDS = Listing(
    source="brand b JOIN workspace w ON w.id = b.workspace_id",
    columns={
        "id": "b.id",
        "workspace_id": "b.workspace_id",
        "workspace_name": "w.name",
        "name": "b.name",
        "website_url": "b.website_url",
        "source": "b.source",
        "status": "b.status",
        "pause_reason": "b.pause_reason",
        "is_primary": "b.is_primary",
        "market": "b.market",
        "language": "b.language",
        "basis": "b.basis",
        "overall_score": "b.overall_score",
        "scored_at": "b.scored_at",
        "prompt_count": "(SELECT count(*) FROM prompt p WHERE p.workspace_id = b.workspace_id"
        " AND p.brand_id = b.id AND p.status = 'active')",
        "last_run_id": "(SELECT r.id FROM run r WHERE r.workspace_id = b.workspace_id"
        " AND r.brand_id = b.id ORDER BY r.created_at DESC LIMIT 1)",
        "last_run_status": "(SELECT r.status FROM run r WHERE r.workspace_id = b.workspace_id"
        " AND r.brand_id = b.id ORDER BY r.created_at DESC LIMIT 1)",
        "next_run_at": "(SELECT s.next_run_at FROM run_schedule s"
        " WHERE s.workspace_id = b.workspace_id AND s.brand_id = b.id)",
        "deleted_at": "b.deleted_at",
        "created_at": "b.created_at",
    },
    key="b.id",
    filters={
        "workspaceId": Filter("b.workspace_id", "uuid"),
        "status": Filter("b.status"),
        "source": Filter("b.source"),
        "isPrimary": Filter("b.is_primary", "boolean"),
    },
    search=("b.name", "b.website_url", "w.name"),
    sortable=(
        "name",
        "status",
        "overall_score",
        "scored_at",
        "created_at",
        "workspace_name",
        "last_run_status",
    ),
)

CATEGORY_GAPS = Listing(
    source="offer_correction c JOIN workspace w ON w.id = c.workspace_id"
    " JOIN brand b ON b.workspace_id = c.workspace_id AND b.id = c.brand_id",
    columns={
        "id": "c.id",
        "workspace_id": "c.workspace_id",
        "workspace_name": "w.name",
        "brand_id": "c.brand_id",
        "brand_name": "b.name",
        "category": "c.value #>> '{}'",
        "language": "c.language",
        "created_at": "c.created_at",
    },
    key="c.id",
    filters={
        "workspaceId": Filter("c.workspace_id", "uuid"),
        "brandId": Filter("c.brand_id", "uuid"),
        "language": Filter("c.language"),
        "from": Filter("c.created_at", "since"),
        "to": Filter("c.created_at", "until"),
    },
    search=("c.value #>> '{}'", "b.name", "w.name"),
    sortable=(
        "category",
        "language",
        "created_at",
        "workspace_name",
    ),
    always="c.slot = 'category' AND NOT c.in_catalogue",
)

"""Runs, what they stored, what they concluded, and the event log.

Revision ID: 0007_visibility
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0007_visibility"
down_revision = "0006_materials"
branch_labels = None
depends_on = None

ACTIVE = sa.text("status IN ('queued', 'running')")
TABLES = (
    "run",
    "run_input",
    "crawl",
    "page_snapshot",
    "answer",
    "extraction",
    "score",
    "technical_finding",
    "content_gap",
    "recommendation",
    "brand_results",
    "run_event",
)


def upgrade() -> None:
    """Create the slice's tables, then close each to its own workspace."""
    _run()
    _inputs()
    _answers()
    _conclusions()
    _advice()
    _events()
    for table in TABLES:
        tenant_table(table)


def downgrade() -> None:
    """Drop them, dependants first."""
    for table in reversed(TABLES):
        op.drop_table(table)


def _tenant(*, key: bool = True) -> tuple[sa.Column, ...]:  # type: ignore[type-arg]  # untyped by Alembic
    identity = (sa.Column("id", UUID(as_uuid=True), primary_key=True),) if key else ()
    return (
        *identity,
        sa.Column(
            "workspace_id",
            UUID(as_uuid=True),
            sa.ForeignKey("workspace.id", ondelete="CASCADE"),
            server_default=CURRENT_WORKSPACE,
            nullable=False,
        ),
    )


def _created() -> sa.Column[object]:
    return sa.Column(
        "created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
    )


def _time(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=True)


def _id(name: str) -> sa.Column[object]:
    return sa.Column(name, UUID(as_uuid=True), nullable=False)


def _text(name: str, default: str | None = None) -> sa.Column[object]:
    return sa.Column(name, sa.Text, nullable=False, server_default=default)


def _whole(name: str, default: str | None = None) -> sa.Column[object]:
    return sa.Column(name, sa.Integer, nullable=False, server_default=default)


def _json(name: str, default: str | None = None, *, nullable: bool = False) -> sa.Column[object]:
    server = sa.text(f"'{default}'::jsonb") if default else None
    return sa.Column(name, JSONB, nullable=nullable, server_default=server)


def _belongs(column: str, table: str) -> sa.ForeignKeyConstraint:
    """Composite, so that a row can never point at another workspace's row."""
    return sa.ForeignKeyConstraint(
        ["workspace_id", column], [f"{table}.workspace_id", f"{table}.id"], ondelete="CASCADE"
    )


def _run() -> None:
    op.create_table(
        "run",
        *_tenant(),
        _id("brand_id"),
        _text("kind"),
        _text("trigger"),
        _text("status", "queued"),
        sa.Column("stage", sa.Text, nullable=True),
        _whole("done", "0"),
        _whole("total", "0"),
        _json("stages", "[]"),
        _json("engines", "[]"),
        sa.Column("seed", sa.BigInteger, nullable=False),
        _whole("panel_size"),
        _whole("samples"),
        sa.Column("panel_version", sa.Text, nullable=True),
        _json("versions", "{}"),
        _json("failure", nullable=True),
        _whole("valid_answers", "0"),
        _whole("total_answers", "0"),
        sa.Column("basis", sa.Text, nullable=True),
        _text("verdict", ""),
        _json("changes", "[]"),
        _whole("lease", "0"),
        _created(),
        _time("started_at"),
        _time("first_score_at"),
        _time("finished_at"),
        _time("heartbeat_at"),
        _belongs("brand_id", "brand"),
        sa.UniqueConstraint("workspace_id", "id"),
        sa.CheckConstraint(
            "status IN ('queued', 'running', 'completed', 'partial', 'failed', 'canceled')",
            name="status",
        ),
    )
    op.create_index(
        "uq_run_active",
        "run",
        ["workspace_id", "brand_id", "kind"],
        unique=True,
        postgresql_where=ACTIVE,
    )
    op.create_index("ix_run_brand", "run", ["workspace_id", "brand_id", sa.text("created_at DESC")])


def _inputs() -> None:
    op.create_table(
        "run_input",
        *_tenant(key=False),
        _id("run_id"),
        _text("kind"),
        _json("data"),
        _created(),
        _belongs("run_id", "run"),
        sa.PrimaryKeyConstraint("workspace_id", "run_id", "kind"),
    )
    op.create_table(
        "crawl",
        *_tenant(),
        _id("run_id"),
        _text("owner"),
        _json("data"),
        _created(),
        _belongs("run_id", "run"),
        sa.UniqueConstraint("workspace_id", "id"),
        sa.UniqueConstraint("workspace_id", "run_id", "owner"),
    )
    op.create_table(
        "page_snapshot",
        *_tenant(),
        _id("run_id"),
        _id("crawl_id"),
        _whole("number"),
        _text("url"),
        _json("facts"),
        _created(),
        _belongs("run_id", "run"),
        _belongs("crawl_id", "crawl"),
        sa.UniqueConstraint("workspace_id", "crawl_id", "number"),
    )
    op.create_index("ix_page_snapshot_run", "page_snapshot", ["workspace_id", "run_id"])


def _answers() -> None:
    op.create_table(
        "answer",
        *_tenant(),
        _id("brand_id"),
        _id("run_id"),
        _id("prompt_id"),
        _text("prompt_key"),
        _text("engine"),
        _text("engine_name"),
        _text("model"),
        _text("surface"),
        _text("basis"),
        _whole("sample"),
        _text("question"),
        _text("status"),
        _text("text", ""),
        _json("citations", nullable=True),
        _json("search_queries", "[]"),
        _json("passages", "[]"),
        _text("raw", ""),
        _text("error", ""),
        sa.Column("latency_ms", sa.Float, nullable=False, server_default="0"),
        sa.Column("input_tokens", sa.Integer, nullable=True),
        sa.Column("output_tokens", sa.Integer, nullable=True),
        sa.Column("cost_usd", sa.Float, nullable=True),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=False),
        _created(),
        _belongs("brand_id", "brand"),
        _belongs("run_id", "run"),
        _belongs("prompt_id", "prompt"),
        sa.UniqueConstraint("workspace_id", "id"),
        sa.UniqueConstraint(
            "workspace_id", "run_id", "prompt_id", "engine", "sample", name="uq_answer_idempotency"
        ),
    )
    op.create_table(
        "extraction",
        *_tenant(key=False),
        _id("answer_id"),
        _text("version"),
        _json("data"),
        sa.Column("brand_named", sa.Boolean, nullable=False),
        sa.Column("position", sa.Integer, nullable=True),
        _created(),
        _belongs("answer_id", "answer"),
        sa.PrimaryKeyConstraint("workspace_id", "answer_id", "version"),
    )


def _conclusions() -> None:
    op.create_table(
        "score",
        *_tenant(),
        _id("run_id"),
        _id("brand_id"),
        _text("metric"),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("low", sa.Float, nullable=False),
        sa.Column("high", sa.Float, nullable=False),
        _text("band"),
        _whole("n"),
        _text("unit"),
        _text("model"),
        sa.Column("exploratory", sa.Boolean, nullable=False),
        sa.Column("provisional", sa.Boolean, nullable=False),
        _text("inputs_hash"),
        _json("detail", "{}"),
        _json("delta", nullable=True),
        _created(),
        _belongs("run_id", "run"),
        _belongs("brand_id", "brand"),
        sa.UniqueConstraint("workspace_id", "run_id", "metric", "model", "inputs_hash"),
    )
    op.create_index("ix_score_brand", "score", ["workspace_id", "brand_id"])


def _advice() -> None:
    op.create_table(
        "technical_finding",
        *_result(),
        _text("code"),
        _text("group"),
        _text("page"),
        _json("pages"),
        _text("issue"),
        _text("type"),
        _text("impact"),
        sa.Column("impact_value", sa.Float, nullable=False),
        _text("action"),
        _text("fix"),
        _text("effort"),
        _json("evidence"),
        _json("bots"),
        sa.Column("policy_choice", sa.Boolean, nullable=False),
        sa.UniqueConstraint("workspace_id", "run_id", "number"),
    )
    op.create_table(
        "content_gap",
        *_result(),
        _text("category"),
        sa.Column("prompt_id", UUID(as_uuid=True), nullable=True),
        sa.Column("answer_id", UUID(as_uuid=True), nullable=True),
        _text("prompt"),
        _text("ai_response"),
        _text("gap_type"),
        _text("competitor"),
        _text("attack_move"),
        _text("kind"),
        _whole("n"),
        sa.Column("few_answers", sa.Boolean, nullable=False),
        _belongs("prompt_id", "prompt"),
        _belongs("answer_id", "answer"),
        sa.UniqueConstraint("workspace_id", "run_id", "number"),
    )
    op.create_table(
        "recommendation",
        *_result(),
        _text("category"),
        _text("priority"),
        _text("title"),
        _text("description"),
        _text("grade"),
        _text("effort"),
        _json("evidence"),
        sa.Column("expected_gain", sa.Float, nullable=False),
        _text("source_kind"),
        _text("source_ref"),
        sa.UniqueConstraint("workspace_id", "run_id", "number"),
    )


def _result() -> tuple[sa.Column[object] | sa.Constraint, ...]:
    """Columns of a numbered conclusion of a run; `number` is its rank, from 1."""
    return (
        *_tenant(),
        _id("run_id"),
        _id("brand_id"),
        _whole("number"),
        _text("status", "open"),
        _created(),
        _belongs("run_id", "run"),
        _belongs("brand_id", "brand"),
    )


def _events() -> None:
    op.create_table(
        "brand_results",
        *_tenant(key=False),
        _id("brand_id"),
        _text("document"),
        _time("last_run_at"),
        _created(),
        _belongs("brand_id", "brand"),
        sa.PrimaryKeyConstraint("workspace_id", "brand_id"),
    )
    op.create_table(
        "run_event",
        *_tenant(key=False),
        sa.Column("id", sa.BigInteger, nullable=False),
        sa.Column("run_id", UUID(as_uuid=True), nullable=True),
        _text("event"),
        _json("data"),
        _created(),
        _belongs("run_id", "run"),
        sa.PrimaryKeyConstraint("workspace_id", "id"),
    )
    op.create_index("ix_run_event_created_at", "run_event", ["created_at"])

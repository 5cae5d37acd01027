"""Scores of several revisions side by side, one engine's own scores, and re-scoring.

Revision ID: 0012_rescores
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

from presence.db.rls import CURRENT_WORKSPACE, resolver_function, tenant_table

revision = "0012_rescores"
down_revision = "0011_runs"
branch_labels = None
depends_on = None

OLD_KEY = ["workspace_id", "run_id", "metric", "model", "inputs_hash"]
NEW_KEY = ["workspace_id", "run_id", "revision", "metric", "engine"]
TABLES = ("run_revision", "rescore")
ACTIVE = "status IN ('queued', 'running')"

# What is shown of a run: the scores of its newest revision, engines apart.
SCORE_VIEW = """
CREATE VIEW {name} WITH (security_invoker = true) AS
  SELECT s.* FROM score s
  JOIN run r ON r.workspace_id = s.workspace_id AND r.id = s.run_id AND r.revision = s.revision
  WHERE s.engine {which} ''
"""
VIEWS = {"shown_score": "=", "engine_score": "<>"}
# The operator's command line knows a run's id and must find out as which tenant to read it.
WORKSPACE_OF_RUN = """
CREATE FUNCTION workspace_of_run(p_run uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT r.workspace_id FROM run r WHERE r.id = p_run $$
"""


def upgrade() -> None:
    """Create it."""
    op.add_column("run", sa.Column("revision", sa.Integer, nullable=False, server_default="1"))
    op.add_column("run", sa.Column("reading", sa.Text, nullable=True))
    op.add_column("score", sa.Column("engine", sa.Text, nullable=False, server_default=""))
    op.add_column("score", sa.Column("revision", sa.Integer, nullable=False, server_default="1"))
    op.add_column("score", sa.Column("reading", sa.Text, nullable=False, server_default=""))
    op.drop_constraint(op.f(f"uq_score_{'_'.join(OLD_KEY)}"), "score")
    op.create_unique_constraint(op.f(f"uq_score_{'_'.join(NEW_KEY)}"), "score", NEW_KEY)
    _run_revision()
    _rescore()
    for table in TABLES:
        tenant_table(table)
    for name, which in VIEWS.items():
        op.execute(SCORE_VIEW.format(name=name, which=which))
        op.execute(f"GRANT SELECT ON {name} TO customer")
    op.execute(_brief(_named_reading(_reads().ANSWER_BRIEF)))
    op.execute(WORKSPACE_OF_RUN)
    resolver_function("workspace_of_run(uuid)")


def downgrade() -> None:
    """Drop it; what was shown last stays."""
    op.execute("DROP FUNCTION workspace_of_run(uuid)")
    op.execute(_brief(_reads().ANSWER_BRIEF))
    for name in VIEWS:
        op.execute(f"DROP VIEW {name}")
    for table in TABLES:
        op.drop_table(table)
    for table in ("run", "score"):
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute(
        "DELETE FROM score s USING run r WHERE r.id = s.run_id"
        " AND (s.engine <> '' OR s.revision <> r.revision)"
    )
    for table in ("run", "score"):
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    op.drop_constraint(op.f(f"uq_score_{'_'.join(NEW_KEY)}"), "score")
    op.create_unique_constraint(op.f(f"uq_score_{'_'.join(OLD_KEY)}"), "score", OLD_KEY)
    for column in ("engine", "revision", "reading"):
        op.drop_column("score", column)
    for column in ("revision", "reading"):
        op.drop_column("run", column)


def _reads() -> Any:
    return import_module("presence.migrations.versions.20261121_visibility_reads")


def _brief(statement: str) -> str:
    return statement.replace("CREATE VIEW", "CREATE OR REPLACE VIEW")


def _named_reading(statement: str) -> str:
    """The reading that the run's shown revision was scored from; the newest while it runs."""
    joined = statement.replace(
        "  LEFT JOIN LATERAL (",
        "  JOIN run r ON r.workspace_id = a.workspace_id AND r.id = a.run_id\n"
        "  LEFT JOIN LATERAL (",
    )
    named = joined.replace(
        "AND x.answer_id = a.id\n",
        "AND x.answer_id = a.id\n      AND x.version = coalesce(r.reading, x.version)\n",
    )
    if named.count("r.reading") != 1 or joined == statement:
        raise ValueError("The view answer_brief is not what this migration changes.")
    return named


def _workspace() -> sa.Column[object]:
    return sa.Column(
        "workspace_id",
        UUID(as_uuid=True),
        sa.ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=CURRENT_WORKSPACE,
        nullable=False,
    )


def _key(name: str) -> sa.Column[object]:
    return sa.Column(name, UUID(as_uuid=True), nullable=False)


def _text(name: str, default: str | None = None) -> sa.Column[object]:
    return sa.Column(name, sa.Text, nullable=False, server_default=default)


def _whole(name: str, default: str | None = None) -> sa.Column[object]:
    return sa.Column(name, sa.Integer, nullable=False, server_default=default)


def _created() -> sa.Column[object]:
    return sa.Column(
        "created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
    )


def _belongs(column: str, table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["workspace_id", column], [f"{table}.workspace_id", f"{table}.id"], ondelete="CASCADE"
    )


def _run_revision() -> None:
    op.create_table(
        "run_revision",
        _workspace(),
        _key("run_id"),
        _whole("number"),
        _text("reason"),
        _text("reading"),
        _text("score_model"),
        sa.Column("versions", JSONB, nullable=False),
        sa.Column("profile", JSONB, nullable=False),
        _text("inputs_hash"),
        _whole("answers"),
        _created(),
        _belongs("run_id", "run"),
        sa.PrimaryKeyConstraint("workspace_id", "run_id", "number"),
    )


def _rescore() -> None:
    op.create_table(
        "rescore",
        sa.Column("id", UUID(as_uuid=True), primary_key=True),
        _workspace(),
        _key("brand_id"),
        _text("status", "queued"),
        _whole("done", "0"),
        _whole("total", "0"),
        _whole("lease", "0"),
        sa.Column("failure", sa.Text, nullable=True),
        _created(),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        _belongs("brand_id", "brand"),
        sa.CheckConstraint("status IN ('queued', 'running', 'completed', 'failed')", name="status"),
    )
    op.create_index(
        "uq_rescore_active",
        "rescore",
        ["workspace_id", "brand_id"],
        unique=True,
        postgresql_where=sa.text(ACTIVE),
    )
    op.create_index(
        "ix_rescore_brand", "rescore", ["workspace_id", "brand_id", sa.text("created_at DESC")]
    )

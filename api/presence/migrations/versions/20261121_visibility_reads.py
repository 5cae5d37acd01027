"""What the API reads of runs as ready JSON: functions and a view over the slice's tables.

Row security applies to whoever asks: every function is SECURITY INVOKER, the view likewise.

Revision ID: 0007_visibility_reads
"""

from __future__ import annotations

from alembic import op

revision = "0007_visibility_reads"
down_revision = "0007_visibility"
branch_labels = None
depends_on = None

# Shapes the API shows in several places, once each.
RUN_SUMMARY = """
CREATE FUNCTION run_summary(r run) RETURNS json LANGUAGE sql STABLE RETURN json_build_object(
  'id', (r).id, 'brandId', (r).brand_id, 'kind', (r).kind, 'trigger', (r).trigger,
  'status', (r).status, 'stage', (r).stage, 'done', (r).done, 'total', (r).total,
  'stages', (r).stages, 'validAnswers', (r).valid_answers, 'totalAnswers', (r).total_answers,
  'engines', (r).engines, 'failure', (r).failure, 'createdAt', (r).created_at,
  'startedAt', (r).started_at, 'finishedAt', (r).finished_at,
  'firstScoreAt', (r).first_score_at, 'seed', (r).seed, 'versions', (r).versions)
"""
SCORE_OUT = """
CREATE FUNCTION score_out(s score) RETURNS jsonb LANGUAGE sql STABLE RETURN jsonb_build_object(
  'value', round((s).value)::integer, 'low', round((s).low::numeric, 1),
  'high', round((s).high::numeric, 1), 'n', (s).n, 'unit', (s).unit, 'band', (s).band,
  'model', (s).model, 'exploratory', (s).exploratory, 'delta', (s).delta)
"""
ANSWER_BRIEF = """
CREATE VIEW answer_brief WITH (security_invoker = true) AS
  SELECT a.workspace_id, a.brand_id, a.run_id, a.id, a.sample, a.answered_at, p.position,
    json_build_object(
      'id', a.id, 'prompt', p.text, 'intent', p.intent, 'engine', a.engine,
      'engineName', a.engine_name, 'surface', a.surface, 'answeredAt', a.answered_at,
      'mentioned', CASE WHEN a.status = 'completed' THEN e.brand_named END,
      'position', CASE WHEN a.status = 'completed' THEN e.position END,
      'excerpt', CASE WHEN length(a.text) <= 240 THEN a.text
        ELSE regexp_replace(left(a.text, 239), '\\s+\\S*$', '') || '…' END,
      'status', a.status) AS document
  FROM answer a
  JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
  LEFT JOIN LATERAL (
    SELECT x.brand_named, x.position FROM extraction x
    WHERE x.workspace_id = a.workspace_id AND x.answer_id = a.id
    ORDER BY x.created_at DESC LIMIT 1) e ON true
"""

# The dashboard in one round trip: the first statement resolves the session and binds the tenant,
# the second reads under row security. Texts, in the order of `SummaryRow`; only the role when the
# workspace has no such brand; NULL when the token opens no session.
BRAND_SUMMARY = """
CREATE FUNCTION brand_summary(
  p_token bytea, p_idle interval, p_brand uuid, p_now timestamptz) RETURNS text[]
LANGUAGE plpgsql AS $$
DECLARE
  v_role text;
  v_row text[];
BEGIN
  SELECT coalesce(r.role, '') INTO v_role FROM resolve_session(p_token, p_idle) r;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT ARRAY[v_role,
      json_build_object(
        'brand', json_build_object('id', b.id, 'name', b.name, 'websiteUrl', b.website_url,
          'source', b.source, 'targetAudience', b.target_audience),
        'plan', CASE WHEN c.plan_id IS NOT NULL THEN json_build_object('id', c.plan_id,
          'name', p.name, 'status', c.status, 'billingFrequency', c.billing_frequency,
          'active', c.status = 'active') END,
        'hasWebsite', b.website_url IS NOT NULL,
        'asOf', p_now)::text,
      v.document,
      to_json(b.created_at)#>>'{}', to_json(v.last_run_at)#>>'{}', c.plan_id::text, c.status,
      to_json(c.current_period_start)#>>'{}', to_json(c.current_period_end)#>>'{}',
      to_json(c.trial_end)#>>'{}', to_json(c.end_date)#>>'{}', c.metadata ->> 'pastDueSince']
    INTO v_row
    FROM brand b
    LEFT JOIN brand_results v ON v.workspace_id = b.workspace_id AND v.brand_id = b.id
    LEFT JOIN current_subscription(p_now) c ON c.workspace_id = b.workspace_id
    LEFT JOIN plans p ON p.id = c.plan_id
    WHERE b.id = p_brand AND b.status <> 'deleted';
  RETURN coalesce(v_row, ARRAY[v_role]);
END $$
"""


def upgrade() -> None:
    """Create them."""
    for statement in (RUN_SUMMARY, SCORE_OUT, ANSWER_BRIEF, BRAND_SUMMARY):
        op.execute(statement)
    op.execute("GRANT SELECT ON answer_brief TO customer")


def downgrade() -> None:
    """Drop them, dependants first."""
    op.execute("DROP FUNCTION brand_summary(bytea, interval, uuid, timestamptz)")
    op.execute("DROP VIEW answer_brief")
    op.execute("DROP FUNCTION score_out(score)")
    op.execute("DROP FUNCTION run_summary(run)")

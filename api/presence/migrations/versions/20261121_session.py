"""The one hot statement: `user_document` answers GET /api/user with ready JSON.

It resolves the session like `resolve_session`, so limits and membership are checked once, in one
place, and adds names, memberships and the plan summary.

Revision ID: 0008_session
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import resolver_function

revision = "0008_session"
down_revision = "0007_visibility_reads"
branch_labels = None
depends_on = None

USER_DOCUMENT = """
CREATE FUNCTION user_document(p_token bytea, p_idle interval, p_now timestamptz) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT json_build_object(
    'id', u.id,
    'firstName', u.first_name,
    'lastName', u.last_name,
    'email', u.email,
    'emailVerified', u.email_verified,
    'locale', u.locale,
    'timeZone', u.time_zone,
    'createdAt', to_char(u.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'plan', (
      SELECT json_build_object(
        'id', p.id, 'name', p.name, 'status', s.status,
        'billingFrequency', s.billing_frequency, 'active', s.status = 'active')
      FROM current_subscription(p_now) s JOIN plans p ON p.id = s.plan_id
      WHERE s.workspace_id = r.workspace_id),
    'workspaces', (
      SELECT coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'role', m.role)
                      ORDER BY m.created_at, w.id), '[]')
      FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
      WHERE m.user_id = r.user_id),
    'currentWorkspaceId', r.workspace_id
  )::text
  FROM resolve_session(p_token, p_idle) r JOIN users u ON u.id = r.user_id
$$
"""


def upgrade() -> None:
    """Create the function."""
    op.execute(USER_DOCUMENT)
    resolver_function("user_document(bytea, interval, timestamptz)")


def downgrade() -> None:
    """Drop the function."""
    op.execute("DROP FUNCTION user_document(bytea, interval, timestamptz)")

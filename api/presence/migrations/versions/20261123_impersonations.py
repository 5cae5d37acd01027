"""A session of staff acting as a customer is over as soon as the right to it is.

Whether it still stands is asked by whatever resolves a session, not only by who restricts it: a
log-in whose impersonation is over opens nothing, however its token looks. What support looks at
does not count as the customer's own activity.

Revision ID: 0036_impersonations
"""

from __future__ import annotations

from importlib import import_module

from alembic import op

from presence.db.rls import resolver_function

revision = "0036_impersonations"
down_revision = "0035_guesses"
branch_labels = None
depends_on = None

# The roles of `operators/service/permissions.py` that may begin an impersonation; a test compares.
ENTITLED = "('support-l2', 'admin')"
MEMBER = """EXISTS (
       SELECT FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
        WHERE m.workspace_id = i.workspace_id AND m.user_id = i.user_id)"""

IMPERSONATION_STANDS = f"""
CREATE FUNCTION impersonation_stands(p_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM impersonation i
      JOIN staff f ON f.id = i.staff_id AND f.status = 'active' AND f.role IN {ENTITLED}
     WHERE i.id = p_id AND i.started_at IS NOT NULL AND i.ended_at IS NULL AND i.ends_at > now()
       AND {MEMBER})
$$
"""  # noqa: S608 - expressions of this file

# `app.impersonation` tells the caller of the same statement whose session it is; see
# `identity/queries/sessions.py`.
RESOLVE_SESSION = """
CREATE OR REPLACE FUNCTION resolve_session(p_token bytea, p_idle interval)
RETURNS TABLE (session_id uuid, user_id uuid, workspace_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE v_stale boolean; v_impersonation uuid;
BEGIN
  SELECT s.id, s.user_id, m.workspace_id, m.role, s.impersonation_id,
         s.last_seen_at < now() - interval '5 minutes' OR m.unseen AND s.impersonation_id IS NULL
    INTO session_id, user_id, workspace_id, role, v_impersonation, v_stale
    FROM login_session s
    JOIN users u ON u.id = s.user_id AND u.is_active
    LEFT JOIN LATERAL (
      SELECT b.workspace_id, CASE WHEN b.paused THEN 'paused' ELSE b.role END AS role,
             b.last_active_at IS NULL AS unseen
        FROM membership b
        JOIN workspace w ON w.id = b.workspace_id AND w.deleted_at IS NULL
        WHERE b.user_id = s.user_id
          AND (s.impersonation_id IS NULL OR b.workspace_id = s.workspace_id)
        ORDER BY (b.workspace_id = s.workspace_id) DESC NULLS LAST, b.created_at, b.workspace_id
        LIMIT 1
    ) m ON true
    WHERE s.token_hash = p_token
      AND s.expires_at > now() -- guard: session.ended
      AND s.last_seen_at > now() - p_idle -- guard: session.idle
      AND (s.impersonation_id IS NULL OR impersonation_stands(s.impersonation_id));
  IF session_id IS NULL THEN
    RETURN;
  END IF;
  IF v_stale THEN
    UPDATE login_session s SET last_seen_at = now() WHERE s.id = session_id;
    UPDATE membership b SET last_active_at = now()
      WHERE b.workspace_id = resolve_session.workspace_id AND b.user_id = resolve_session.user_id
        AND v_impersonation IS NULL;
  END IF;
  PERFORM set_config('app.user_id', user_id::text, true),
          set_config('app.workspace_id', coalesce(workspace_id::text, ''), true),
          set_config('app.impersonation', coalesce(v_impersonation::text, ''), true);
  RETURN NEXT;
END $$
"""

# Asked by who restricts and traces; it looks for itself, so that either guard holds alone.
IMPERSONATION_OF = f"""
CREATE OR REPLACE FUNCTION impersonation_of(p_token bytea) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT jsonb_build_object(
      'id', i.id, 'staffId', i.staff_id, 'actor', f.name, 'userId', i.user_id,
      'workspaceId', i.workspace_id, 'mode', i.mode, 'reason', i.reason, 'endsAt', i.ends_at)
    FROM login_session s
    JOIN impersonation i ON i.id = s.impersonation_id AND i.ended_at IS NULL AND i.ends_at > now()
    JOIN staff f ON f.id = i.staff_id AND f.status = 'active' AND f.role IN {ENTITLED}
   WHERE s.token_hash = p_token AND s.expires_at > now()
     AND {MEMBER}
$$
"""  # noqa: S608 - expressions of this file

BEGIN_IMPERSONATION = f"""
CREATE OR REPLACE FUNCTION begin_impersonation(p_link bytea, p_session uuid, p_token bytea)
RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE v impersonation;
BEGIN
  UPDATE impersonation i
     SET started_at = now(),
         link_hash = NULL -- guard: impersonation.link-once -> link_hash = i.link_hash
   WHERE i.link_hash = p_link
     AND i.link_expires_at > now() -- guard: impersonation.link-in-time
     AND i.ended_at IS NULL
     AND i.ends_at > now()
     AND EXISTS (SELECT FROM staff s
                  WHERE s.id = i.staff_id AND s.status = 'active' AND s.role IN {ENTITLED})
     AND EXISTS (SELECT FROM users u WHERE u.id = i.user_id AND u.is_active)
     AND {MEMBER} -- guard: impersonation.link-of-member
  RETURNING * INTO v;
  IF v.id IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO login_session
    (id, token_hash, user_id, workspace_id, user_agent, expires_at, impersonation_id)
  VALUES (p_session, p_token, v.user_id, v.workspace_id, 'Presence support', v.ends_at, v.id);
  RETURN v.ends_at;
END $$
"""  # noqa: S608 - expressions of this file

# A link of a mail of somebody whose account was closed does nothing.
REDEEM_TOKEN = """
CREATE OR REPLACE FUNCTION redeem_token(p_hash bytea, p_purposes text[])
RETURNS TABLE (token_id uuid, user_id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE one_time_token t SET used_at = now()
    FROM users u
   WHERE t.token_hash = p_hash
     AND t.purpose = ANY (p_purposes) -- guard: identity.link-redeemed-for-its-purpose
     AND t.used_at IS NULL -- guard: identity.link-redeemed-once
     AND t.expires_at > now() -- guard: identity.link-redeemed-in-time
     AND u.id = t.user_id AND u.is_active
  RETURNING t.id, t.user_id
$$
"""  # noqa: S105 - a statement, no secret
TOKEN_OWNER = """
CREATE OR REPLACE FUNCTION token_owner(p_hash bytea, p_purposes text[]) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.user_id FROM one_time_token t
    JOIN users u ON u.id = t.user_id
     AND u.is_active -- guard: identity.link-of-the-disabled
   WHERE t.token_hash = p_hash
     AND t.purpose = ANY (p_purposes) -- guard: identity.link-looked-at-for-its-purpose
     AND t.used_at IS NULL -- guard: identity.link-looked-at-unused
     AND t.expires_at > now() -- guard: identity.link-looked-at-in-time
$$
"""  # noqa: S105 - a statement, no secret
CHALLENGED = """
CREATE OR REPLACE FUNCTION challenged(p_hash bytea, p_kind text)
RETURNS TABLE (challenge_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT c.id, c.user_id FROM login_challenge c JOIN users u ON u.id = c.user_id AND u.is_active
   WHERE c.token_hash = p_hash
     AND c.kind = p_kind -- guard: identity.half-login-of-its-kind
     AND c.expires_at > now() -- guard: identity.half-login-in-time
$$
"""

CHANGED = (
    RESOLVE_SESSION, IMPERSONATION_OF, BEGIN_IMPERSONATION, REDEEM_TOKEN, TOKEN_OWNER, CHALLENGED,
)  # fmt: skip
# Where each stood before.
BEFORE = (
    ("20261121_staff", ("IMPERSONATION_OF", "BEGIN_IMPERSONATION")),
    ("20261121_accounts", ("REDEEM_TOKEN", "TOKEN_OWNER", "CHALLENGED")),
)


def upgrade() -> None:
    """Have everything that opens something ask whether the right to it stands."""
    op.execute(IMPERSONATION_STANDS)
    resolver_function("impersonation_stands(uuid)")
    for statement in CHANGED:
        op.execute(statement)


def downgrade() -> None:
    """The functions as they were."""
    endings = import_module("presence.migrations.versions.20261122_endings")
    (resolving,) = [change for change in endings.CHANGES if change[1] == "RESOLVE_SESSION"]
    op.execute(endings._changed(*resolving))
    for module, names in BEFORE:
        for name in names:
            op.execute(endings._before(module, name))
    op.execute("DROP FUNCTION impersonation_stands(uuid)")

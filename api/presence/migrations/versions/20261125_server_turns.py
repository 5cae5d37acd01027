"""A server takes turns too, whatever names lead to it.

`site_visit` then holds three kinds of hashes: of a website, of a server with the moment until
which its turns are taken, and of a name at a server that showed a certificate for it.

Revision ID: 0049_server_turns
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import resolver_function

revision = "0049_server_turns"
down_revision = "0048_unconfirmed_network"
branch_labels = None
depends_on = None

# True for a turn that was taken, false for none, NULL where none is needed.
TAKE = """
CREATE FUNCTION take_server_turn(
  p_server bytea, p_name_there bytea, p_every_s double precision, p_slack_s double precision,
  p_now timestamptz
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_every interval := make_interval(secs => p_every_s);
BEGIN
  IF EXISTS (SELECT 1 FROM site_visit WHERE site = p_name_there AND visited_at > p_now) THEN
    RETURN NULL;
  END IF;
  INSERT INTO site_visit AS s (site, visited_at) VALUES (p_server, p_now + v_every)
    ON CONFLICT (site) DO UPDATE SET visited_at = greatest(s.visited_at, p_now) + v_every
    WHERE s.visited_at <= p_now + make_interval(secs => p_slack_s);
  RETURN FOUND;
END $$
"""

PROVE = """
CREATE FUNCTION prove_server(
  p_server bytea, p_name_there bytea, p_back_s double precision, p_until timestamptz
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  INSERT INTO site_visit AS s (site, visited_at) VALUES (p_name_there, p_until)
    ON CONFLICT (site) DO UPDATE SET visited_at = greatest(s.visited_at, excluded.visited_at);
  UPDATE site_visit SET visited_at = visited_at - make_interval(secs => p_back_s)
    WHERE site = p_server AND p_back_s > 0;
$$
"""

FUNCTIONS = {
    "take_server_turn(bytea, bytea, double precision, double precision, timestamptz)": TAKE,
    "prove_server(bytea, bytea, double precision, timestamptz)": PROVE,
}


def upgrade() -> None:
    """Create the functions."""
    for signature, body in FUNCTIONS.items():
        op.execute(body)
        resolver_function(signature)


def downgrade() -> None:
    """Drop them."""
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")

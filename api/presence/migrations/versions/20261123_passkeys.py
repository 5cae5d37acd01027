"""Passkeys, and the challenges that a device signs once.

A passkey is a second factor as an authenticator app is: `has_second_factor` says for every other
function whether a person has one of either kind. It runs with the rights of whoever calls it.
Challenges are reached through functions only: the first is made before anybody is known.

Revision ID: 0047_passkeys
"""

from __future__ import annotations

from importlib import import_module

from alembic import op

from presence.db.rls import (
    NOBODY,
    USER,
    auditor_reads,
    force_row_security,
    operator_reads,
    resolver_function,
    resolver_reads,
)

revision = "0047_passkeys"
down_revision = "0046_payers"
branch_labels = None
depends_on = None

PASSKEY = """
CREATE TABLE passkey (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  name varchar(60) NOT NULL,
  transports varchar(200) NOT NULL DEFAULT '',
  backed_up boolean NOT NULL,
  last_used_at timestamptz,
  refused_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_passkey PRIMARY KEY (id),
  CONSTRAINT uq_passkey_credential_id UNIQUE (credential_id),
  CONSTRAINT fk_passkey_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT ck_passkey_length CHECK (octet_length(credential_id) <= 1023)
)
"""
CHALLENGE = """
CREATE TABLE passkey_challenge (
  challenge_hash bytea NOT NULL,
  purpose varchar(16) NOT NULL,
  holder bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT pk_passkey_challenge PRIMARY KEY (challenge_hash),
  CONSTRAINT ck_passkey_challenge_purpose
    CHECK (purpose IN ('sign-in', 'second-factor', 'proof', 'addition')),
  CONSTRAINT ck_passkey_challenge_sha256
    CHECK (octet_length(challenge_hash) = 32 AND octet_length(holder) = 32)
)
"""
INDEXES = (
    "CREATE INDEX ix_passkey_user_id ON passkey (user_id)",
    "CREATE INDEX ix_passkey_challenge_expires_at ON passkey_challenge (expires_at)",
)

HAS_SECOND_FACTOR = """
CREATE FUNCTION has_second_factor(p_user uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM second_factor f
                  WHERE f.user_id = p_user AND f.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM passkey k WHERE k.user_id = p_user)
$$
"""
PASSKEY_OWNER = """
CREATE FUNCTION passkey_owner(p_credential bytea) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT user_id FROM passkey WHERE credential_id = p_credential $$
"""
# A few that nobody answered go with each new one, so the table stays as short as its traffic.
KEEP_CHALLENGE = """
CREATE FUNCTION keep_passkey_challenge(
  p_challenge bytea, p_purpose text, p_holder bytea, p_expires timestamptz
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  DELETE FROM passkey_challenge WHERE challenge_hash IN (
    SELECT c.challenge_hash FROM passkey_challenge c WHERE c.expires_at <= now()
     ORDER BY c.expires_at LIMIT 20 FOR UPDATE SKIP LOCKED);
  INSERT INTO passkey_challenge (challenge_hash, purpose, holder, expires_at)
    VALUES (p_challenge, p_purpose, p_holder, p_expires);
$$
"""
# Used up in the same statement that finds it: of two callers at once, one gets it.
TAKE_CHALLENGE = """
CREATE FUNCTION take_passkey_challenge(p_challenge bytea, p_purpose text, p_holder bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  DELETE FROM passkey_challenge c
   WHERE c.challenge_hash = p_challenge AND c.purpose = p_purpose AND c.holder = p_holder
     AND c.expires_at > now();
  RETURN FOUND;
END $$
"""
DOORS = {
    "passkey_owner(bytea)": PASSKEY_OWNER,
    "keep_passkey_challenge(bytea, text, bytea, timestamptz)": KEEP_CHALLENGE,
    "take_passkey_challenge(bytea, text, bytea)": TAKE_CHALLENGE,
}


def upgrade() -> None:
    """Create both tables and have every rule about a second factor ask for either kind."""
    for statement in (PASSKEY, CHALLENGE, *INDEXES):
        op.execute(statement)
    for table in ("passkey", "passkey_challenge"):
        force_row_security(table)
        auditor_reads(table)
        resolver_reads(table)
    rule = f"user_id = {USER}"
    op.execute(f"CREATE POLICY own ON passkey TO customer USING ({rule}) WITH CHECK ({rule})")
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO customer")
    operator_reads("passkey", f"{NOBODY} OR user_id = {USER}", "user_id, created_at")
    _resolver_keeps_challenges()
    op.execute(HAS_SECOND_FACTOR)
    for signature, body in DOORS.items():
        op.execute(body)
        resolver_function(signature)
    for statement in _rules(either=True):
        op.execute(statement)


def downgrade() -> None:
    """The rules as they were; passkeys are gone."""
    for statement in _rules(either=False):
        op.execute(statement)
    for signature in DOORS:
        op.execute(f"DROP FUNCTION {signature}")
    op.execute("DROP FUNCTION has_second_factor(uuid)")
    op.execute("DROP TABLE passkey_challenge")
    op.execute("DROP TABLE passkey")


def _resolver_keeps_challenges() -> None:
    """Row locks need the right to update some column and a policy that shows the row."""
    table = "passkey_challenge"
    op.execute(f"CREATE POLICY resolver_keep ON {table} FOR INSERT TO resolver WITH CHECK (true)")
    op.execute(f"CREATE POLICY resolver_take ON {table} FOR DELETE TO resolver USING (true)")
    op.execute(f"CREATE POLICY resolver_lock ON {table} FOR UPDATE TO resolver USING (true)")
    op.execute(f"GRANT INSERT, DELETE, UPDATE (expires_at) ON {table} TO resolver")


def _rules(*, either: bool) -> tuple[str, ...]:
    """The functions that shut somebody out for want of a factor, by an app alone or by `either`."""
    required = import_module("presence.migrations.versions.20261123_required_factor")
    keys = import_module("presence.migrations.versions.20261123_factor_of_keys")
    before = (
        required._resolve().replace(required.PAUSED, required.LOCKED),
        required.LOCKED_WORKSPACES.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
        keys._before().replace(keys.ELSEWHERE, keys.LET_IN),
    )
    if not either:
        return before
    sessions = required.FACTOR.format(who="b.user_id")
    people = required.FACTOR.format(who="p_user")
    of_a_key = "SELECT FROM second_factor f\n              WHERE f.user_id = k.user_id"
    return (
        _instead(before[0], f"EXISTS ({sessions})", "has_second_factor(b.user_id)"),
        _instead(before[1], f"EXISTS ({people})", "has_second_factor(p_user)"),
        _instead(
            before[2],
            f"EXISTS (\n             {of_a_key} AND f.confirmed_at IS NOT NULL)",
            "has_second_factor(k.user_id)",
        ),
    )


def _instead(statement: str, old: str, new: str) -> str:
    if statement.count(old) != 1:
        raise RuntimeError(f"The function does not say once: {old}")
    return statement.replace(old, new)

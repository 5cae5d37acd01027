"""Failed guesses by where they come from and by what was guessed, over all accounts.

`begin_guess` decides about every guess: by account as before, and also by address, by network and
by guessed password. `begin_login` stays for what is an allowance rather than a guess (mails), and
for servers of the version before.

Revision ID: 0035_guesses
"""

from __future__ import annotations

from importlib import import_module

from alembic import op

from presence.db.rls import auditor_reads, force_row_security, resolver_function

revision = "0035_guesses"
down_revision = "0034_endings"
branch_labels = None
depends_on = None

TABLE = """
CREATE TABLE login_guess (
  id uuid NOT NULL,
  account bytea NOT NULL,
  source varchar(80) NOT NULL,
  network varchar(80) NOT NULL,
  secret bytea,
  attempted_at timestamptz NOT NULL,
  CONSTRAINT pk_login_guess PRIMARY KEY (id),
  CONSTRAINT ck_login_guess_short CHECK (octet_length(secret) = 3)
);
CREATE INDEX ix_login_guess_source_attempted_at ON login_guess (source, attempted_at);
CREATE INDEX ix_login_guess_network_attempted_at ON login_guess (network, attempted_at);
CREATE INDEX ix_login_guess_secret_attempted_at ON login_guess (secret, attempted_at);
CREATE INDEX ix_login_guess_attempted_at ON login_guess (attempted_at);
"""

# From the `p_free`-th failure on, each doubles the wait since the last.
GROWING_WAIT = """
CREATE FUNCTION growing_wait(
  p_failures bigint, p_last timestamptz, p_free integer, p_first interval, p_longest interval
) RETURNS timestamptz
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT CASE WHEN p_failures >= p_free
    THEN p_last + least(p_longest, p_first * power(2, least(p_failures - p_free, 20))) END
$$
"""

# Locks are taken in one order of kinds, each transaction at most one of a kind, so guesses that
# share an address, a network or a password wait for each other and never in a circle. A refused
# guess is not kept: whoever goes on trying makes nobody wait longer.
BEGIN_GUESS = """
CREATE FUNCTION begin_guess(
  p_attempt uuid, p_subject text, p_person uuid, p_address text, p_network text,
  p_secret bytea, p_device bytea,
  p_per_pair integer, p_pair_window interval, p_per_account integer, p_account_window interval,
  p_per_address integer, p_per_network integer, p_window interval,
  p_per_secret integer, p_secret_window interval, p_first interval, p_longest interval
) RETURNS TABLE (wait_seconds integer, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_account bytea := sha256(convert_to(lower(p_subject), 'UTF8'));
  v_known boolean;
  v_origin text;
  v_now timestamptz;
  v_until timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(v_account, 'hex'), 1));
  SELECT u.id INTO user_id FROM users u WHERE u.email = lower(p_subject);
  v_known := EXISTS (
    SELECT 1 FROM login_device d
     WHERE d.token_hash = p_device AND d.user_id = coalesce(p_person, begin_guess.user_id));
  v_origin := CASE WHEN v_known THEN 'device ' || encode(p_device, 'hex')
                   ELSE 'address ' || p_address END;
  IF NOT v_known THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_address, 11));
    PERFORM pg_advisory_xact_lock(hashtextextended(p_network, 12));
    IF p_secret IS NOT NULL THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_secret, 'hex'), 13));
    END IF;
  END IF;
  v_now := clock_timestamp();
  v_until := greatest(
    (SELECT a.attempted_at + p_pair_window FROM login_attempt a
      WHERE a.account = v_account AND a.origin = v_origin AND a.attempted_at > v_now - p_pair_window
      ORDER BY a.attempted_at DESC OFFSET p_per_pair - 1 LIMIT 1),
    (SELECT a.attempted_at + p_account_window FROM login_attempt a
      WHERE a.account = v_account AND a.attempted_at > v_now - p_account_window
        AND CASE WHEN v_known THEN a.origin = v_origin ELSE NOT a.known_device END
      ORDER BY a.attempted_at DESC OFFSET p_per_account - 1 LIMIT 1));
  IF NOT v_known THEN
    v_until := greatest(v_until,
      (SELECT growing_wait(count(*), max(g.attempted_at), p_per_address, p_first, p_longest)
         FROM login_guess g WHERE g.source = p_address AND g.attempted_at > v_now - p_window),
      (SELECT growing_wait(count(*), max(g.attempted_at), p_per_network, p_first, p_longest)
         FROM login_guess g WHERE g.network = p_network AND g.attempted_at > v_now - p_window),
      (SELECT growing_wait(count(DISTINCT g.account), max(g.attempted_at),
                           p_per_secret, p_first, p_longest)
         FROM login_guess g
        WHERE g.secret = p_secret AND g.attempted_at > v_now - p_secret_window));
  END IF;
  wait_seconds := greatest(0, ceil(coalesce(extract(epoch FROM v_until - v_now), 0)));
  IF wait_seconds = 0 THEN
    INSERT INTO login_attempt (id, account, origin, known_device, attempted_at)
      VALUES (p_attempt, v_account, v_origin, v_known, v_now);
    IF NOT v_known THEN
      INSERT INTO login_guess (id, account, source, network, secret, attempted_at)
        VALUES (p_attempt, v_account, p_address, p_network, p_secret, v_now);
    END IF;
    DELETE FROM login_attempt WHERE ctid IN (
      SELECT ctid FROM login_attempt
      WHERE attempted_at < v_now - greatest(p_pair_window, p_account_window) LIMIT 100);
    DELETE FROM login_guess WHERE ctid IN (
      SELECT ctid FROM login_guess
      WHERE attempted_at < v_now - greatest(p_window, p_secret_window)
      LIMIT 100 FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN NEXT;
END $$
"""

FINISH_LOGIN = """
CREATE OR REPLACE FUNCTION finish_login(p_attempt uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  DELETE FROM login_attempt WHERE id = p_attempt;
  DELETE FROM login_guess WHERE id = p_attempt
$$
"""

SIGNATURE = (
    "begin_guess(uuid, text, uuid, text, text, bytea, bytea, integer, interval, integer, interval,"
    " integer, integer, interval, integer, interval, interval, interval)"
)
WAIT_SIGNATURE = "growing_wait(bigint, timestamptz, integer, interval, interval)"


def upgrade() -> None:
    """Create the table and the function; a guess that was right is forgotten in both tables."""
    for statement in TABLE.split(";\n"):
        if statement.strip():
            op.execute(statement)
    force_row_security("login_guess")
    auditor_reads("login_guess")
    op.execute(
        "CREATE POLICY resolver_all ON login_guess TO resolver USING (true) WITH CHECK (true)"
    )
    # What is deleted is locked first, which takes the right to update some column.
    op.execute("GRANT SELECT, INSERT, DELETE, UPDATE (id) ON login_guess TO resolver")
    op.execute(GROWING_WAIT)
    op.execute(f"ALTER FUNCTION {WAIT_SIGNATURE} OWNER TO resolver")
    op.execute(BEGIN_GUESS)
    resolver_function(SIGNATURE)
    op.execute(f"GRANT EXECUTE ON FUNCTION {SIGNATURE} TO operator")
    op.execute(FINISH_LOGIN)


def downgrade() -> None:
    """Drop everything of this revision."""
    before = import_module("presence.migrations.versions.20261121_identity").FINISH_LOGIN
    op.execute(before.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"))
    op.execute(f"DROP FUNCTION {SIGNATURE}")
    op.execute(f"DROP FUNCTION {WAIT_SIGNATURE}")
    op.execute("DROP TABLE login_guess")

"""Four eyes are two people: who let whom in, what exactly was asked for, mails to staff.

`staff_origin` says on whose request an account was invited, reset, raised or let in again; whoever
is tied to somebody by it does not decide for them. A request carries what it asks for and a seal
over it, and ends by itself. Mails to staff wait here: the worker has no business with staff.

Revision ID: 0041_four_eyes
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import auditor_reads, force_row_security

revision = "0041_four_eyes"
down_revision = "0040_site_turns"
branch_labels = None
depends_on = None

TABLES = """
CREATE TABLE IF NOT EXISTS staff_origin (
  id uuid NOT NULL,
  staff_id uuid NOT NULL,
  kind varchar(16) NOT NULL,
  requested_by uuid,
  approved_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_staff_origin PRIMARY KEY (id),
  CONSTRAINT fk_staff_origin_staff_id
    FOREIGN KEY (staff_id) REFERENCES staff (id) ON DELETE CASCADE,
  CONSTRAINT fk_staff_origin_requested_by FOREIGN KEY (requested_by) REFERENCES staff (id),
  CONSTRAINT fk_staff_origin_approved_by FOREIGN KEY (approved_by) REFERENCES staff (id),
  CONSTRAINT ck_staff_origin_kind CHECK (kind IN ('invited', 'reset', 'promoted', 'enabled')),
  CONSTRAINT ck_staff_origin_two_people
    CHECK (approved_by <> requested_by AND approved_by <> staff_id)
);
CREATE INDEX IF NOT EXISTS ix_staff_origin_staff_id ON staff_origin (staff_id);
CREATE INDEX IF NOT EXISTS ix_staff_origin_requested_by ON staff_origin (requested_by);
CREATE TABLE IF NOT EXISTS staff_mail (
  id uuid NOT NULL,
  staff_id uuid NOT NULL,
  template varchar(40) NOT NULL,
  subject_id uuid NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  status varchar(16) NOT NULL DEFAULT 'queued',
  attempts smallint NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  error varchar(400),
  sent_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_staff_mail PRIMARY KEY (id),
  CONSTRAINT fk_staff_mail_staff_id
    FOREIGN KEY (staff_id) REFERENCES staff (id) ON DELETE CASCADE,
  CONSTRAINT uq_staff_mail_staff_id_template_subject_id UNIQUE (staff_id, template, subject_id),
  CONSTRAINT ck_staff_mail_status CHECK (status IN ('queued', 'sent', 'skipped', 'failed'))
);
CREATE INDEX IF NOT EXISTS ix_staff_mail_due ON staff_mail (next_at) WHERE status = 'queued';
CREATE TABLE IF NOT EXISTS staff_device (
  staff_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_staff_device PRIMARY KEY (staff_id, token_hash),
  CONSTRAINT fk_staff_device_staff_id
    FOREIGN KEY (staff_id) REFERENCES staff (id) ON DELETE CASCADE,
  CONSTRAINT ck_staff_device_sha256 CHECK (octet_length(token_hash) = 32)
)
"""
COLUMNS = """
ALTER TABLE staff ADD COLUMN IF NOT EXISTS power_since timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN IF NOT EXISTS invitation_id uuid;
ALTER TABLE approval ADD COLUMN IF NOT EXISTS facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  ADD COLUMN IF NOT EXISTS seal bytea,
  ADD COLUMN IF NOT EXISTS expires_at timestamptz NOT NULL DEFAULT now() + interval '3 days'
"""
GRANTS = {
    "staff_origin": "SELECT, INSERT",
    "staff_mail": "SELECT, INSERT, UPDATE",
    "staff_device": "SELECT, INSERT, DELETE",
}
# What somebody asked for stays as it was: only what became of it is written afterwards.
DECIDED = "status, decided_by, decided_at, decision_reason"
# On the command line an account is its own actor: nobody's request. An upgrade that was cut off has
# written all of it or nothing.
ORIGINS = """
INSERT INTO staff_origin (id, staff_id, kind, requested_by, created_at)
  SELECT gen_random_uuid(), o.* FROM (
    SELECT id, 'invited', invited_by, created_at FROM staff
    UNION ALL
    SELECT s.id, CASE a.action WHEN 'staff.reset-sign-in' THEN 'reset'
           WHEN 'staff.enable' THEN 'enabled' ELSE 'promoted' END,
           nullif(a.staff_id, s.id), a.created_at
      FROM audit_log a JOIN staff s ON a.target = 'staff:' || s.id
     WHERE a.staff_id IS NOT NULL
       AND a.action IN ('staff.reset-sign-in', 'staff.enable', 'staff.change-role')) o
   WHERE NOT EXISTS (SELECT FROM staff_origin)
"""
INVITATIONS = """
UPDATE staff SET invitation_id = gen_random_uuid()
 WHERE invitation_hash IS NOT NULL AND invitation_id IS NULL
"""
# What the owner may see of tables under row security, for as long as the rows of before are read.
PEEK = {"staff": "ALL", "audit_log": "SELECT"}


def upgrade() -> None:
    """Create tables and columns; remember who let whom in, as far as it is known."""
    # Each statement is over before the next: nobody waits for staff or the log while another
    # table is waited for, or while the log of years is read.
    with op.get_context().autocommit_block():
        _stop_peeking()
        for statement in (*COLUMNS.split(";\n"), *TABLES.split(";\n")):
            op.execute(statement)
        for table, verb in PEEK.items():
            allowed = f"FOR {verb} TO CURRENT_USER USING (true)"
            op.execute(f"CREATE POLICY four_eyes ON {table} {allowed}")
        op.execute(INVITATIONS)
        op.execute(ORIGINS)
        _stop_peeking()
    for table, verbs in GRANTS.items():
        force_row_security(table)
        op.execute(f"CREATE POLICY staff ON {table} TO operator USING (true) WITH CHECK (true)")
        op.execute(f"GRANT {verbs} ON {table} TO operator")
        auditor_reads(table)
    op.execute("REVOKE UPDATE, DELETE ON approval FROM operator")
    op.execute(f"GRANT UPDATE ({DECIDED}) ON approval TO operator")


def _stop_peeking() -> None:
    for table in PEEK:
        op.execute(f"DROP POLICY IF EXISTS four_eyes ON {table}")


def downgrade() -> None:
    """Drop everything of this revision."""
    op.execute(f"REVOKE UPDATE ({DECIDED}) ON approval FROM operator")
    op.execute("GRANT UPDATE, DELETE ON approval TO operator")
    with op.get_context().autocommit_block():
        op.execute(
            "ALTER TABLE approval DROP COLUMN IF EXISTS facts, DROP COLUMN IF EXISTS seal,"
            " DROP COLUMN IF EXISTS expires_at"
        )
        op.execute(
            "ALTER TABLE staff DROP COLUMN IF EXISTS power_since,"
            " DROP COLUMN IF EXISTS invitation_id"
        )
        for table in GRANTS:
            op.execute(f"DROP TABLE IF EXISTS {table}")

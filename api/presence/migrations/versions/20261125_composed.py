"""Results composed before coverage had a score can be read as the new ones are.

They say neither what a site keeps shut nor what is not answered. The owner sees no row of it,
so the table lets it for the time; in parts, because each row is locked until its part ends.

Revision ID: 0054_composed
"""

from __future__ import annotations

from alembic import op

revision = "0054_composed"
down_revision = "0053_sealed_by"
branch_labels = None
depends_on = None

# By the key, so that no part looks at a row twice; an upgrade that was ended begins again.
COMPLETE = """
DO $$
DECLARE
  v_last record;
  v_next record;
BEGIN
  SELECT '00000000-0000-0000-0000-000000000000'::uuid AS workspace_id,
    '00000000-0000-0000-0000-000000000000'::uuid AS brand_id INTO v_last;
  LOOP
    SELECT part.workspace_id, part.brand_id INTO v_next FROM (
      SELECT r.workspace_id, r.brand_id FROM brand_results r
      WHERE (r.workspace_id, r.brand_id) > (v_last.workspace_id, v_last.brand_id)
      ORDER BY r.workspace_id, r.brand_id LIMIT 500) part
    ORDER BY part.workspace_id DESC, part.brand_id DESC LIMIT 1;
    EXIT WHEN NOT FOUND;
    UPDATE brand_results r
      SET document = '{"unreadable": "", "unanswered": [], ' || substr(r.document, 2)
      WHERE (r.workspace_id, r.brand_id) > (v_last.workspace_id, v_last.brand_id)
        AND (r.workspace_id, r.brand_id) <= (v_next.workspace_id, v_next.brand_id)
        AND r.document NOT LIKE '{"unreadable":%'
        AND position('"unreadable" :' IN r.document) = 0;
    COMMIT;
    v_last := v_next;
  END LOOP;
END $$
"""


def upgrade() -> None:
    """Give old results the members, a part of them at a time."""
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE brand_results NO FORCE ROW LEVEL SECURITY")
        op.execute(COMPLETE)
        op.execute("ALTER TABLE brand_results FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    """Results keep members that nothing reads."""

"""Traffic of a brand's sites: where lines of access logs come from, and what was counted in them.

Revision ID: 0065_traffic
"""

from __future__ import annotations

from alembic import op

from presence.db.functions import load
from presence.db.rls import CURRENT_WORKSPACE, resolver_function, resolver_reads, tenant_table

revision = "0065_traffic"
down_revision = "0064_experiments"
branch_labels = None
depends_on = None

WORKSPACE = f"""workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE}
    REFERENCES workspace (id) ON DELETE CASCADE"""
OF_BRAND = "FOREIGN KEY (workspace_id, brand_id) REFERENCES brand (workspace_id, id)"
OF_SOURCE = "FOREIGN KEY (workspace_id, source_id) REFERENCES traffic_source (workspace_id, id)"
OF_UPLOAD = "FOREIGN KEY (workspace_id, upload_id) REFERENCES traffic_upload (workspace_id, id)"
COUNTS = """requests bigint NOT NULL,
  verified bigint NOT NULL DEFAULT 0,
  contradicted bigint NOT NULL DEFAULT 0,
  views bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0"""
GROUP = """bot text NOT NULL,
  purpose text NOT NULL,
  site text NOT NULL,
  page text NOT NULL,
  status smallint NOT NULL"""

SOURCE = f"""
CREATE TABLE traffic_source (
  id uuid PRIMARY KEY,
  {WORKSPACE},
  brand_id uuid NOT NULL,
  name varchar(100) NOT NULL,
  kind varchar(8) NOT NULL,
  token_hash bytea,
  prefix varchar(16) NOT NULL DEFAULT '',
  received_at timestamptz,
  cleaned_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT uq_traffic_source_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT uq_traffic_source_workspace_id_brand_id_name UNIQUE (workspace_id, brand_id, name),
  CONSTRAINT ck_traffic_source_kind CHECK (kind IN ('upload', 'push')),
  CONSTRAINT ck_traffic_source_sha256 CHECK (octet_length(token_hash) = 32),
  CONSTRAINT ck_traffic_source_token CHECK (kind = 'push' OR token_hash IS NULL),
  {OF_BRAND} ON DELETE CASCADE
)
"""
UPLOAD = f"""
CREATE TABLE traffic_upload (
  id uuid PRIMARY KEY,
  {WORKSPACE},
  brand_id uuid NOT NULL,
  source_id uuid NOT NULL,
  name varchar(200) NOT NULL,
  size bigint NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'receiving',
  failure varchar(500) NOT NULL DEFAULT '',
  format varchar(32) NOT NULL DEFAULT '',
  fingerprint bytea,
  digest bytea,
  known_bytes bigint NOT NULL DEFAULT 0,
  read_bytes bigint NOT NULL DEFAULT 0,
  packed_bytes bigint NOT NULL DEFAULT 0,
  lines bigint NOT NULL DEFAULT 0,
  wrong bigint NOT NULL DEFAULT 0,
  duplicates bigint NOT NULL DEFAULT 0,
  bot_requests bigint NOT NULL DEFAULT 0,
  people bigint NOT NULL DEFAULT 0,
  first_at timestamptz,
  last_at timestamptz,
  overlapping jsonb NOT NULL DEFAULT '[]',
  overlap_accepted boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT uq_traffic_upload_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT ck_traffic_upload_size CHECK (size BETWEEN 1 AND 2147483648),
  CONSTRAINT ck_traffic_upload_status CHECK (status IN
    ('receiving', 'queued', 'reading', 'held', 'done', 'failed', 'cancelled')),
  {OF_BRAND} ON DELETE CASCADE,
  {OF_SOURCE} ON DELETE CASCADE
)
"""
PART = f"""
CREATE TABLE traffic_upload_part (
  {WORKSPACE},
  upload_id uuid NOT NULL,
  number integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT pk_traffic_upload_part PRIMARY KEY (workspace_id, upload_id, number),
  CONSTRAINT ck_traffic_upload_part_number CHECK (number >= 0),
  {OF_UPLOAD} ON DELETE CASCADE
)
"""
WRONG = f"""
CREATE TABLE traffic_wrong_line (
  {WORKSPACE},
  upload_id uuid NOT NULL,
  position bigint NOT NULL,
  reason varchar(200) NOT NULL,
  text varchar(400) NOT NULL,
  CONSTRAINT pk_traffic_wrong_line PRIMARY KEY (workspace_id, upload_id, position),
  {OF_UPLOAD} ON DELETE CASCADE
)
"""
STAGED = f"""
CREATE TABLE traffic_staged (
  {WORKSPACE},
  upload_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  {GROUP},
  {COUNTS},
  CONSTRAINT pk_traffic_staged
    PRIMARY KEY (workspace_id, upload_id, hour, site, page, bot, purpose, status),
  {OF_UPLOAD} ON DELETE CASCADE
)
"""
HOUR = f"""
CREATE TABLE traffic_hour (
  {WORKSPACE},
  source_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  {GROUP},
  {COUNTS},
  CONSTRAINT pk_traffic_hour
    PRIMARY KEY (workspace_id, source_id, hour, site, page, bot, purpose, status),
  {OF_SOURCE} ON DELETE CASCADE
)
"""
DAY = f"""
CREATE TABLE traffic_day (
  {WORKSPACE},
  source_id uuid NOT NULL,
  day date NOT NULL,
  bot text NOT NULL,
  purpose text NOT NULL,
  status smallint NOT NULL,
  {COUNTS},
  CONSTRAINT pk_traffic_day PRIMARY KEY (workspace_id, source_id, day, bot, purpose, status),
  {OF_SOURCE} ON DELETE CASCADE
)
"""
SAMPLE = f"""
CREATE TABLE traffic_sample (
  id uuid PRIMARY KEY,
  {WORKSPACE},
  source_id uuid NOT NULL,
  upload_id uuid,
  at timestamptz NOT NULL,
  {GROUP},
  verdict varchar(16) NOT NULL,
  line text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ck_traffic_sample_verdict CHECK (verdict IN ('verified', 'claimed', 'contradicted')),
  {OF_SOURCE} ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, upload_id) REFERENCES traffic_upload (workspace_id, id)
    ON DELETE CASCADE
)
"""
EVENT = f"""
CREATE TABLE traffic_event (
  {WORKSPACE},
  source_id uuid NOT NULL,
  event bytea NOT NULL,
  upload_id uuid,
  received_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_traffic_event PRIMARY KEY (workspace_id, source_id, event),
  {OF_SOURCE} ON DELETE CASCADE,
  {OF_UPLOAD} ON DELETE CASCADE
)
"""
TABLES = {
    "traffic_source": SOURCE,
    "traffic_upload": UPLOAD,
    "traffic_upload_part": PART,
    "traffic_wrong_line": WRONG,
    "traffic_staged": STAGED,
    "traffic_hour": HOUR,
    "traffic_day": DAY,
    "traffic_sample": SAMPLE,
    "traffic_event": EVENT,
}
INDEXES = (
    "CREATE INDEX ix_traffic_source_token_hash ON traffic_source (token_hash)",
    "CREATE INDEX ix_traffic_source_cleaned_at ON traffic_source (cleaned_at)",
    "CREATE INDEX ix_traffic_upload_source ON traffic_upload (workspace_id, source_id, id)",
    "CREATE INDEX ix_traffic_upload_brand ON traffic_upload (workspace_id, brand_id, id)",
    "CREATE INDEX ix_traffic_upload_at_work ON traffic_upload (changed_at)"
    " WHERE status IN ('queued', 'reading')",
    "CREATE INDEX ix_traffic_sample_source ON traffic_sample (workspace_id, source_id, at)",
    "CREATE INDEX ix_traffic_sample_upload ON traffic_sample (workspace_id, upload_id)",
    "CREATE INDEX ix_traffic_event_upload ON traffic_event (workspace_id, upload_id)",
    "CREATE INDEX ix_traffic_event_received ON traffic_event"
    " (workspace_id, source_id, received_at)",
)
SOURCE_OF = """
CREATE FUNCTION traffic_source_of(p_hash bytea)
RETURNS TABLE (workspace_id uuid, source_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.workspace_id, s.id FROM traffic_source s
  JOIN workspace w ON w.id = s.workspace_id AND w.deleted_at IS NULL
  WHERE s.token_hash = p_hash
$$
"""
FUNCTIONS = {
    "traffic_source_of(bytea)": SOURCE_OF,
    "stranded_log_uploads(interval, integer)": load("stranded_log_uploads", "d302fcdf"),
    "traffic_to_clean(interval, integer)": load("traffic_to_clean", "57bc97de"),
}


def upgrade() -> None:
    """Create the tables, close each to its own workspace, then what looks at all of them."""
    for name, definition in TABLES.items():
        op.execute(definition)
        tenant_table(name)
    for index in INDEXES:
        op.execute(index)
    for name in ("traffic_source", "traffic_upload"):
        resolver_reads(name)
    for signature, definition in FUNCTIONS.items():
        op.execute(definition)
        resolver_function(signature)


def downgrade() -> None:
    """Drop them."""
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")
    for table in reversed(TABLES):
        op.execute(f"DROP TABLE {table}")

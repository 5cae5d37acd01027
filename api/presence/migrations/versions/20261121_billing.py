"""Plans, subscriptions, payments and subscription events; the three plans of the price list.

Plan ids rise with the tier and are never reused: the upgrade rule compares them.

Revision ID: 0004_billing
"""

from __future__ import annotations

import json

from alembic import op
from sqlalchemy import text

from presence.db.rls import CURRENT_WORKSPACE, resolver_reads, tenant_table

revision = "0004_billing"
down_revision = "0003_workspaces"
branch_labels = None
depends_on = None

TABLES = f"""
CREATE TABLE plans (
  id integer NOT NULL,
  name varchar(100) NOT NULL,
  description text NOT NULL DEFAULT '',
  price numeric(10, 2) NOT NULL,
  billing_frequency varchar(8) NOT NULL DEFAULT 'monthly',
  features jsonb NOT NULL DEFAULT '[]',
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_plans PRIMARY KEY (id),
  CONSTRAINT ck_plans_name CHECK (name <> ''),
  CONSTRAINT ck_plans_price CHECK (price >= 0),
  CONSTRAINT ck_plans_billing_frequency CHECK (billing_frequency IN ('monthly', 'yearly'))
);
CREATE TABLE plan_features (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  plan_id integer NOT NULL,
  feature_name varchar(100) NOT NULL,
  feature_value varchar(255) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_plan_features PRIMARY KEY (id),
  CONSTRAINT uq_plan_features_plan_id_feature_name UNIQUE (plan_id, feature_name),
  CONSTRAINT fk_plan_features_plan_id FOREIGN KEY (plan_id) REFERENCES plans (id),
  CONSTRAINT ck_plan_features_feature_name CHECK (feature_name <> '')
);
CREATE TABLE subscriptions (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  user_id uuid,
  plan_id integer NOT NULL,
  status varchar(16) NOT NULL,
  billing_frequency varchar(8) NOT NULL DEFAULT 'yearly',
  start_date timestamptz NOT NULL DEFAULT now(),
  end_date timestamptz,
  current_period_start timestamptz,
  current_period_end timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  trial_start timestamptz,
  trial_end timestamptz,
  processor varchar(16) NOT NULL,
  processor_subscription_id varchar(255),
  processor_customer_id varchar(255),
  metadata jsonb NOT NULL DEFAULT '{{}}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_subscriptions PRIMARY KEY (id),
  CONSTRAINT uq_subscriptions_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT fk_subscriptions_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_subscriptions_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT fk_subscriptions_plan_id FOREIGN KEY (plan_id) REFERENCES plans (id),
  CONSTRAINT ck_subscriptions_status CHECK
    (status IN ('active', 'trialing', 'past_due', 'canceled', 'unpaid', 'expired')),
  CONSTRAINT ck_subscriptions_billing_frequency CHECK (billing_frequency IN ('monthly', 'yearly')),
  CONSTRAINT ck_subscriptions_processor CHECK (processor IN ('stripe', 'manual'))
);
CREATE UNIQUE INDEX uq_subscriptions_workspace_id_live ON subscriptions (workspace_id)
  WHERE status <> 'expired';
CREATE TABLE payments (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  subscription_id uuid NOT NULL,
  user_id uuid,
  amount numeric(10, 2) NOT NULL,
  currency char(3) NOT NULL DEFAULT 'USD',
  status varchar(32) NOT NULL,
  processor varchar(16) NOT NULL,
  processor_payment_id varchar(255),
  processor_payment_method_id varchar(255),
  paid_at timestamptz,
  metadata jsonb NOT NULL DEFAULT '{{}}',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_payments PRIMARY KEY (id),
  CONSTRAINT fk_payments_workspace_id_subscription_id FOREIGN KEY (workspace_id, subscription_id)
    REFERENCES subscriptions (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_payments_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT ck_payments_amount CHECK (amount >= 0),
  CONSTRAINT ck_payments_processor CHECK (processor IN ('stripe', 'manual'))
);
CREATE INDEX ix_payments_workspace_id_subscription_id ON payments (workspace_id, subscription_id);
CREATE TABLE subscription_events (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  subscription_id uuid NOT NULL,
  event_type varchar(50) NOT NULL,
  event_data jsonb NOT NULL DEFAULT '{{}}',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_subscription_events PRIMARY KEY (id),
  CONSTRAINT fk_subscription_events_workspace_id_subscription_id
   
    FOREIGN KEY (workspace_id, subscription_id) REFERENCES subscriptions (workspace_id, id)
    ON DELETE CASCADE,
  CONSTRAINT ck_subscription_events_event_type CHECK (event_type <> '')
);
CREATE INDEX ix_subscription_events_workspace_id_subscription_id
  ON subscription_events (workspace_id, subscription_id)
"""

PLANS = (
    (
        1,
        "Pro",
        "For one website that wants to be named.",
        20,
        16,
        ["1 website", "AI recommendations", "Basic visibility tracking"],
    ),
    (
        2,
        "Growth",
        "For growing brands with several websites.",
        49,
        39,
        ["3 websites", "Everything in Pro", "Advanced tracking", "Priority support"],
    ),
    (
        3,
        "Scale",
        "For portfolios and agencies.",
        99,
        79,
        [
            "5 websites",
            "Everything in Growth",
            "Custom integrations",
            "Dedicated account manager",
        ],
    ),
)
RECOMMENDED = 2


# Which subscription row counts at a moment, in one place for what reads it without the service: not
# expired, not past its end, and a canceled one only until its period is over. The caller's rights
# apply, and the caller's clock decides.
CURRENT_SUBSCRIPTION = """
CREATE FUNCTION current_subscription(p_now timestamptz) RETURNS SETOF subscriptions
LANGUAGE sql STABLE
AS $$
  SELECT * FROM subscriptions
  WHERE status <> 'expired'
    AND (end_date IS NULL OR end_date > p_now)
    AND (status <> 'canceled' OR current_period_end > p_now)
$$
"""


def _seed() -> None:
    bind = op.get_bind()
    for plan_id, name, description, monthly, yearly, features in PLANS:
        bind.execute(
            text(
                "INSERT INTO plans (id, name, description, price, billing_frequency, features)"
                " VALUES (:id, :name, :description, :price, 'monthly', CAST(:features AS jsonb))"
            ),
            {
                "id": plan_id,
                "name": name,
                "description": description,
                "price": monthly,
                "features": json.dumps(features),
            },
        )
        named = {
            "price.yearly_per_month": f"{yearly}.00",
            "rank": str(plan_id),
            "popular": "true" if plan_id == RECOMMENDED else "false",
        }
        for feature, value in named.items():
            bind.execute(
                text(
                    "INSERT INTO plan_features (plan_id, feature_name, feature_value)"
                    " VALUES (:plan, :feature, :value)"
                ),
                {"plan": plan_id, "feature": feature, "value": value},
            )


def upgrade() -> None:
    """Create tables, policies and the price list."""
    for statement in TABLES.split(";\n"):
        op.execute(statement)
    for table in ("plans", "plan_features"):
        op.execute(f"GRANT SELECT ON {table} TO customer, resolver, auditor")
    tenant_table("subscriptions", grants="SELECT, INSERT, UPDATE")
    tenant_table("payments", grants="SELECT, INSERT, UPDATE")
    tenant_table("subscription_events", grants="SELECT, INSERT")
    resolver_reads("subscriptions")
    op.execute(CURRENT_SUBSCRIPTION)
    _seed()


def downgrade() -> None:
    """Drop everything of this revision."""
    op.execute("DROP FUNCTION current_subscription(timestamptz)")
    for table in ("subscription_events", "payments", "subscriptions", "plan_features", "plans"):
        op.execute(f"DROP TABLE {table}")

"""What a subscription brings in by the month, as SQL for the console's lists and for metrics.

Invariant: only what is paid online counts, and a value somebody mistyped counts as not there: one
row that says nonsense never breaks a list or a metric.
"""

from __future__ import annotations

# Of a plan `plans p` paid by the year, a month in USD; NULL without such a price.
YEARLY_PER_MONTH = (
    "(SELECT CASE WHEN f.feature_value ~ '^[0-9]{1,9}(\\.[0-9]{1,2})?$'"
    " THEN CAST(f.feature_value AS numeric) END FROM plan_features f"
    " WHERE f.plan_id = p.id AND f.feature_name = 'price.yearly_per_month')"
)
# Of `subscriptions s` and its plan `plans p`, in USD.
MONTHLY_REVENUE = (
    "CASE WHEN s.processor = 'stripe' AND s.status IN ('active', 'past_due') THEN"
    " CASE WHEN s.billing_frequency = 'monthly' THEN p.price"
    f" ELSE coalesce({YEARLY_PER_MONTH}, p.price) END"
    " ELSE 0 END"
)

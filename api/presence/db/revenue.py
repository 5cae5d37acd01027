"""What a subscription brings in by the month, as SQL for the console's lists.

Invariant: only what is paid online counts, and a value somebody mistyped counts as not there: one
row that says nonsense never breaks a list.
"""

from __future__ import annotations

_YEARLY = (
    "(SELECT CASE WHEN f.feature_value ~ '^[0-9]{1,9}(\\.[0-9]{1,2})?$'"
    " THEN CAST(f.feature_value AS numeric) END FROM plan_features f"
    " WHERE f.plan_id = p.id AND f.feature_name = 'price.yearly_per_month')"
)
# Of `subscriptions s` and its plan `plans p`, in USD.
MONTHLY_REVENUE = (
    "CASE WHEN s.processor = 'stripe' AND s.status IN ('active', 'past_due') THEN"
    f" CASE WHEN s.billing_frequency = 'monthly' THEN p.price ELSE coalesce({_YEARLY}, p.price) END"
    " ELSE 0 END"
)

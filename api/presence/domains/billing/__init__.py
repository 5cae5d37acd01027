"""Plans, subscriptions and what they allow."""

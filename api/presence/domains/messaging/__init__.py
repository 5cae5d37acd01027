"""Everything the product sends: e-mails, notifications, alerts, digests, webhooks and Slack."""

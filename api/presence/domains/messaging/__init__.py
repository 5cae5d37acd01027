"""What the product says: e-mails, notifications, alerts, digests, webhooks and Slack."""

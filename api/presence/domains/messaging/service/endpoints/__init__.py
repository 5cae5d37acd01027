"""Webhooks and Slack: where to send, what, how it is signed, and how delivery went."""

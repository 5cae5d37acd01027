"""Tests of webhooks and Slack."""

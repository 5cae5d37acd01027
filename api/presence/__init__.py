"""Presence: how a brand appears in the answers of AI assistants, measured with evidence."""

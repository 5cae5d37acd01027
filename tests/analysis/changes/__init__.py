"""Tests of presence.analysis.changes, through its public surface."""

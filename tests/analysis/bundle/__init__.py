"""Tests of presence.analysis.bundle, through its public surface."""

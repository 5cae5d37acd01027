"""Tests of presence.analysis.extraction, through its public surface."""

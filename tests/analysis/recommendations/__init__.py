"""Tests of presence.analysis.recommendations, through its public surface."""

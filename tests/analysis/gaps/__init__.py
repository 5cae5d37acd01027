"""Tests of presence.analysis.gaps, through its public surface."""

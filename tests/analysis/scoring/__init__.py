"""Tests of presence.analysis.scoring, through its public surface."""

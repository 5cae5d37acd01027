"""Tests that kill real processes in the middle of a run."""

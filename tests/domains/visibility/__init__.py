"""Tests of runs, results and streams."""

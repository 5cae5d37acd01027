"""Tests of what-if experiments."""

"""Tests of the composition roots and commands."""

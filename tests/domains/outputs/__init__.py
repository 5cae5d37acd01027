"""Tests of the outputs slice."""

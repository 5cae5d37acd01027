"""Tests of the messaging slice."""

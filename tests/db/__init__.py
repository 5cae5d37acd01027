"""Tests of sessions, row security and the embedded database."""

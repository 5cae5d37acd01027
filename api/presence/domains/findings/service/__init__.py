"""Decisions and reads of findings."""

"""Decisions and reads of results."""

"""Digests: when they are due, what they say, and how they look."""

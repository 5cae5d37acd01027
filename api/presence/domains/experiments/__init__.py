"""Experiments: what would happen if texts were different, and what really came of a change."""

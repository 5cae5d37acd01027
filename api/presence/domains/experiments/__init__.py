"""Experiments: what would happen if the words of a brand were others."""

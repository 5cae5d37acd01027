"""Scores: computed from answers, compared, revised and bundled for verification."""

"""Runs, answers, evidence, scores, gaps and recommendations of a brand."""

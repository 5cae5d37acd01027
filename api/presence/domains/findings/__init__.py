"""Findings: content gaps, technical findings, recommendations, and people's decisions on them."""

"""Findings: content gaps, technical findings and recommendations, and what is decided on them."""

"""Gaps, findings and recommendations: assessed, listed and decided on."""

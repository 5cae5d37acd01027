"""Gaps, findings and recommendations: judged, listed and decided upon."""

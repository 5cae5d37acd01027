"""Audience fit and tone."""

from presence.analysis.audience.fit import FIT_MODEL, audience_fit
from presence.analysis.audience.tone import TONES, read_tone, tone_match

__all__ = ["FIT_MODEL", "TONES", "audience_fit", "read_tone", "tone_match"]

"""Tables: gaps, recommendations, technical findings, and decisions on them."""

from presence.domains.findings.models.advice import Decision, Recheck
from presence.domains.findings.models.findings import (
    StoredGap,
    StoredRecommendation,
    TechnicalFinding,
)

__all__ = ["Decision", "Recheck", "StoredGap", "StoredRecommendation", "TechnicalFinding"]

"""Tables: facts, interpretations, and what people corrected in answers."""

from presence.domains.analytics.models.analytics import AnswerCorrection, MentionReview
from presence.domains.analytics.models.facts import BrandFact, StoredInterpretation

__all__ = ["AnswerCorrection", "BrandFact", "MentionReview", "StoredInterpretation"]

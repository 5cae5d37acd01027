"""The questions customers ask about an offer."""

from presence.analysis.panel.brand_question import branded_question, question_language
from presence.analysis.panel.builder import (
    PANEL_VERSION,
    build_panel,
    interpretation_question,
    prompt_id,
    question_locale,
    suggest_prompts,
)
from presence.analysis.panel.leakage import BrandNaming, tag_lines
from presence.analysis.panel.reading import intent_of, topic_among

__all__ = [
    "PANEL_VERSION",
    "BrandNaming",
    "branded_question",
    "build_panel",
    "intent_of",
    "interpretation_question",
    "prompt_id",
    "question_language",
    "question_locale",
    "suggest_prompts",
    "tag_lines",
    "topic_among",
]

"""Topics of the brand's own words and the questions customers ask about them."""

from presence.analysis.panel.builder import (
    PANEL_VERSION,
    build_panel,
    interpretation_question,
    prompt_id,
    question_locale,
)
from presence.analysis.panel.frames import branded_question, question_language, rephrase
from presence.analysis.panel.topics import topics_of

__all__ = [
    "PANEL_VERSION",
    "branded_question",
    "build_panel",
    "interpretation_question",
    "prompt_id",
    "question_language",
    "question_locale",
    "rephrase",
    "topics_of",
]

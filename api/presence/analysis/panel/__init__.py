"""Topics of the brand's own words and the questions customers ask about them."""

from presence.analysis.panel.builder import PANEL_VERSION, build_panel, locale_of, prompt_id
from presence.analysis.panel.frames import branded_question, rephrase
from presence.analysis.panel.topics import topics_of

__all__ = [
    "PANEL_VERSION",
    "branded_question",
    "build_panel",
    "locale_of",
    "prompt_id",
    "rephrase",
    "topics_of",
]

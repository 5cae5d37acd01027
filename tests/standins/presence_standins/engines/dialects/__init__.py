"""The providers' documented wire formats, one module each.

Invariant: a dialect renders what was decided elsewhere; it decides nothing itself.
"""

from presence_standins.engines.dialects.anthropic import Anthropic
from presence_standins.engines.dialects.base import Dialect, Problem, Turn
from presence_standins.engines.dialects.chat import Local, Perplexity
from presence_standins.engines.dialects.gemini import Gemini
from presence_standins.engines.dialects.openai import OpenAI

DIALECTS: dict[str, Dialect] = {
    "chatgpt": OpenAI(),
    "claude": Anthropic(),
    "gemini": Gemini(),
    "perplexity": Perplexity(),
    "compatible": Local(),
}

__all__ = ["DIALECTS", "Dialect", "Problem", "Turn"]

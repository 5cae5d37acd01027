"""Assistants through their makers' own SDKs, behind the `AssistantEngine` port.

Rooms: `factory` hands out engines · `engine` one attempt, every failure a value · `chatgpt`,
`claude`, `gemini`, `perplexity`, `compatible` one wire format each · `reading`, `failures`,
`waiting` what responses and errors say · `specs` names and surfaces.
"""

from presence.adapters.assistants.factory import Assistants
from presence.adapters.assistants.specs import LocaleHint, locale_hint, spec_of

__all__ = ["Assistants", "LocaleHint", "locale_hint", "spec_of"]

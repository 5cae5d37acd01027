"""Every engine the product knows, in display order, and how to connect it.

Invariant: an id here is never renamed: it is stored in answers, reservations and the ledger. Names,
providers and surfaces come from the adapters.
"""

from __future__ import annotations

from dataclasses import dataclass

from presence.adapters.assistants import spec_of
from presence.analysis.ports import EngineAccess
from presence.analysis.types import EngineSpec

COMPATIBLE = "compatible"
SIMULATOR = EngineSpec(
    "simulator", "Simulator", "Presence", "built in", "simulator", "simulator",
    "Answers from your own and your competitors' pages",
)  # fmt: skip
IMPORTED = EngineSpec(
    "imported", "Imported answers", "You", "as named in the file", "imported", "imported"
)
FREE = {SIMULATOR.id: SIMULATOR, IMPORTED.id: IMPORTED}


@dataclass(frozen=True, slots=True)
class Assistant:
    """An engine that needs a key (or, if `keyless`, at least an address)."""

    id: str
    model: str
    web_search: bool
    how_to_connect: str
    keyless: bool = False

    def access(
        self, api_key: str, model: str, base_url: str, timeout_s: float, *, typed: bool
    ) -> EngineAccess:
        """What the adapter needs; an empty model means the default one.

        `typed`: a customer entered the address, so every connection to it is guarded.
        """
        return EngineAccess(self.id, model or self.model, api_key, base_url, timeout_s, typed)


ASSISTANTS: dict[str, Assistant] = {
    a.id: a
    for a in (
        Assistant(
            "chatgpt",
            "gpt-6-luna",
            True,
            "Create a key at platform.openai.com under API keys and paste it here.",
        ),
        Assistant(
            "perplexity",
            "sonar",
            True,
            "Create a key at perplexity.ai under Settings, API, and paste it here.",
        ),
        Assistant(
            "gemini",
            "gemini-3.5-flash-lite",
            True,
            "Create a key at aistudio.google.com under Get API key and paste it here.",
        ),
        Assistant(
            "claude",
            "claude-haiku-5-5",
            True,
            "Create a key at platform.claude.com under API keys, allow web search for your"
            " organisation, and paste the key here.",
        ),
        Assistant(
            COMPATIBLE,
            "",
            False,
            "Enter the address of a server that speaks the OpenAI protocol (Ollama, vLLM,"
            " llama.cpp), the model to ask, and a key if the server wants one.",
            keyless=True,
        ),
    )
}
FREE_HINTS = {
    SIMULATOR.id: "Nothing to connect: it runs inside the product.",
    IMPORTED.id: "Paste or upload answers you have seen elsewhere.",
}


def spec(access: EngineAccess) -> EngineSpec:
    """Identity, model and surface of what an access leads to."""
    return spec_of(access)

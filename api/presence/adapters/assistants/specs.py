"""What each engine is called and what kind of answer it gives.

Invariant: a name or address here never reveals a key.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, Literal
from urllib.parse import urlsplit

from presence.analysis.ports import EngineAccess
from presence.analysis.types import EngineSpec

LocaleHint = Literal["country", "language"]
COMPATIBLE: Final = "compatible"
_LOCAL_NAMES: Final = ("localhost", ".localhost", ".local", ".internal", ".lan", ".home.arpa")


@dataclass(frozen=True, slots=True)
class Product:
    """An assistant people know, the company behind it, the module that asks it and where.

    `address` is the provider's own; empty where the SDK knows it best. `also_told` is what it
    learns of the question's locale beside the question itself.
    """

    name: str
    provider: str
    module: str
    address: str = ""
    also_told: LocaleHint | None = None


PRODUCTS: Final = {
    "chatgpt": Product("ChatGPT", "OpenAI", "chatgpt", "https://api.openai.com/v1", "country"),
    "perplexity": Product(
        "Perplexity", "Perplexity", "perplexity", "https://api.perplexity.ai", "country"
    ),
    "gemini": Product("Gemini", "Google", "gemini", also_told="language"),
    "claude": Product("Claude", "Anthropic", "claude", "https://api.anthropic.com", "country"),
    # The address at which Ollama listens by default.
    COMPATIBLE: Product(
        "OpenAI-compatible server", "OpenAI-compatible", "compatible", "http://localhost:11434/v1"
    ),
}


def address_of(access: EngineAccess) -> str:
    """Base address of an access: its own, else the provider's."""
    return access.base_url or PRODUCTS[access.engine].address


def locale_hint(engine: str) -> LocaleHint | None:
    """What an engine learns of the question's locale, where that names one."""
    return PRODUCTS[engine].also_told


def spec_of(access: EngineAccess) -> EngineSpec:
    """Identity, model and surface of what an access leads to. ValueError for an unknown engine."""
    product = PRODUCTS.get(access.engine)
    if product is None:
        raise ValueError(f"There is no engine {access.engine!r}.")
    if access.engine != COMPATIBLE:
        return EngineSpec(
            access.engine,
            product.name,
            product.provider,
            access.model,
            "API with web search",
            "assistants",
        )
    return EngineSpec(
        access.engine,
        product.name,
        product.provider,
        access.model,
        "local model" if is_local(address_of(access)) else "API",
        "assistants",
        detail=urlsplit(address_of(access)).hostname or "",
    )


def is_local(base_url: str) -> bool:
    """Whether an address is on this machine or in a private network, decided without look-up."""
    try:
        host = (urlsplit(base_url).hostname or "").rstrip(".").casefold()
    except ValueError:
        return False
    try:
        address = ip_address(host)
    except ValueError:
        # A name without a dot is a neighbour: a container, a service of the same cluster.
        return bool(host) and ("." not in host or host.endswith(_LOCAL_NAMES))
    return address.is_private or address.is_loopback or address.is_link_local

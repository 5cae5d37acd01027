"""An OpenID provider that plays Google: discovery, keys, consent, tokens, and every fault."""

from presence_standins.google.provider import Account, Provider
from presence_standins.google.server import google_provider

__all__ = ["Account", "Provider", "google_provider"]

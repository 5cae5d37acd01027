"""Competitors nobody tracks yet, found in the answers that name them."""

from presence.analysis.competitors.discovery import DiscoveredName, discover
from presence.analysis.competitors.naming import AlsoNamed, also_named

__all__ = ["AlsoNamed", "DiscoveredName", "also_named", "discover"]

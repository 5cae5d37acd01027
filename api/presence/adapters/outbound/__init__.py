"""Guarded fetching of addresses that customers typed (assurance rows 8 and 9)."""

from presence.adapters.outbound.addresses import AddressPolicy
from presence.adapters.outbound.fetcher import OutboundFetcher
from presence.adapters.outbound.poster import OutboundPoster
from presence.adapters.outbound.resolver import Lookup

__all__ = ["AddressPolicy", "Lookup", "OutboundFetcher", "OutboundPoster"]

"""Guarded fetching of addresses that customers typed."""

from presence.adapters.outbound.addresses import AddressPolicy
from presence.adapters.outbound.fetcher import OutboundFetcher
from presence.adapters.outbound.poster import OutboundPoster
from presence.adapters.outbound.resolver import Lookup

__all__ = ["AddressPolicy", "Lookup", "OutboundFetcher", "OutboundPoster"]

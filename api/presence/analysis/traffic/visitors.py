"""Who made a request: a bot, with a verdict on its address, or a person, perhaps sent on.

Invariant: a bot is never also counted as a person an assistant sent.
"""

from __future__ import annotations

from presence.analysis.traffic.assistants import assistant_of
from presence.analysis.traffic.published import Addresses
from presence.analysis.traffic.recognition import recognise
from presence.analysis.traffic.types import Request, Visitor

PERSON = Visitor(None, None, None)


class Visitors:
    """Tells visitors by their user agent, address and referrer."""

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses

    def of(self, request: Request) -> Visitor:
        """Who made the request."""
        bot = recognise(request.agent)
        if bot is not None:
            return Visitor(bot, self._addresses.verdict(bot, request.address), None)
        assistant = assistant_of(request.referrer, request.target)
        return PERSON if assistant is None else Visitor(None, None, assistant)

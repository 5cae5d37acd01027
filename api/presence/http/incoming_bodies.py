"""Request bodies in transit: the part already received is kept until the call is admitted.

Invariant: a slow sender never holds a place that others wait for. A small body, of `MOST` bytes, is
read before its call is admitted; a larger one by the application, among others of its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope

MOST = 32 * 1024


@dataclass(frozen=True, slots=True)
class Arrived:
    """What was received of a call: all of it when `whole`, nothing to be answered when `gone`."""

    messages: tuple[Message, ...] = ()
    whole: bool = True
    gone: bool = False

    def then(self, receive: Receive) -> Receive:
        """The call's messages from the first on."""
        waiting = iter(self.messages)

        async def again() -> Message:
            for message in waiting:
                return message
            return await receive()

        return again if self.messages else receive


async def arrived(scope: Scope, receive: Receive) -> Arrived:
    """Wait for a small body; a larger one is not `whole`."""
    headers: Mapping[str, str] = Headers(scope=scope)
    length = headers.get("content-length", "0")
    if length == "0" and "transfer-encoding" not in headers:
        return Arrived()
    if length.isdecimal() and int(length) > MOST:
        return Arrived(whole=False)
    messages: list[Message] = []
    came = 0
    while came <= MOST:
        message = await receive()
        if message["type"] == "http.disconnect":
            return Arrived(gone=True)
        messages.append(message)
        came += len(message.get("body", b""))
        if not message.get("more_body", False):
            return Arrived(tuple(messages))
    return Arrived(tuple(messages), whole=False)

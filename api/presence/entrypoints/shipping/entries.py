"""Requests of a log as the JSON lines that a source takes, each with a name of its own.

Invariant: the name depends on the file's content alone: a line that is read again, by another
process or from a copy of the file, has the name it had.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Final

from presence.analysis.traffic import Request, fingerprint, rfc3339
from presence.entrypoints.shipping.places import HEAD

# Servers take lines of 8 KiB in a request's head. Longer ones are cut, so that one fits a batch.
_LONGEST: Final = 16_384
_NOTHING: Final = (
    " -"  # a request line that asks for nothing; "-" and "" are no values in JSON logs
)


class Namer:
    """Names the lines of one file. `turn` tells files apart that begin with the same line."""

    def __init__(self) -> None:
        self._head = b""
        self._whole = ""
        self.turn = 0

    @property
    def head(self) -> bytes:
        """The file's first KiB, or all of a shorter file."""
        return self._head

    @head.setter
    def head(self, head: bytes) -> None:
        self._head = head[:HEAD]
        self._whole = fingerprint(self._head) if len(self._head) == HEAD else ""

    def entry(self, request: Request) -> bytes:
        """The request as a JSON line, under its event id or the name of its place in the file."""
        values = _values(request)
        event = request.event or self._name(request.offset, values)
        return json.dumps({**values, "request_id": event}).encode() + b"\n"

    def _name(self, offset: int, values: dict[str, object]) -> str:
        before = self._whole
        if offset < HEAD or not before:  # a file that is still short keeps its lines' names
            before = fingerprint(self._head[:offset])
        text = json.dumps(values).encode()
        name = f"line:{before}:{offset}:{blake2b(text, digest_size=8).hexdigest()}"
        return f"{name}:{self.turn}" if self.turn else name


def _values(request: Request) -> dict[str, object]:
    """What is known of a request, under the names nginx has for it."""
    values: dict[str, object] = {
        "time_iso8601": rfc3339(request.time),
        "remote_addr": request.address,
        "status": request.status if request.status >= 100 else 0,
        **_asked(request),
    }
    further = {
        "host": request.host,
        "http_user_agent": request.agent[:_LONGEST],
        "http_referer": request.referrer[:_LONGEST],
    }
    values |= {name: text for name, text in further.items() if text}
    if request.size is not None:
        values["body_bytes_sent"] = request.size
    if request.seconds is not None:
        values["request_time"] = request.seconds
    return values


def _asked(request: Request) -> dict[str, object]:
    target = request.target[:_LONGEST]
    if target in ("", "-"):
        return {"request": _NOTHING}
    if not request.method:
        return {"request": target}
    return {"request_method": request.method[:_LONGEST], "request_uri": target}

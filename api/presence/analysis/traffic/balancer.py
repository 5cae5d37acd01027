"""Access logs of AWS's Application Load Balancer.

Referrers are not in this format. The trace a line carries may come from the client, so the
request's identity is the trace together with the line's own time and client port.
Source: Elastic Load Balancing, "Access log entries" of the Application Load Balancer.
"""

from __future__ import annotations

import re
from typing import Final

from presence.analysis.traffic.clients import address_of
from presence.analysis.traffic.text import escaped_text, split_target, utf8_text
from presence.analysis.traffic.times import iso_time
from presence.analysis.traffic.types import Request

KINDS: Final = ("http", "https", "h2", "grpcs", "ws", "wss")
NOT_ALB: Final = "not the columns of a load balancer's line"
NO_TIME: Final = "no time that a calendar has"
NO_ADDRESS: Final = "no client address"
_LINE: Final = re.compile(
    r"(?:http|https|h2|grpcs|ws|wss) (\S+) \S+ (\S+) \S+ (\S+) (\S+) \S+ (\d{3}|-) \S+ "
    r'(\d+) (\d+) "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)" \S+ \S+ \S+ "([^"]*)"(?: .*)?',
    re.ASCII | re.DOTALL,
)


def balancer_line(line: str, offset: int) -> Request | str:
    """The line's request, or the reason there is none."""
    found = _LINE.fullmatch(line)
    if found is None:
        return NOT_ALB
    time = iso_time(found[1])
    if time is None:
        return NO_TIME
    address = address_of(found[2])
    if address is None:
        return NO_ADDRESS
    method, target, host = split_target(escaped_text(found[8]))
    agent, trace = utf8_text(escaped_text(found[9])), found[10]
    return Request(
        time,
        address,
        host,
        method,
        target,
        int(found[5]) if found[5] != "-" else 0,
        int(found[7]) if len(found[7]) < 19 else None,
        "" if agent == "-" else agent,
        "",
        _seconds(found[3], found[4]),
        "" if trace in ("", "-") else f"{trace} {found[1]} {found[2]}"[:256],
        offset,
    )


def _seconds(received: str, processed: str) -> float | None:
    """Until the target began to answer; -1 stands for never."""
    try:
        seconds = float(received) + float(processed)
    except ValueError:
        return None
    return seconds if 0 <= seconds < 1e6 else None

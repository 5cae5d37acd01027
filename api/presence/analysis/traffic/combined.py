"""Lines of Apache and nginx: common and combined, with or without the site or a proxy's chain.

The line before its time is read by what stands there: `address - user`, `site address - user`
(Apache's vhost_combined) or `client, proxy - user` (a forwarded chain in the address's place).
Fields after the user agent are nginx's `main` (the forwarded chain) or a site's own and are
passed over. Sources: Apache mod_log_config (CustomLog nicknames), nginx ngx_http_log_module.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from presence.analysis.traffic.clients import address_of, client_of, parsed
from presence.analysis.traffic.text import (
    escaped_text,
    host_of,
    split_target,
    utf8_text,
)
from presence.analysis.traffic.times import common_time
from presence.analysis.traffic.types import Request

LineReader = Callable[[str, int], Request | str]

NO_TIME: Final = "no time in square brackets that a calendar has"
NO_ADDRESS: Final = "no client address at the start"
NO_STATUS: Final = "no status and size after the request"
NO_AGENT: Final = "no referrer and user agent in quotes at the end"
UNCLOSED: Final = "a quote that is not closed"
_STATUS: Final = {f"{code:03d}": code for code in (0, *range(100, 1000))}
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)


def combined_line(line: str, offset: int) -> Request | str:
    """A line with referrer and user agent; the reason where it cannot be read."""
    parts = line.split('"')
    if len(parts) != 7 or "\\" in line:
        parts = _parts(line)
        if len(parts) < 7:
            return _short(line)
    if parts[4] != " ":
        return NO_AGENT
    return _request(parts[0], parts[1], parts[2], parts[3], parts[5], parts, offset)


def common_line(line: str, offset: int) -> Request | str:
    """A line that ends with the size; the reason where it cannot be read."""
    parts = line.split('"')
    if len(parts) != 3 or "\\" in line:
        parts = _parts(line)
        if len(parts) != 3:
            return UNCLOSED if len(parts) % 2 == 0 else NO_STATUS
    return _request(parts[0], parts[1], f"{parts[2].rstrip()} ", "-", "-", parts, offset)


def _parts(line: str) -> list[str]:
    """The line around and inside its quotes, in turns; an odd number where all are closed."""
    parts: list[str] = []
    end = 0
    for found in _QUOTED.finditer(line):
        parts += (line[end : found.start()], escaped_text(found[1]))
        end = found.end()
    rest = line[end:]
    parts.append(rest)
    if '"' in rest:
        parts.append("")
    return parts


def _short(line: str) -> str:
    return UNCLOSED if len(_parts(line)) % 2 == 0 else NO_AGENT


def _request(
    head: str, asked: str, middle: str, referrer: str, agent: str, parts: list[str], offset: int
) -> Request | str:
    if len(parts) % 2 == 0:
        return UNCLOSED
    status = _STATUS.get(middle[1:4])
    size = middle[5:-1]
    if status is None or middle[0] != " " or middle[4:5] != " " or middle[-1] != " ":
        return NO_STATUS
    if size == "-":
        sent = 0
    elif size.isascii() and size.isdigit() and len(size) < 19:
        sent = int(size)
    else:
        return NO_STATUS
    fields = head.split(" ")
    if len(fields) == 6 and head[-1] == " ":
        who, _, _, day, zone, _ = fields
        time = common_time(f"{day[1:]} {zone[:-1]}")
        if time is None or day[0] != "[" or zone[-1] != "]":
            return NO_TIME
        forwarded = parts[7] if len(parts) > 8 and "." in parts[7] else ""
        address = client_of(who, forwarded) if forwarded else address_of(who)
        host = host_of(fields[1]) if "." in fields[1] else ""
    else:
        found = _unusual(head)
        if isinstance(found, str):
            return found
        time, address, host = found
    if address is None:
        return NO_ADDRESS
    method, target, asked_host = split_target(asked)
    return Request(
        time,
        address,
        host or asked_host,
        method,
        target,
        status,
        sent,
        "" if agent == "-" else utf8_text(agent),
        "" if referrer == "-" else utf8_text(referrer),
        None,
        "",
        offset,
    )


def _unusual(head: str) -> tuple[float, str | None, str] | str:
    """Time, client and site of a line that begins with more or less than three fields."""
    before, bracket, after = head.partition(" [")
    if not bracket or after[26:] != "] ":
        before, bracket, after = head.rpartition(" [")
    time = common_time(after[:26]) if bracket and after[26:] == "] " else None
    if time is None:
        return NO_TIME
    fields = before.split(" ")
    chain = 0
    while chain < len(fields) and fields[chain].endswith(","):
        chain += 1
    if chain:
        return time, client_of("10.0.0.1", " ".join(fields[: chain + 1])), ""
    if len(fields) > 1 and (parsed(fields[1]) is not None and address_of(fields[1])):
        return time, address_of(fields[1]), host_of(fields[0])
    if len(fields) > 3 and address_of(fields[0]) and parsed(str(address_of(fields[0]))) is None:
        return time, address_of(fields[1]), host_of(fields[0])
    return time, address_of(fields[0]), ""

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

from presence.analysis.traffic.clients import address_of, client_of, forwarded_client, parsed
from presence.analysis.traffic.text import (
    METHODS,
    escaped_text,
    host_of,
    split_target,
    utf8_text,
)
from presence.analysis.traffic.times import SECONDS, common_time
from presence.analysis.traffic.types import Request

LineReader = Callable[[str, int], Request | str]

NO_TIME: Final = "no time in square brackets that a calendar has"
NO_ADDRESS: Final = "no client address at the start"
NO_STATUS: Final = "no status and size after the request"
NO_AGENT: Final = "no referrer and user agent in quotes at the end"
UNCLOSED: Final = "a quote that is not closed"
_STATUS: Final = {f"{code:03d}": code for code in (0, *range(100, 1000))}
MOST_MINUTES: Final = 20_000
_minutes: dict[str, float] = {}
_tuple: Final = tuple.__new__  # what Request(...) does, without the call between
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
    if len(fields) == 6 and fields[5] == "":
        who, ident, _, day, zone, _ = fields
        time = _time(day, zone)
        forwarded = parts[7] if len(parts) > 8 and "." in parts[7] else ""
        address = client_of(who, forwarded) if forwarded else address_of(who)
        host = host_of(ident) if "." in ident else ""
    else:
        time, address, host = _unusual(head)
    if time is None:
        return NO_TIME
    if address is None:
        return NO_ADDRESS
    method, _, rest = asked.partition(" ")
    target, _, protocol = rest.rpartition(" ")
    if method not in METHODS or target[:1] != "/" or protocol[:5] != "HTTP/":
        method, target, asked_host = split_target(asked)
        host = host or asked_host
    elif not target.isascii():
        target = utf8_text(target)
    return _tuple(
        Request,
        (
            time,
            address,
            host,
            method,
            target,
            status,
            sent,
            "" if agent == "-" else agent if agent.isascii() else utf8_text(agent),
            "" if referrer == "-" else referrer if referrer.isascii() else utf8_text(referrer),
            None,
            "",
            offset,
        ),
    )


def _time(day: str, zone: str) -> float | None:
    """`[28/Nov/2026:11:17:52` and `+0000]`; the minute is worked out once."""
    minute = _minutes.get(day[:19] + zone)
    second = SECONDS.get(day[19:])
    if second is None:
        return None
    if minute is None:
        minute = common_time(f"{day[1:19]}00 {zone[:-1]}")
        if minute is None or day[0] != "[" or zone[-1:] != "]":
            return None
        if len(_minutes) > MOST_MINUTES:
            _minutes.clear()
        _minutes[day[:19] + zone] = minute
    return minute + second


def _unusual(head: str) -> tuple[float | None, str | None, str]:
    """Time, client and site of a line that begins with more or less than three fields."""
    if head[:1] == "<":
        head = head.rpartition(": ")[2]  # behind a syslog header, as Fastly sends lines
    before, _, after = head.partition(" [")
    if after[26:] != "] ":
        before, _, after = head.rpartition(" [")
    time = common_time(after[:26]) if after[26:] == "] " else None
    fields = before.split(" ")
    if fields[0].endswith(","):
        return time, forwarded_client(before), ""
    if len(fields) > 1 and parsed(fields[1]) is not None:
        return time, address_of(fields[1]), host_of(fields[0])
    if len(fields) > 3 and parsed(fields[0].strip("[]")) is None and "." in fields[1]:
        return time, address_of(fields[1]), host_of(fields[0])
    return time, address_of(fields[0]), ""

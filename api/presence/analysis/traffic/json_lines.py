"""Logs of one JSON object a line: nginx, Caddy, Traefik, Cloudflare, Vercel, Fastly and the like.

Makers name the same things differently; `NAMES` has the names of each thing, the surest first.
Sources: nginx log_format escape=json, Caddy access logs, Traefik access log fields, Cloudflare
Logpush `http_requests`, Vercel log drains, Fastly's JSON log format, CloudFront standard logs v2.
"""

from __future__ import annotations

import json
from typing import Final, Literal

from presence.analysis.traffic.clients import client_of
from presence.analysis.traffic.text import host_of, split_address, split_target
from presence.analysis.traffic.times import any_time
from presence.analysis.traffic.types import LogFormat, Request

Thing = Literal[
    "time", "day", "address", "forwarded", "host", "request", "method", "target", "query",
    "status", "size", "agent", "referrer", "seconds", "millis", "nanos", "event", "part",
]  # fmt: skip

NO_OBJECT: Final = "no JSON object on the line"
NO_REQUEST: Final = "an entry that is not about a request"
NO_TIME: Final = "no time of the request"
NO_STATUS: Final = "no status of the answer"
NO_ADDRESS: Final = "no client address"

NAMES: Final[dict[Thing, tuple[str, ...]]] = {
    "time": (
        "proxy.timestamp", "EdgeStartTimestamp", "StartUTC", "StartLocal", "time_iso8601", "msec",
        "timestamp", "@timestamp", "ts", "time_local", "time", "datetime", "EdgeEndTimestamp",
        "request_time_iso", "start_time", "timestamp(ms)", "date",
    ),
    "day": ("date",),
    "address": (
        "proxy.clientIp", "ClientIP", "request.client_ip", "request.remote_ip", "client_ip",
        "ClientHost", "remote_addr", "clientIp", "c-ip", "request.remote_addr", "ClientAddr",
        "remote_ip", "clientip", "ip", "client", "remoteAddr", "remote", "remote_host",
    ),
    "forwarded": ("http_x_forwarded_for", "x_forwarded_for", "xff", "x-forwarded-for"),
    "host": (
        "proxy.host", "ClientRequestHost", "request.host", "RequestHost", "x-host-header",
        "http_host", "host", "server_name", "vhost", "cs(Host)", "RequestAddr",
    ),
    "request": ("request", "request_line"),
    "method": (
        "proxy.method", "ClientRequestMethod", "request.method", "RequestMethod", "request_method",
        "cs-method", "method", "verb",
    ),
    "target": (
        "proxy.path", "ClientRequestURI", "ClientRequestPath", "request.uri", "RequestPath",
        "request_uri", "cs-uri-stem", "url", "uri", "path", "request_url",
    ),
    "query": ("cs-uri-query", "args", "query_string"),
    "status": (
        "proxy.statusCode", "EdgeResponseStatus", "DownstreamStatus", "OriginStatus", "sc-status",
        "response_status", "status", "statusCode", "status_code", "response",
    ),
    "size": (
        "proxy.responseByteSize", "EdgeResponseBytes", "EdgeResponseBodyBytes",
        "DownstreamContentSize", "sc-bytes", "response_body_size", "body_bytes_sent", "bytes_sent",
        "size", "bytes", "resp_body_size",
    ),
    "agent": (
        "proxy.userAgent", "ClientRequestUserAgent", "request.headers.User-Agent",
        "request_User-Agent", "cs(User-Agent)", "request_user_agent", "http_user_agent",
        "user_agent", "userAgent", "agent", "useragent", "ua",
    ),
    "referrer": (
        "proxy.referer", "ClientRequestReferer", "request.headers.Referer", "request_Referer",
        "cs(Referer)", "request_referer", "http_referer", "http_referrer", "referer", "referrer",
    ),
    "seconds": (
        "time-to-first-byte", "upstream_header_time", "request_time", "duration", "time-taken",
    ),
    "millis": ("EdgeTimeToFirstByteMs", "OriginResponseDurationMs"),
    "nanos": ("Duration",),
    "event": (
        "RayID", "x-edge-request-id", "requestId", "request_id", "event_id", "requestID",
        "ray_id", "id", "uuid", "fastly_request_id", "http_x_request_id",
    ),
}  # fmt: skip
_MARKS: Final[tuple[tuple[str, LogFormat], ...]] = (
    ("RayID", "cloudflare"), ("EdgeStartTimestamp", "cloudflare"), ("DownstreamStatus", "traefik"),
    ("RequestPath", "traefik"), ("deploymentId", "vercel"), ("projectId", "vercel"),
    ("x-edge-request-id", "cloudfront"), ("fastly_server", "fastly"), ("fastly_is_edge", "fastly"),
    ("http_user_agent", "nginx json"), ("remote_addr", "nginx json"),
)  # fmt: skip
Plan = dict[Thing, tuple[tuple[str, ...], ...]]


def json_object(line: str) -> dict[str, object] | None:
    """The line's object; None where it has none. Lines of an array's inside may end in a comma."""
    text = line.strip().rstrip(",")
    if text.startswith("<"):
        text = text[text.find("{") :]  # behind a syslog header, as Fastly sends lines
    if not text.startswith("{"):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def flavour(entry: dict[str, object]) -> LogFormat:
    """Whose log an entry is, by names only its maker uses."""
    for name, maker in _MARKS:
        if name in entry:
            return maker
    if isinstance(entry.get("request"), dict) and "status" in entry:
        return "caddy"
    return "json"


class JsonLines:
    """Reads entries; where things are is worked out once for each set of names."""

    def __init__(self) -> None:
        self._plans: dict[tuple[str, ...], Plan] = {}

    def __call__(self, line: str, offset: int) -> Request | str:
        """The line's request, or the reason there is none. `line`: UTF-8 decoded."""
        entry = json_object(line)
        return NO_OBJECT if entry is None else self.request(entry, offset)

    def request(self, entry: dict[str, object], offset: int) -> Request | str:
        """The request of an entry, or the reason there is none."""
        values = _Values(entry, self._plan(entry))
        method, target, host = _asked(values)
        if not target or ("projectId" in entry and not values.text("agent")):
            return NO_REQUEST  # Vercel: what a build or a function printed
        time = _time(values)
        if time is None:
            return NO_TIME
        status = values.number("status")
        if status is None or not (status == 0 or status == -1 or 100 <= status <= 999):
            return NO_STATUS
        address = client_of(values.text("address").strip(), values.text("forwarded"))
        if address is None:
            return NO_ADDRESS
        size = values.number("size")
        return Request(
            time,
            address,
            host_of(values.text("host")) or host,
            method,
            target,
            max(int(status), 0),
            None if size is None or not 0 <= size < 1e18 else int(size),
            values.text("agent"),
            values.text("referrer"),
            _seconds(values),
            _event(values, entry),
            offset,
        )

    def _plan(self, entry: dict[str, object]) -> Plan:
        shape = tuple(entry)
        plan = self._plans.get(shape)
        if plan is None:
            if len(self._plans) > 500:
                self._plans.clear()  # a log of ever new names is read, only slower
            plan = {
                thing: tuple(
                    parts for parts in (_split(name, entry) for name in names) if parts[0] in entry
                )
                for thing, names in NAMES.items()
            }
            self._plans[shape] = plan
        return plan


def _split(name: str, entry: dict[str, object]) -> tuple[str, ...]:
    return (name,) if name in entry else tuple(name.split(".", 2))


class _Values:
    """An entry's values by thing."""

    def __init__(self, entry: dict[str, object], plan: Plan) -> None:
        self._entry = entry
        self._plan = plan

    def value(self, thing: Thing) -> object:
        """The first value under a name of the thing that says something, else None."""
        for path in self._plan[thing]:
            found: object = self._entry
            for name in path:
                if not isinstance(found, dict):
                    found = None
                    break
                found = found.get(name)
            if isinstance(found, list):
                found = found[0] if found else None
            if found is not None and found not in ("", "-") and not isinstance(found, dict):
                return found
        return None

    def text(self, thing: Thing) -> str:
        """The value as a text, "" where there is none."""
        found = self.value(thing)
        if isinstance(found, str):
            return found if found.isascii() else found.encode("utf-8", "replace").decode()
        return "" if found is None or isinstance(found, bool | list) else str(found)

    def number(self, thing: Thing) -> float | None:
        """The value as a number; texts of digits are numbers."""
        found = self.value(thing)
        if isinstance(found, str):
            try:
                found = float(found) if len(found) < 32 else None
            except ValueError:
                return None
        if isinstance(found, bool) or not isinstance(found, int | float):
            return None
        return float(found) if abs(found) < 1e300 else None


def _asked(values: _Values) -> tuple[str, str, str]:
    target = values.text("target")
    if not target:
        return split_target(values.text("request"))
    path, host = split_address(target)
    query = values.text("query")
    if query and "?" not in path:
        path = f"{path}?{query.lstrip('?')}"
    method = values.text("method")
    return method or split_target(values.text("request"))[0], path, host


def _time(values: _Values) -> float | None:
    clock, day = values.value("time"), values.text("day")
    found = any_time(clock)
    if found is None and day and isinstance(clock, str):
        found = any_time(f"{day} {clock}")
    return found


def _seconds(values: _Values) -> float | None:
    scales: tuple[tuple[Thing, float], ...] = (("seconds", 1.0), ("millis", 1e3), ("nanos", 1e9))
    for thing, scale in scales:
        number = values.number(thing)
        if number is not None and 0 <= number / scale < 1e6:
            return number / scale
    return None


def _event(values: _Values, entry: dict[str, object]) -> str:
    """The entry's own name of the request.

    Vercel writes several entries of one request, all with its id and time.
    """
    event = values.text("event")
    proxy = entry.get("proxy")
    if event and isinstance(proxy, dict):
        return f"{event} {proxy.get('timestamp', '')}"[:256]
    return event[:256]

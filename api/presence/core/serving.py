"""Where a server listens, under which names, and what one connection or call may cost it.

Invariant: each limit has a unit in its name or its sentence; 0 switches a limit of numbers off.
"""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, field_validator
from pydantic_settings import NoDecode

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def split_list(value: object) -> object:
    """The parts of a text with commas; anything else as it is."""
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


class LimitSettings(BaseModel):
    """What a connection may cost before the application sees anything of it.

    A head is the request line and its header lines; `head_s` is the time for all of it, `idle_s`
    how long a connection may be kept for a next request, longer than any proxy in front keeps it:
    whoever closes first meets no request on its way. A body may pause for `body_gap_s` and
    has `body_grace_s`, and a second more for each `body_bytes_per_s` that came. A reader may take
    nothing of its answer for `unread_s`. `connections_per_address` counts only where no proxy
    stands in front, because behind one everybody comes from its address.
    """

    target_bytes: int = Field(default=8_192, ge=256)
    header_bytes: int = Field(default=32_768, ge=1_024)
    headers: int = Field(default=100, ge=10)
    head_s: float = Field(default=10, gt=0)
    idle_s: int = Field(default=75, ge=1)
    body_bytes: int = Field(default=12 * 1024 * 1024, ge=1_024)
    body_gap_s: float = Field(default=15, gt=0)
    body_grace_s: float = Field(default=20, gt=0)
    body_bytes_per_s: int = Field(default=2_048, ge=1)
    unread_s: float = Field(default=60, gt=0)
    connections: int = Field(default=5_000, ge=0)
    connections_per_address: int = Field(default=256, ge=0)


class AdmissionSettings(BaseModel):
    """How many calls are worked on at once, and how long another one waits for its turn.

    `calls` at once, never below `fewest_calls` when answers take longer than `slow_s`. A call
    waits `wait_s` at most, and `busy_wait_s` once nobody's turn came at once for `wait_s`.
    """

    enabled: bool = True
    calls: int = Field(default=24, ge=1)
    fewest_calls: int = Field(default=4, ge=1)
    slow_s: float = Field(default=0.4, gt=0)
    wait_s: float = Field(default=0.5, gt=0)
    busy_wait_s: float = Field(default=0.1, gt=0)
    waiting: int = Field(default=200, ge=1)


class HttpSettings(BaseModel):
    """Where the product answers. `public_url` decides cookie security and allowed origin.

    `hosts` are further names it may be called by, inside a cluster for example. Asked to end, a
    server says "not ready" and still answers for `drain_s`; then it lets nobody new in, and calls
    in hand have `finish_s` to end. `access_log` is the share of calls that are logged; faults, and
    calls of a second or more, are logged whatever it is, unless it is 0.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = ()
    hosts: Annotated[tuple[str, ...], NoDecode] = ()
    web_dist: Path | None = None
    trusted_proxies: int = Field(default=0, ge=0)
    drain_s: float = Field(default=0, ge=0, le=300)
    access_log: float = Field(default=0.01, ge=0, le=1)
    finish_s: int = Field(default=4, ge=0, le=300)
    limits: LimitSettings = LimitSettings()
    admission: AdmissionSettings = AdmissionSettings()

    _parse = field_validator("allowed_origins", "hosts", mode="before")(split_list)

    @property
    def origin(self) -> str:
        """Scheme, host and port the browser uses."""
        return self.public_url.rstrip("/") or f"http://localhost:{self.port}"

    @property
    def domain(self) -> str:
        """The name of `origin` alone, without scheme and port."""
        return urlsplit(self.origin).hostname or ""

    @property
    def origins(self) -> frozenset[str]:
        """Every origin whose unsafe requests are accepted."""
        local = {f"http://{h}:{self.port}" for h in ("localhost", "127.0.0.1", "[::1]")}
        return frozenset(
            {self.origin, *self.allowed_origins} | (set() if self.public_url else local)
        )

    @property
    def secure(self) -> bool:
        """Whether cookies may carry Secure and the `__Host-` prefix."""
        return self.origin.startswith("https://")

    def answers_to(self, name: str) -> bool:
        """Whether a request may name this host (lower case, without port) as the one it is for.

        Without a public address any number will do: only a name can be pointed here by a stranger.
        """
        known = {urlsplit(origin).hostname or "" for origin in self.origins}
        if name in known | _LOOPBACK | {one.lower() for one in self.hosts}:
            return True
        return not self.public_url and (_is_number(name) or name.endswith(".localhost"))


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True

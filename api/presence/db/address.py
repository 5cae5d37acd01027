"""An address of PostgreSQL as both drivers are given it.

    postgresql://role:password@host:5432,other:5432/name?sslmode=verify-full&sslrootcert=FILE

Invariant: asyncpg and psycopg reach the same servers in the same order with the same certificates;
`db/address_reading` makes these from text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
ENCRYPTED = frozenset(MODES[3:])
VERIFIED = frozenset(MODES[4:])
TARGETS = ("any", "read-write", "read-only", "primary", "standby", "prefer-standby")
WRITABLE = frozenset({"any", "read-write", "primary"})
CONNECT_TIMEOUT_S = 10


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is and how to reach it.

    `hosts` are tried in order, a socket is the folder it is in; `tls` holds what libpq calls
    sslrootcert, sslcert, sslkey and so on; `connect_timeout_s` is for each host.
    """

    hosts: tuple[tuple[str, int], ...]
    database: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    sslmode: str = "prefer"
    tls: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    target: str = "any"
    connect_timeout_s: int = CONNECT_TIMEOUT_S

    def as_role(self, role: str, password: str) -> Address:
        """The same server and database for another account."""
        return replace(self, user=role, password=password)

    def for_asyncpg(self, hosts: tuple[tuple[str, int], ...]) -> dict[str, Any]:
        """Arguments of `asyncpg.connect` for some of the hosts."""
        named = {"user": self.user, "password": self.password, "database": self.database}
        return {
            "dsn": f"postgresql://?{_query(self._tls())}",  # it takes these from nowhere else
            "host": [host for host, _ in hosts],
            "port": [port for _, port in hosts],
            "target_session_attrs": self.target,
            **{name: value for name, value in named.items() if value},
        }

    def for_psycopg(self, **further: str) -> str:
        """The connection string of libpq, with further parameters."""
        given = {
            "host": ",".join(host for host, _ in self.hosts),
            "port": ",".join(str(port) for _, port in self.hosts),
            "user": self.user,
            "password": self.password,
            "dbname": self.database,
            "target_session_attrs": self.target,
            "connect_timeout": str(self.connect_timeout_s),
            **dict(self._tls()),
            **further,
        }
        return " ".join(f"{name}='{_escaped(value)}'" for name, value in given.items() if value)

    def text(self) -> str:
        """The address as one line, password included, for a process that is given it."""
        account = ":".join(quote(part, safe="") for part in (self.user, self.password) if part)
        hosts = ",".join(f"{_bracketed(host)}:{port}" for host, port in self.hosts)
        further = dict(self._tls())
        if self.target != "any":
            further["target_session_attrs"] = self.target
        if self.connect_timeout_s != CONNECT_TIMEOUT_S:
            further["connect_timeout"] = str(self.connect_timeout_s)
        start = f"postgresql://{account}@{hosts}" if account else f"postgresql://{hosts}"
        return f"{start}/{quote(self.database, safe='')}?{_query(further.items())}"

    def _tls(self) -> Iterator[tuple[str, str]]:
        yield "sslmode", self.sslmode
        yield from self.tls


def _query(parameters: Any) -> str:
    return "&".join(f"{name}={quote(value, safe='')}" for name, value in parameters)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("'", "\\'")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else quote(host, safe="")

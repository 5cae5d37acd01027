"""Reads an address of PostgreSQL once for all drivers, and says what is wrong with it.

Addresses mean what libpq says they mean; where one is silent, libpq's variables (PGHOST, PGSSLMODE
and so on) speak. Invariant: a parameter that is not known is refused instead of ignored, and no
sentence contains a password or a part of one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from presence.core.settings import DatabaseSettings
from presence.db.address import CONNECT_TIMEOUT_S, MODES, TARGETS, VERIFIED, Address
from presence.db.certificates import CertificatesRefused, check_files, system_authorities

DIRECT = "PRESENCE_DATABASE__DIRECT_URL"
_SCHEMES = ("postgresql", "postgres", "postgresql+asyncpg")
_FORM = "postgresql://role:password@host:5432/name"
_DEFAULT_HOSTS = "/var/run/postgresql,/tmp,localhost"
_SYSTEM = "system"
_CHOICES = {
    "sslmode": MODES,
    "target_session_attrs": TARGETS,
    "ssl_min_protocol_version": ("TLSv1.2", "TLSv1.3"),
}
_FILES = ("sslrootcert", "sslcert", "sslkey", "sslcrl")
_TLS = (*_FILES, "sslpassword", "ssl_min_protocol_version")
# Parameter → the variable that speaks where the address is silent.
_PARAMETERS = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslpassword": "",
    "sslcrl": "PGSSLCRL",
    "ssl_min_protocol_version": "PGSSLMINPROTOCOLVERSION",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
    "connect_timeout": "PGCONNECT_TIMEOUT",
}
_ACCOUNT = ("user", "password", "dbname")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_NAME = re.compile(r"[A-Za-z_]\w{0,40}", re.ASCII)
_RESERVED = "in its password write / as %2F, ? as %3F, @ as %40 and % as %25"


class WrongAddress(ValueError):
    """An address that cannot be used; the message is one sentence that names its variable."""


def read_address(text: str, variable: str, variables: Mapping[str, str] | None = None) -> Address:
    """The address that `variable` holds as `text`. Raises WrongAddress.

    `variables` stand for those of this process. Files are not looked at: `require_files` does.
    """
    given = _Given(variable, _parts_of(text, variable))
    given.fill_from(os.environ if variables is None else variables)
    hosts = _hosts(given)
    mode, tls = _tls(given)
    return Address(
        hosts=hosts,
        database=given.take("dbname"),
        user=given.take("user"),
        password=given.take("password"),
        sslmode=mode,
        tls=tls,
        target=given.choice("target_session_attrs") or "any",
        connect_timeout_s=_timeout(given),
    )


def require_files(address: Address, variable: str) -> None:
    """Raise WrongAddress if a file that the address names cannot be used."""
    named = dict(address.tls)
    files = {name: named[name] for name in _FILES if name in named}
    try:
        check_files(files, named.get("sslpassword", ""))
    except CertificatesRefused as error:
        raise WrongAddress(f"{variable} {error}") from error


def direct_url(settings: DatabaseSettings, role: str) -> str:
    """The address of the server itself for a role, where its own may lead to a pooler.

    Raises WrongAddress.
    """
    own: str = getattr(settings, f"{role}_url")
    return at_server(own, f"PRESENCE_DATABASE__{role.upper()}_URL", settings.direct_url)


def at_server(url: str, variable: str, direct: str) -> str:
    """What `variable` holds, leading to the server that `direct` names; the same without one.

    Raises WrongAddress.
    """
    if not direct or not url:
        return url
    account, server = read_address(url, variable), read_direct(direct)
    database = server.database or account.database
    named = replace(server, user=account.user, password=account.password, database=database)
    return named.text()


def read_direct(text: str) -> Address:
    """The address of the server itself: it names no account, each role has its own."""
    silent = {name: value for name, value in os.environ.items() if name not in _account_variables()}
    address = read_address(text, DIRECT, silent)
    if address.user or address.password:
        raise WrongAddress(
            f"{DIRECT} must name no account, since each role's address has its own: "
            "postgresql://host:5432/name."
        )
    return address


def _account_variables() -> set[str]:
    return {_PARAMETERS[name] for name in _ACCOUNT}


@dataclass
class _Given:
    """What an address says, and which variable said it."""

    variable: str
    values: dict[str, str]

    def __post_init__(self) -> None:
        self.said_by = dict.fromkeys(self.values, self.variable)

    def fill_from(self, variables: Mapping[str, str]) -> None:
        for name, other in _PARAMETERS.items():
            if name not in self.values and (value := variables.get(other, "") if other else ""):
                self.values[name], self.said_by[name] = value, other

    def take(self, name: str) -> str:
        return self.values.get(name, "")

    def choice(self, name: str) -> str:
        value = self.take(name)
        if value and value not in _CHOICES[name]:
            one_of = ", ".join(_CHOICES[name])
            raise WrongAddress(f"{self.source(name)} must be one of {one_of}.")
        return value

    def source(self, name: str) -> str:
        """What a sentence about a parameter begins with."""
        by = self.said_by.get(name, self.variable)
        return f"{name} in {by}" if by == self.variable else by


def _parts_of(text: str, variable: str) -> dict[str, str]:
    scheme, found, rest = text.strip().partition("://")
    if not found or scheme not in _SCHEMES:
        raise WrongAddress(f"{variable} cannot be read: it must be {_FORM}.")
    before, _, query = rest.partition("?")
    authority, _, path = before.partition("/")
    if "@" in rest[len(authority) :] or _STRAY_PERCENT.search(rest):  # it may be half a password
        raise WrongAddress(f"{variable} cannot be read: {_RESERVED}.")
    account, _, hosts = authority.rpartition("@")
    user, _, password = account.partition(":")
    found_in = {
        "user": unquote(user),
        "password": unquote(password),
        "dbname": unquote(path),
        "host": hosts,  # unquoted once it is split
    }
    return _with_query({name: value for name, value in found_in.items() if value}, query, variable)


def _with_query(parts: dict[str, str], query: str, variable: str) -> dict[str, str]:
    from_query: set[str] = set()
    for pair in query.split("&") if query else ():
        name, equals, value = pair.partition("=")
        if not equals or not _NAME.fullmatch(name):
            raise WrongAddress(f"{variable} cannot be read: after ? write name=value&name=value.")
        if name not in _PARAMETERS:
            known = ", ".join(_PARAMETERS)
            raise WrongAddress(f"{variable} has the unknown parameter {name}; known are {known}.")
        if name in parts or name in from_query:
            raise WrongAddress(f"{variable} says {name} twice: keep one.")
        from_query.add(name)
        if value:
            parts[name] = unquote(value)
    return parts


def _hosts(given: _Given) -> tuple[tuple[str, int], ...]:
    named = (given.take("host") or _DEFAULT_HOSTS).split(",")
    ports = given.take("port").split(",") if given.take("port") else ["5432"]
    if len(ports) not in {1, len(named)}:
        raise WrongAddress(f"{given.source('port')} must be one number, or one for each host.")
    if len(ports) == 1:
        ports = ports * len(named)
    return tuple(
        _host_and_port(host.strip(), port.strip(), given)
        for host, port in zip(named, ports, strict=True)
    )


def _host_and_port(text: str, port: str, given: _Given) -> tuple[str, int]:
    if text.startswith("["):
        host, closed, after = text[1:].partition("]")
        after = after.removeprefix(":") if closed else "?"
    elif text.startswith("/"):
        host, after = text, ""
    else:
        host, _, after = text.partition(":")
        if ":" in after and given.said_by.get("host") != given.variable:
            host, after = text, ""  # PGHOST holds no ports
        elif ":" in after:
            raise WrongAddress(
                f"{given.variable} cannot be read: write an IPv6 address in brackets."
            )
    number = unquote(after) or port
    if not number.isascii() or not number.isdigit() or not 0 < int(number) < 65_536:
        raise WrongAddress(f"{given.source('port')} must be a number from 1 to 65535.")
    if not host:
        raise WrongAddress(f"{given.source('host')} is empty between two commas.")
    return unquote(host), int(number)


def _tls(given: _Given) -> tuple[str, tuple[tuple[str, str], ...]]:
    mode = given.choice("sslmode")
    given.choice("ssl_min_protocol_version")
    if given.take("sslrootcert") == _SYSTEM:
        mode = _of_the_system(mode, given)
    mode = mode or "prefer"
    if mode in VERIFIED and not given.take("sslrootcert") and not _has_own_authority():
        raise WrongAddress(
            f"{given.source('sslmode')} is {mode}, which needs sslrootcert=FILE with a certificate"
            " of the authority, or sslrootcert=system for a publicly trusted one."
        )
    for one, other in (("sslcert", "sslkey"), ("sslkey", "sslcert")):
        if given.take(one) and not given.take(other):
            raise WrongAddress(f"{given.source(one)} needs {other} beside it.")
    return mode, tuple((name, given.take(name)) for name in _TLS if given.take(name))


def _of_the_system(mode: str, given: _Given) -> str:
    if mode not in {"", "verify-full"}:
        raise WrongAddress(
            f"{given.source('sslrootcert')} is system, which needs sslmode=verify-full: anybody may"
            " get a certificate of a publicly trusted authority for another name."
        )
    try:
        given.values["sslrootcert"] = system_authorities()
    except CertificatesRefused as error:
        raise WrongAddress(f"{given.variable} {error}") from error
    return "verify-full"


def _has_own_authority() -> bool:
    try:
        return (Path.home() / ".postgresql" / "root.crt").is_file()
    except RuntimeError:  # no home
        return False


def _timeout(given: _Given) -> int:
    value = given.take("connect_timeout")
    if not value:
        return CONNECT_TIMEOUT_S
    if not value.isascii() or not value.isdigit() or not 2 <= int(value) <= 600:
        raise WrongAddress(f"{given.source('connect_timeout')} must be 2 to 600 seconds.")
    return int(value)

"""Checks that connections to a database address are encrypted.

Invariant: an address is read as the driver reads it: several hosts, a socket's folder, and PGHOST
and PGSSLMODE where the address says nothing. No sentence contains a secret.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from urllib.parse import parse_qs, unquote, urlsplit

from presence.core.production import is_loopback
from presence.core.settings import Settings

_ENCRYPTED = frozenset({"require", "verify-ca", "verify-full"})


def addresses_in_the_clear(settings: Settings, further: Mapping[str, str]) -> list[str]:
    """A sentence for each address that production refuses; none in development.

    `further` holds addresses other than those of the settings, by the name of their variable.
    """
    if settings.environment != "production":
        return []
    given = {
        f"PRESENCE_DATABASE__{name.upper()}": address
        for name, address in settings.database
        if name.endswith("_url")
    }
    return [
        sentence
        for variable, address in {**given, **further}.items()
        if address
        for sentence in _refusals(variable, address, settings.outbound.allow_private)
    ]


def _refusals(variable: str, address: str, own_network: bool) -> Iterator[str]:
    try:
        parts = urlsplit(address)
    except ValueError:
        yield f"{variable} cannot be read: it must be postgresql://role:password@host:5432/name."
        return
    asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    mode = asked.get("sslmode") or os.environ.get("PGSSLMODE", "")
    far = [host for host in _hosts(parts.netloc, asked) if not _is_here(host)]
    if not far or mode in _ENCRYPTED:
        return
    if mode == "disable" and own_network:
        return
    yield (  # the driver asks for encryption and goes on without
        f"{variable} would let what travels to {far[0]} be read on the way: end the address in "
        "?sslmode=verify-full&sslrootcert=FILE (or sslmode=require, which does not ask who "
        "answers). If a server of your own network has no encryption, end it in "
        "?sslmode=disable and set PRESENCE_OUTBOUND__ALLOW_PRIVATE=true."
    )


def _hosts(netloc: str, asked: Mapping[str, str]) -> list[str]:
    """Every host of the address; a service's file may name any, so that its name stands for one."""
    _, account, after = netloc.partition("@")
    named = unquote(after if account else netloc) or asked.get("host", "")
    if not named and "service" in asked:
        return [f"the service {asked['service']}"]
    found = named or os.environ.get("PGHOST", "")
    return [_without_port(host) for host in found.split(",") if host]


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host if host.startswith("/") else host.partition(":")[0]


def _is_here(host: str) -> bool:
    return host.startswith("/") or is_loopback(host)

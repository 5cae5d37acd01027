"""Checks the addresses of the database that settings hold: usable, and encrypted in production.

Invariant: no sentence contains a secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from presence.core.production import is_loopback
from presence.core.settings import Settings
from presence.db.address import ENCRYPTED, WRITABLE
from presence.db.address_reading import (
    DIRECT,
    WrongAddress,
    read_address,
    read_direct,
    require_files,
)

_READERS = frozenset({"PRESENCE_DATABASE__AUDITOR_URL"})


def unusable_addresses(settings: Settings, further: Mapping[str, str]) -> list[str]:
    """A sentence for each address that cannot be read, or whose files cannot be used.

    `further` holds addresses other than those of the settings, by the name of their variable.
    """
    given = _given(settings, further)
    found = [sentence for item in given.items() for sentence in _problems(*item)]
    if DIRECT in given and len(given) == 1:
        found.append(
            f"{DIRECT} needs the address of a role beside it, or DATABASE_URL: it names the server"
            " behind PgBouncer and no account."
        )
    return found


def addresses_in_the_clear(settings: Settings, further: Mapping[str, str]) -> list[str]:
    """A sentence for each address that production refuses; none in development.

    `further` is as in `unusable_addresses`, which says what is wrong with others.
    """
    if settings.environment != "production":
        return []
    return [
        sentence
        for variable, address in _given(settings, further).items()
        for sentence in _refusals(variable, address, settings.outbound.allow_private)
    ]


def _given(settings: Settings, further: Mapping[str, str]) -> dict[str, str]:
    own = {
        f"PRESENCE_DATABASE__{name.upper()}": address
        for name, address in settings.database
        if name.endswith("_url")
    }
    return {variable: address for variable, address in {**own, **further}.items() if address}


def _problems(variable: str, text: str) -> Iterator[str]:
    try:
        address = read_direct(text) if variable == DIRECT else read_address(text, variable)
        require_files(address, variable)
    except WrongAddress as error:
        yield str(error)
        return
    if address.target not in WRITABLE and variable not in _READERS:
        yield (
            f"target_session_attrs in {variable} is {address.target}, but the product writes there:"
            " use read-write, primary or any."
        )


def _refusals(variable: str, text: str, own_network: bool) -> Iterator[str]:
    try:
        address = read_direct(text) if variable == DIRECT else read_address(text, variable)
    except WrongAddress:
        return
    far = [host for host, _ in address.hosts if not _is_here(host)]
    if not far or address.sslmode in ENCRYPTED:
        return
    if address.sslmode == "disable" and own_network:
        return
    yield (  # the driver asks for encryption and goes on without
        f"{variable} would let what travels to {far[0]} be read on the way: end the address in "
        "?sslmode=verify-full&sslrootcert=FILE (or sslmode=require, which does not ask who "
        "answers). If a server of your own network has no encryption, end it in "
        "?sslmode=disable and set PRESENCE_OUTBOUND__ALLOW_PRIVATE=true."
    )


def _is_here(host: str) -> bool:
    return host.startswith("/") or is_loopback(host)

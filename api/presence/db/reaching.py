"""Opens connections to PostgreSQL outside the pool of an engine, and says why one cannot be opened.

Invariant: a reason names no account, password or host, so that it may be shown to a probe.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from typing import Any

import asyncpg

from presence.db.address import Address
from presence.db.address_reading import WrongAddress, read_address

# What opening a connection may raise; each is turned into words by `reason`.
UNREACHABLE = (
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    ValueError,
)
_NEXT_HOST = (
    OSError,
    asyncpg.CannotConnectNowError,
    asyncpg.TargetServerAttributeNotMatched,
)
_POOLER = (
    "it leads to PgBouncer; name the server itself in PRESENCE_DATABASE__DIRECT_URL, beside"
    " DATABASE_URL in DATABASE_DIRECT_URL"
)
_EXPIRED, _TOO_EARLY, _OTHER_NAME, _OTHER_IP = 10, 9, 62, 64
_CERTIFICATE = {
    _EXPIRED: "the server's certificate has expired",
    _TOO_EARLY: "the server's certificate is not valid yet",
    _OTHER_NAME: "the server's certificate is for another name than the address",
    _OTHER_IP: "the server's certificate is for another name than the address",
}


class BehindPooler(ConnectionError):
    """A pooler answers where the server itself is needed."""


async def connect_to_server(url: str, *, name: str) -> asyncpg.Connection:
    """As `connect`, for what a pooler would silently lose: LISTEN, and locks of a session.

    A pooler gives its client another process id than the server's. Raises one of UNREACHABLE.
    """
    connection = await connect(url, name=name)
    try:
        if await connection.fetchval("SELECT pg_backend_pid()") != connection.get_server_pid():
            raise BehindPooler
    except asyncpg.InvalidSQLStatementNameError as error:  # prepared on another connection
        connection.terminate()
        raise BehindPooler from error
    except BaseException:
        connection.terminate()
        raise
    return connection


async def connect(
    url: str,
    *,
    name: str = "presence",
    timeout_s: float | None = None,
    settings: Mapping[str, str] | None = None,
    **options: Any,
) -> asyncpg.Connection:
    """A connection to the first host that takes it, tried for `timeout_s` each.

    `name` is what the server's list of connections shows; `settings` hold for the connection, so
    that they need an address without a pooler. Raises one of UNREACHABLE.
    """
    address = read_address(url, "The address")
    return await open_at(
        address, timeout_s, {"application_name": name, **(settings or {})}, **options
    )


async def open_at(
    address: Address,
    timeout_s: float | None = None,
    settings: Mapping[str, str] | None = None,
    **options: Any,
) -> asyncpg.Connection:
    """As `connect`, for an address that was read already."""
    wait_s = timeout_s or address.connect_timeout_s
    # A choice among all hosts is the driver's; else a silent host must not use up the time of all.
    groups = (
        [address.hosts]
        if address.target == "prefer-standby"
        else [(host,) for host in address.hosts]
    )
    failure: Exception | None = None
    for hosts in groups:
        try:
            return await asyncpg.connect(
                **address.for_asyncpg(hosts),
                timeout=wait_s,
                server_settings=dict(settings or {}),
                **options,
            )
        except _NEXT_HOST as error:
            failure = error
    raise failure or WrongAddress("The address names no host.")


def reason(error: BaseException) -> str:
    """Why a connection could not be opened, as the end of a sentence without its full stop."""
    if isinstance(error, WrongAddress):
        return str(error).removesuffix(".")
    if isinstance(error, ssl.SSLCertVerificationError):
        return _CERTIFICATE.get(
            error.verify_code,
            "the server's certificate is signed by an authority that sslrootcert does not hold",
        )
    if isinstance(error, BehindPooler):
        return _POOLER
    if isinstance(error, asyncpg.PostgresError):
        return _refusal(error)
    if isinstance(error, TimeoutError):
        return "no server answers in time"
    if isinstance(error, ConnectionError) and "SSL" in str(error):
        return "the server offers no encryption, which sslmode demands"
    if isinstance(error, ssl.SSLError):
        return "the server ended the TLS handshake; it may demand a client certificate (sslcert)"
    if isinstance(error, OSError):
        return "no server answers"
    if isinstance(error, asyncpg.TargetServerAttributeNotMatched):
        return "no server is of the kind that target_session_attrs asks for"
    return "the driver cannot use the address"


def _refusal(error: asyncpg.PostgresError) -> str:
    said = str(error)
    if "startup parameter" in said:
        return _POOLER
    if "client certificate" in said:
        return "the server demands a client certificate (sslcert and sslkey)"
    if isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
        return "the server does not let this account in"
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return "the server has no database of this name"
    return f"the server refuses it ({type(error).__name__}, {error.sqlstate})"

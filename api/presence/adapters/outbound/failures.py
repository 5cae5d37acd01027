"""Says in one customer sentence why a fetch failed.

Invariant: the sentence names the host, never an address: what a name resolves to inside our own
network is nobody's business.
"""

from __future__ import annotations

import ssl

import aiohttp
from aiohttp.http_exceptions import LineTooLong

from presence.adapters.causes import causes
from presence.adapters.outbound.connection_limits import ServerBusy
from presence.adapters.outbound.decoding import BadEncoding
from presence.adapters.outbound.resolver import AddressRefused, NameNotFound
from presence.analysis.types import FetchProblem


def refused_address(host: str, reason: str) -> FetchProblem:
    """The policy forbids where `host` leads."""
    if reason.startswith("port"):
        return FetchProblem("address-refused", f"{host} uses {reason}, which is not opened.")
    return FetchProblem(
        "address-refused", f"{host} leads to a private or reserved network and was not opened."
    )


def server_busy(host: str) -> FetchProblem:
    """The server of `host` has been visited for other names too often."""
    return FetchProblem(
        "server-busy",
        f"Several websites on the server of {host} were visited a moment ago. Please try again in a"
        " minute.",
    )


def too_large(limit: int) -> FetchProblem:
    """More than `limit` bytes came."""
    size = f"{limit // 1_000_000} MB" if limit >= 1_000_000 else f"{limit:,} bytes"
    return FetchProblem("too-large", f"The page is larger than {size}.")


def headers_too_large(host: str) -> FetchProblem:
    """The head of a response is longer than anything honest."""
    return FetchProblem("headers-too-large", f"{host} sent more headers than are accepted.")


def problem_of(error: BaseException, host: str, deadline_s: float) -> FetchProblem:
    """The problem behind an exception of the HTTP client, found along its chain of causes."""
    chain = tuple(causes(error))
    for cause in chain:
        if isinstance(cause, AddressRefused):
            return refused_address(host, str(cause))
        if isinstance(cause, ServerBusy):
            return server_busy(host)
        if isinstance(cause, NameNotFound):
            return FetchProblem("dns-failed", f"The address {host} could not be found.")
        if isinstance(cause, ssl.SSLError | ssl.CertificateError | aiohttp.ClientSSLError):
            return FetchProblem(
                "tls-failed", f"The secure connection to {host} failed: {_tls_reason(cause)}."
            )
        if isinstance(cause, LineTooLong) or "Too many headers" in str(cause):
            return headers_too_large(host)
    return _plain(chain, host, deadline_s)


def _plain(chain: tuple[BaseException, ...], host: str, deadline_s: float) -> FetchProblem:
    if any(isinstance(c, aiohttp.ConnectionTimeoutError) for c in chain):
        return FetchProblem("connect-failed", f"{host} did not accept a connection in time.")
    if isinstance(chain[0], TimeoutError):
        return FetchProblem(
            "timeout", f"{host} did not answer completely within {deadline_s:g} seconds."
        )
    if any(isinstance(c, aiohttp.ClientConnectorError) for c in chain):
        return FetchProblem("connect-failed", f"{host} did not accept a connection.")
    if any(isinstance(c, BadEncoding) for c in chain):
        return FetchProblem("bad-encoding", f"{host} sent compressed data that cannot be read.")
    return FetchProblem(
        "protocol-error", f"{host} sent an answer that broke off or does not follow HTTP."
    )


def _tls_reason(error: BaseException) -> str:
    if "expired" in str(error):
        return "its certificate has expired"
    if "Hostname mismatch" in str(error) or "not valid for" in str(error):
        return "its certificate is for another name"
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        return "its certificate is not trusted"
    return "no common protocol could be agreed"

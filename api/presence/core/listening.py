"""The socket a server of ours listens on where it is told to listen everywhere."""

from __future__ import annotations

import socket

EVERYWHERE = "::"
_WAITING = 2048  # connections that nobody has accepted yet, as uvicorn keeps them


def listening_everywhere(host: str, port: int) -> socket.socket | None:
    """A socket for IPv6 and IPv4 alike where `host` is `::`; None for any other host.

    An event loop that is given `::` by name would take IPv6 only, and a pod of a cluster with both
    families would be asked on an address where nobody listens. Raises OSError when the port is
    taken, or the machine has no IPv6.
    """
    if host != EVERYWHERE:
        return None
    return socket.create_server(
        (host, port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=_WAITING
    )

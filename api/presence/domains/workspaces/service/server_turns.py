"""How often we connect to one server, whatever names lead to it, across all customers.

Names are cheap, so a turn per name (`site_visits`) does not keep many names from leading to one
server: a server has turns of its own, by its address. But many honest customers share an address
too (a shop system or a delivery network has thousands of sites on one), and a stranger who used up
the turns there would exclude all of them. What distinguishes the two is the server itself: it has a
valid certificate for the names that it serves, and none for a name that somebody merely points at
it.

Invariant: a name for which the server at an address presented a certificate needs no turn there for
`PROOF`; any other takes one, at most `BURST` at once and one every `site_every_s / BURST` seconds.
A connection that must first present a certificate has turns of its own, `SECURE_BURST` of them, and
returns its turn with the certificate: only connections that ended without one count, which cost a
server next to nothing and would take a crowd of accounts to use up, so a new site there is not
excluded either. A certificate counts only for the address that presented it: a name that is pointed
elsewhere afterwards starts over. A delivery network that forwards requests to a server that is not
its customer's cannot be recognised from outside.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from presence.core.sample import HERE
from presence.core.settings import OutboundSettings
from presence.core.sites import site_of
from presence.db.session import Database
from presence.domains.workspaces.queries import site_visits as queries
from presence.http.client import throttle_key

BURST: Final = 6
SECURE_BURST: Final = 60
PROOF: Final = timedelta(days=30)


class ServerTurns:
    """Turns at servers, counted in the database."""

    def __init__(
        self,
        database: Database,
        settings: OutboundSettings,
        now: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._settings = settings
        self._now = now

    async def take(self, host: str, address: str, *, secure: bool) -> bool | None:
        """Whether the server at `address` may be contacted now; None if `host` needs no turn.

        Servers in the operator's networks need none; while the database does not respond, nobody
        has a turn.
        """
        every_s = self._settings.site_every_s
        if not every_s or self._is_own(address):
            return None
        each = every_s / (SECURE_BURST if secure else BURST)
        slack = every_s - each
        try:
            async with self._database.transaction() as session:
                keys = _keys(host, address, secure)
                return await queries.take_turn(session, *keys, each, slack, self._now())
        except (SQLAlchemyError, OSError):
            return False

    async def prove(self, host: str, address: str, *, taken: bool) -> None:
        """Record that the server at `address` presented a certificate for `host`."""
        every_s = self._settings.site_every_s
        if not every_s or self._is_own(address):
            return
        back = every_s / SECURE_BURST if taken else 0.0
        async with self._database.transaction() as session:
            until = self._now() + PROOF
            await queries.prove(session, *_keys(host, address, True), back, until)

    def _is_own(self, address: str) -> bool:
        if self._settings.example_site and address == HERE:
            return True
        return any(ip_address(address) in net for net in self._settings.allowed_networks)


def _keys(host: str, address: str, secure: bool) -> tuple[bytes, bytes]:
    """Keys of the server, which covers an IPv6 /64, and of the name's site there."""
    server = throttle_key(address)
    names = (f"server {server}{' secure' * secure}", f"{site_of(host)} at {server}")
    first, second = (hashlib.sha256(name.encode()).digest() for name in names)
    return first, second

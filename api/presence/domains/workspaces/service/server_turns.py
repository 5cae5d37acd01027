"""How often we connect to one server, whatever names lead to it, over all customers together.

Names cost little, so a turn for each name (`visits`) does not keep many of them from one server:
it has turns of its own, by its address. Many honest customers share an address as well (a shop
system or a delivery network has thousands of sites on one), and a stranger who used up the turns
there would shut all of them out. What tells the two apart is the server itself: it has a valid
certificate for the names that it serves, and none for a name that somebody merely points at it.

Invariant: a name for which the server at an address showed a certificate needs no turn there, for
`PROOF`; any other takes one, at most `BURST` at once and one in every `site_every_s / BURST`
seconds. A connection that has to show a certificate first has turns of its own, `SECURE_BURST` of
them, and gives its turn back with the certificate: only those that ended without one count, which
cost a server next to nothing and would take a crowd of accounts to use up, so that a new site
there is not kept out either. A certificate counts for the address that showed it alone: a name
that is pointed elsewhere afterwards starts anew. Not seen from outside is a delivery network that
passes requests on to a server which is not its customer's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

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
        """Whether it is the turn of the server at `address`; None when it needs none for `host`.

        Servers in networks of the operator's need none; while the database is silent nobody has
        a turn.
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
        """Keep that the server at `address` showed a certificate for `host`."""
        every_s = self._settings.site_every_s
        if not every_s or self._is_own(address):
            return
        back = every_s / SECURE_BURST if taken else 0.0
        async with self._database.transaction() as session:
            until = self._now() + PROOF
            await queries.prove(session, *_keys(host, address, True), back, until)

    def _is_own(self, address: str) -> bool:
        return any(ip_address(address) in net for net in self._settings.allowed_networks)


def _keys(host: str, address: str, secure: bool) -> tuple[bytes, bytes]:
    """Of the server, which has all of an IPv6 /64, and of the site of the name there."""
    server = throttle_key(address)
    names = (f"server {server}{' secure' * secure}", f"{site_of(host)} at {server}")
    first, second = (hashlib.sha256(name.encode()).digest() for name in names)
    return first, second

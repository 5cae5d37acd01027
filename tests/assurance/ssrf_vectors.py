"""Ways to ask for a forbidden address, and ordinary addresses that must stay reachable.

Invariant: derived from the tests' own copy of the registries, in an order that a seed decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from itertools import count
from random import Random

from tests.adapters.servers import RawServer, response
from tests.adapters.vectors import FORBIDDEN, PRIVATE_V4, host_of, is_forbidden, spellings, wrapped
from tests.assurance.ssrf_world import Names

START = "http://1.1.1.1"
ODD_WAY = "redirect to a spelling"
SHOP = "shop.example"  # the certificate's
_PUBLIC_V4, _PUBLIC_V6 = "8.8.4.4", "2606:4700::1111"
_PORTS = {"http": ("", ":8080"), "https": ("", ":8443")}


@dataclass(frozen=True)
class Vector:
    """An address to fetch, and by which way it means to lead astray."""

    way: str
    url: str


class Maker:
    """Makes vectors; what they need of the resolver and the servers is arranged at once."""

    def __init__(self, names: Names, web: RawServer, chance: Random) -> None:
        self._names = names
        self._web = web
        self._chance = chance
        self._numbers = count(1)

    def forbidden(self) -> list[Vector]:
        """Every way to every address, shuffled."""
        hidden = dict.fromkeys(form for inner in PRIVATE_V4 for form in wrapped(inner))
        found = [v for address in FORBIDDEN for v in self._every_way(address)]
        found += [v for address in hidden for v in self._some_ways(address)]
        found += [v for inner in PRIVATE_V4 for text in spellings(inner) for v in self._typed(text)]
        self._chance.shuffle(found)
        return found

    def _every_way(self, address: str) -> Iterator[Vector]:
        host = host_of(address)
        for scheme, ports in _PORTS.items():
            for port in ports:
                yield Vector("direct", f"{scheme}://{host}{port}/latest/meta-data")
        yield from self._some_ways(address)
        yield Vector("redirect", self._redirect(f"//{host}/admin"))
        yield Vector("redirects", self._redirect(self._redirect(f"http://{host}/")))
        yield Vector("redirect to a name", self._redirect(f"http://{self._name(address)}/"))
        mixed = (_PUBLIC_V4, _PUBLIC_V6, address)
        yield Vector("mixed answers", f"https://{self._name(*mixed)}/")
        yield Vector("mixed answers", f"http://{self._name(*reversed(mixed))}:8080/")
        other = _PUBLIC_V6 if "." in address else _PUBLIC_V4
        yield Vector("one kind of two", f"http://{self._name(other, address)}/")
        alias = self._name(self._name(self._name(address)))
        yield Vector("aliases", f"http://{alias}/")

    def _some_ways(self, address: str) -> Iterator[Vector]:
        host = host_of(address)
        yield Vector("direct", f"http://{host}/")
        yield Vector("redirect", self._redirect(f"http://{host}/"))
        yield Vector("a name", f"http://{self._name(address)}/")
        yield Vector("an alias", f"https://{self._name(self._name(address))}/")

    def _typed(self, text: str) -> Iterator[Vector]:
        yield Vector("spelling", f"http://{text}/")
        yield Vector(ODD_WAY, self._redirect(f"http://{text}/"))

    def ordinary(self, wanted: int) -> Iterator[Vector]:
        """Addresses of the ordinary web, each answered 200."""
        for number in range(wanted):
            address = self.public(six=number % 3 == 0)
            host = host_of(address)
            alias = self._name(self._name(address))
            yield (
                Vector("direct", f"http://{host}/"),
                Vector("direct", f"http://{host}:8080/a%20b?q=%C3%A9"),
                Vector("a name", f"http://{self._name(address)}/"),
                Vector("an alias", f"http://{alias}/"),
                Vector("both kinds", f"http://{self._name(_PUBLIC_V4, _PUBLIC_V6, address)}/"),
                Vector("redirect", self._redirect(f"http://{self._name(address)}:8080/new")),
                Vector("name in Unicode", f"http://{self._unicode(address)}/"),
                Vector("over TLS", f"https://{self._name(address, under=SHOP)}:8443/"),
            )[number % 8]

    def race(self) -> Vector:
        """A name that says something else with every look-up and leads to itself elsewhere."""
        name = f"race{next(self._numbers)}.example"
        public = (self.public(six=False), self.public(six=True))
        private = [self._chance.choice(FORBIDDEN) for _ in range(2)]
        says: dict[int, tuple[str, ...]] = {}

        def turn(number: int) -> tuple[str, ...]:
            if number not in says:
                honest = number == 0 and self._chance.random() < 0.7
                says[number] = public if honest else self._chance.choice((public, tuple(private)))
            return says[number]

        self._names.answers[name] = turn
        path = f"/race{next(self._numbers)}"
        again = response(status="302 Found", headers=[("Location", f"http://{name}:8080/")])
        self._web.answers[path] = again
        return Vector("race", f"http://{name}{path}")

    def public(self, *, six: bool) -> str:
        """Any ordinary address."""
        while True:
            if six:
                high = 0x2000 << 112 | self._chance.getrandbits(125)
                address = str(IPv6Address(high))
            else:
                address = str(IPv4Address(self._chance.getrandbits(32)))
            if not is_forbidden(address) and not address.startswith("2001:"):
                return address

    def _name(self, *says: str, under: str = "example") -> str:
        return self._names.say(f"n{next(self._numbers)}.{under}", *says)

    def _unicode(self, address: str) -> str:
        """A name that is not ASCII."""
        name = f"bücher{next(self._numbers)}.example"
        self._names.say(name.encode("idna").decode(), address)
        return name

    def _redirect(self, location: str) -> str:
        path = f"/to{next(self._numbers)}"
        self._web.answers[path] = response(
            status="302 Found", headers=[("Location", location.encode().decode("latin-1"))]
        )
        return f"{START}{path}"

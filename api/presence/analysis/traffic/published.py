"""Whether an address is one of a bot's maker, by the address lists the makers publish.

The lists of `lists/` were taken from what each file names, on the day it names; newer ones can be
handed in. Addresses change: a list that has aged calls new addresses of a maker `contradicted`.

Invariant: a range is published or it is not here; a bot without a list is never verified and never
contradicted; nothing is looked up by name.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import PurePath
from typing import Final

from presence.analysis.traffic.clients import parsed
from presence.analysis.traffic.types import Bot, Verdict

Network = IPv4Network | IPv6Network
_WIDEST: Final = {4: 8, 6: 16}  # a list with wider ranges is taken for a mistake
_CACHED: Final = 20_000


class WrongList(ValueError):
    """A file is no address list; the message says which file and why."""


@dataclass(frozen=True, slots=True)
class AddressList:
    """The addresses a maker publishes for some bots: from where, and on which day (YYYY-MM-DD)."""

    name: str
    maker: str
    tokens: tuple[str, ...]
    source: str
    fetched: str
    taken_from: str
    licence: str
    networks: tuple[Network, ...]


class Addresses:
    """Verdicts by a set of lists."""

    def __init__(self, lists: Iterable[AddressList]) -> None:
        self.lists: tuple[AddressList, ...] = tuple(lists)
        self._masks: dict[str, dict[tuple[int, int], set[int]]] = {}
        self._seen: dict[tuple[str, str], Verdict] = {}
        for published in self.lists:
            for token in published.tokens:
                masks = self._masks.setdefault(token.lower(), {})
                for network in published.networks:
                    bits = network.max_prefixlen - network.prefixlen
                    members = masks.setdefault((network.version, bits), set())
                    members.add(int(network.network_address) >> bits)

    def verdict(self, bot: Bot, address: str) -> Verdict:
        """`verified` inside the maker's addresses, `contradicted` outside, else `claimed`.

        `claimed`: no list is known for this bot, or the log has no address of the client.
        """
        key = (bot.token, address)
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= _CACHED:
                self._seen.clear()
            found = self._seen[key] = self._verdict(bot.token.lower(), address)
        return found

    def _verdict(self, token: str, text: str) -> Verdict:
        masks = self._masks.get(token)
        address = parsed(text)
        if not masks or address is None:
            return "claimed"
        number = int(address)
        for (version, bits), members in masks.items():
            if version == address.version and number >> bits in members:
                return "verified"
        return "contradicted"


@lru_cache(maxsize=1)
def kept_lists() -> tuple[AddressList, ...]:
    """The lists kept with the product."""
    folder = files("presence.analysis.traffic") / "lists"
    found = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda f: f.name
    )
    return tuple(read_list(file.name, file.read_bytes()) for file in found)


def refreshed(files_by_name: Mapping[str, bytes], fetched: str) -> tuple[AddressList, ...]:
    """The kept lists with those of the files in the place of older ones.

    A file is one of ours, or a maker's own under its maker's file name (`gptbot.json`), fetched on
    the given day. Raises WrongList where a file is neither.
    """
    lists = {published.name: published for published in kept_lists()}
    by_file = {PurePath(published.source).name: published for published in lists.values()}
    for name, text in sorted(files_by_name.items()):
        kept = lists.get(PurePath(name).stem) or by_file.get(PurePath(name).name)
        new = read_list(name, text, kept, fetched)
        lists[new.name] = new
    return tuple(lists.values())


def read_list(
    name: str, text: bytes, kept: AddressList | None = None, fetched: str = ""
) -> AddressList:
    """One list from its file: ours, or a maker's own where `kept` says whose. Raises WrongList."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongList(f"{name} is not JSON.") from error
    if not isinstance(found, dict):
        raise WrongList(f"{name} is not an address list.")
    prefixes = _prefixes(found.get("prefixes"))
    if not prefixes:
        raise WrongList(f'{name} has no addresses under "prefixes".')
    networks = tuple(_network(name, prefix) for prefix in prefixes)
    tokens = found.get("tokens")
    if isinstance(tokens, list) and tokens and all(isinstance(token, str) for token in tokens):
        said = {key: str(found.get(key, "")) for key in _KEYS}
        return AddressList(
            said["list"] or PurePath(name).stem,
            said["maker"],
            tuple(tokens),
            said["source"],
            said["fetched"] or fetched,
            said["taken_from"],
            said["licence"],
            networks,
        )
    if kept is None:
        raise WrongList(
            f"{name} does not say whose addresses these are. Name the file as its maker does or "
            'add "tokens".'
        )
    return AddressList(
        kept.name, kept.maker, kept.tokens, kept.source, fetched, kept.source, "", networks
    )


_KEYS: Final = ("list", "maker", "source", "fetched", "taken_from", "licence")


def _prefixes(found: object) -> Sequence[str]:
    if not isinstance(found, list):
        return ()
    texts = (
        entry.get("ipv4Prefix") or entry.get("ipv6Prefix") if isinstance(entry, dict) else entry
        for entry in found
    )
    return [text for text in texts if isinstance(text, str)]


def _network(name: str, prefix: str) -> Network:
    try:
        network = ip_network(prefix.strip())
    except ValueError as error:
        raise WrongList(f"{name}: {prefix[:60]!r} is not a range of addresses.") from error
    if network.prefixlen < _WIDEST[network.version]:
        raise WrongList(f"{name}: {prefix} is wider than any maker's range.")
    return network

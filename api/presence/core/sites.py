"""Which hosts are one website: the registrable domain of the public suffix list.

Invariant: whoever can make names below one domain for nothing (a1.shop.example, a2.shop.example)
has one site with them, however they write it. What lies below a suffix that is let to strangers
(github.io, myshopify.com) is a site of each. The list is the one inside the package; nothing is
fetched or written. What is not seen from a name alone: several domains that lead to one
server, which has turns of its own (`workspaces.service.server_turns`).
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

import idna
from tldextract import TLDExtract


def site_of(host: str) -> str:
    """The site of a host name or address without a port, ASCII in lower case.

    "shop.example.co.uk" -> "example.co.uk"; addresses, bare names and public suffixes as they are.
    """
    name = _ascii(host)
    try:
        address = ip_address(name.strip("[]"))
    except ValueError:
        return _registrable(name)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def _ascii(host: str) -> str:
    """One spelling: IDNA with its full stops of every script, no dot at the end."""
    bare = host.lower()
    if not bare.isascii():
        with suppress(idna.IDNAError):  # no name of a server then; counted as written
            bare = idna.encode(bare, uts46=True).decode("ascii")
    return bare.rstrip(".")


def _registrable(name: str) -> str:
    found = _suffixes()(name)
    if found.suffix:
        return found.top_domain_under_public_suffix or name
    return ".".join(name.split(".")[-2:])  # the list's own rule for a suffix it does not name


@lru_cache(maxsize=1)
def _suffixes() -> TLDExtract:
    return TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)

"""Which hosts belong to one website: the registrable domain of the public suffix list.

Invariant: anybody who can create names below one domain for free (a1.shop.example, a2.shop.example)
has one site with them, in any spelling. Each name below a suffix that is offered to the public
(github.io, myshopify.com) is a site of its own. The list is the one in the package; nothing is
fetched or written. A name alone does not reveal that several domains lead to one server, which has
turns of its own (`workspaces.service.server_turns`).
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
    """The canonical spelling: IDNA with full stops of every script, no dot at the end."""
    bare = host.lower()
    if not bare.isascii():
        with suppress(idna.IDNAError):  # not the name of a server then; counted as written
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

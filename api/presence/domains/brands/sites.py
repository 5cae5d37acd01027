"""Determines who owns which part of an address when several competitors share a host.

Invariant: no two entities of a brand own the same prefix; the longest matching prefix owns a URL,
so one entity's section may lie inside another's site.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import TypeVar
from urllib.parse import urlsplit

from presence.domains.brands.prefixes import owned_prefixes

Key = TypeVar("Key", bound=Hashable)


def prefix_of(text: str) -> str:
    """The canonical form of an address or prefix: no scheme, no `www.`, lower-case host."""
    parts = urlsplit(text if "//" in text else f"//{text}")
    path = "/".join(segment for segment in parts.path.split("/") if segment)
    host = parts.netloc.rpartition("@")[2].lower().removeprefix("www.")
    return f"{host}/{path}" if path else host


def shared_out(websites: Mapping[Key, str]) -> dict[Key, tuple[str, ...]]:
    """The prefixes of each website: the whole site, or its own path where hosts are shared.

    On a shared host each website gets as many path segments as it takes to distinguish it from the
    others; one that consists of the host alone keeps the host. Equal addresses get equal prefixes:
    see `clash`.
    """
    by_host: dict[str, list[Key]] = defaultdict(list)
    for key, url in websites.items():
        by_host[prefix_of(url).partition("/")[0]].append(key)
    found: dict[Key, tuple[str, ...]] = {}
    for keys in by_host.values():
        if len(keys) == 1:
            found[keys[0]] = owned_prefixes(websites[keys[0]])
            continue
        paths = {key: prefix_of(websites[key]).split("/") for key in keys}
        for key in keys:
            others = [path for other, path in paths.items() if other != key]
            found[key] = ("/".join(_shortest(paths[key], others)),)
    return found


def _shortest(path: list[str], others: list[list[str]]) -> list[str]:
    for length in range(2, len(path) + 1):
        if all(other[:length] != path[:length] for other in others):
            return path[:length]
    return path

"""Says who owns a URL and what kind of source it is.

Invariant: ownership goes to the longest matching prefix, compared host first and then whole path
segments, so two entities may share a host.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from presence.analysis.extraction.sources import class_of
from presence.analysis.types import BrandProfile, Citation, SourceClass


@dataclass(frozen=True, slots=True)
class OwnedPrefix:
    """One owned prefix: bare host (no `www.`), path without trailing slash ("" = all).

    `port` is set only where the prefix names one; otherwise any port of the host is owned.
    """

    entity: str
    host: str
    path: str
    port: int | None = None


def host_and_path(url: str) -> tuple[str, str] | None:
    """(bare lower-case ASCII host, path without trailing slash) of a URL or prefix, or None."""
    text = url.strip()
    if not text or text.startswith(("document:", "mailto:", "#")):
        return None
    try:
        parts = urlsplit(text if "://" in text else f"//{text.lstrip('/')}")
        host = (parts.hostname or "").rstrip(".").removeprefix("www.")
    except ValueError:
        return None
    if not host:
        return None
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return None
    return host, parts.path.rstrip("/")


def _port(url: str) -> int | None:
    """The port written in a URL; None if there is none or it is not a number."""
    text = url.strip()
    try:
        return urlsplit(text if "://" in text else f"//{text.lstrip('/')}").port
    except ValueError:
        return None


def owned_prefixes(profile: BrandProfile) -> tuple[OwnedPrefix, ...]:
    """Prefixes of brand and competitors, most specific first.

    Without an explicit prefix, a website counts as a prefix for its host.
    """
    found: list[OwnedPrefix] = []
    parties = [("brand", profile.website, profile.prefixes)]
    parties += [(c.id, c.website, c.prefixes) for c in profile.competitors]
    for entity, website, prefixes in parties:
        sources = prefixes or ((website,) if website else ())
        for source in sources:
            split = host_and_path(source)
            if split is not None:
                found.append(OwnedPrefix(entity, split[0], split[1], _port(source)))
    return tuple(sorted(set(found), key=_specific_first))


def _specific_first(prefix: OwnedPrefix) -> tuple[int, int, bool, str, str, int]:
    """The order in which prefixes are tried: longest path, longest host, with a port, then name."""
    bare = prefix.port is None
    path, host = -len(prefix.path), -len(prefix.host)
    return path, host, bare, prefix.entity, prefix.host, prefix.port or 0


def owner_of(url: str, prefixes: Iterable[OwnedPrefix]) -> str | None:
    """The entity that owns a URL by longest prefix, or None; `prefixes` are most specific first."""
    split = host_and_path(url)
    if split is None:
        return None
    host, path = split
    port = _port(url)
    for prefix in prefixes:
        same_host = host == prefix.host or host.endswith("." + prefix.host)
        inside = not prefix.path or path == prefix.path or path.startswith(prefix.path + "/")
        if same_host and inside and prefix.port in (None, port):
            return prefix.entity
    return None


def source_class(url: str, owner: str | None) -> SourceClass:
    """The class of a source: by its owner, or else by what is known of the host."""
    if owner == "brand":
        return "owned"
    if owner is not None and owner != "reference":
        return "competitor"
    split = host_and_path(url)
    if owner == "reference" or split is None:
        return "reference" if owner else "editorial"
    return class_of(*split)


def own_citation(citation: Citation, prefixes: tuple[OwnedPrefix, ...]) -> Citation:
    """The citation with domain, owner and class filled in.

    An owner that is already set (a document has no URL prefix) is kept where no prefix decides.
    """
    split = host_and_path(citation.url)
    owner = owner_of(citation.url, prefixes) or citation.owner
    return replace(
        citation,
        domain=citation.domain or (split[0] if split else ""),
        owner=owner,
        source_class=source_class(citation.url, owner),
    )

"""Recognizes the websites of everybody an answer names, so that none is taken for the press.

Invariant: the registrable label of a host must be a whole name, so "which.example" belongs to
nobody because an answer uses the word "which".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from presence.analysis.competitors import also_named
from presence.analysis.extraction.addresses import registrable_label
from presence.analysis.scoring import Observation
from presence.analysis.types import BrandProfile

_LEAST: Final = 4  # letters of a label that may be somebody's name alone
_ANSWERS_READ: Final = 3  # citing a host; a name that is put forward is so in most of them
_OTHER: Final = re.compile(r"[\W_]+")


def competitor_sites(profile: BrandProfile, observations: Sequence[Observation]) -> frozenset[str]:
    """Hosts cited in answers that belong to a tracked competitor or to another name in them."""
    tracked = _spelled(s for c in profile.competitors for s in (c.name, *c.aliases))
    hosts = {
        citation.domain
        for o in observations
        for citation in o.extraction.citations or ()
        if citation.domain and citation.source_class not in ("owned", "competitor")
    }
    return frozenset(
        host for host in hosts if _is_competitors(host, tracked, profile, observations)
    )


def _is_competitors(
    host: str, tracked: frozenset[str], profile: BrandProfile, observations: Sequence[Observation]
) -> bool:
    label = registrable_label(host)
    if len(label) < _LEAST:
        return False
    if label in tracked:
        return True
    citing = [o for o in observations if _cites(o, host) and _has(o.answer.text, label)]
    return any(
        label in _spelled(n.name for n in also_named(o.answer.text, profile, o.extraction))
        for o in citing[:_ANSWERS_READ]
    )


def _cites(observation: Observation, host: str) -> bool:
    return any(citation.domain == host for citation in observation.extraction.citations or ())


def _has(text: str, label: str) -> bool:
    return any(label in letters for letters in _spelled((text,)))


def _spelled(names: Iterable[str]) -> frozenset[str]:
    """The labels a name may be registered under: "oakandiron" and "oakiron" of "Oak & Iron"."""
    return frozenset(
        label for name in names for label in (_letters(name), _letters(name.replace("&", "and")))
    )


def _letters(text: str) -> str:
    return _OTHER.sub("", text.casefold())

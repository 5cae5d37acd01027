"""What the whole world knows a name for: a means of payment, a platform, a place, an authority.

Invariant: it weighs in, it never decides: a marketplace may well be what an answer recommends.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from presence.analysis.competitors.spans import squeezed


@lru_cache(maxsize=1)
def _kinds() -> Mapping[str, str]:
    file = files("presence.analysis.competitors") / "known_kinds.toml"
    tables: dict[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        squeezed(name): kind
        for kind, names in reversed(tables.items())
        for name in re.split(r",\s*", names.strip())
        if name
    }


@lru_cache(maxsize=4096)
def known_kind(name: str) -> str:
    """ "payment", "platform", "voice" (who reviews or reports), "authority", "standard",
    "technology", "place", "calendar", or "" for a name that is not known."""
    bare = re.split(r"['’](?=[a-zçğıöşü]{1,5}$)", name)[0]
    return _kinds().get(squeezed(bare), "")

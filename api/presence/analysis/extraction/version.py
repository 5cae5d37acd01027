"""Identifies what an extraction depends on besides the answer: the extractor and the entity set.

Invariant: two extractions of one answer under the same `extraction_version` are equal; changing an
alias, a prefix or a flag changes it.
"""

from __future__ import annotations

import hashlib
import json
from typing import Final

from presence.analysis.extraction.entities import EntitySet

EXTRACTOR_VERSION: Final = "mentions-7"
_LENGTH: Final = 10


def extraction_version(entities: EntitySet) -> str:
    """`EXTRACTOR_VERSION`, a plus sign and ten hexadecimal digits of the entity set's digest."""
    seen = {
        "names": [(n.entity, n.written, n.folded, n.common, n.address) for n in entities.names],
        "labels": entities.labels,
        "prefixes": [(p.entity, p.host, p.path, p.port) for p in entities.prefixes],
        "language": entities.language,
        "context": sorted(entities.context),
        "nouns": sorted(entities.own_nouns),
    }
    text = json.dumps(seen, ensure_ascii=True, sort_keys=True)
    return f"{EXTRACTOR_VERSION}+{hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]}"

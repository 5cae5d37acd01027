"""Key facts: found in a brand's own words, and held against what engines say of it."""

from presence.analysis.facts.finding import find_facts
from presence.analysis.facts.kinds import (
    FACTS_VERSION,
    KINDS,
    LEAST,
    MAX_VALUE,
    MOST,
    WEIGHTS,
    Fact,
    FactKind,
)
from presence.analysis.facts.matching import (
    FactMatch,
    Statement,
    match_facts,
    match_score,
    recognised,
)

__all__ = [
    "FACTS_VERSION",
    "KINDS",
    "LEAST",
    "MAX_VALUE",
    "MOST",
    "WEIGHTS",
    "Fact",
    "FactKind",
    "FactMatch",
    "Statement",
    "find_facts",
    "match_facts",
    "match_score",
    "recognised",
]

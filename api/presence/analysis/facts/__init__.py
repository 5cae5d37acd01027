"""Key facts: found in a brand's own words and compared with what engines say about it."""

from presence.analysis.facts.checking import unusable
from presence.analysis.facts.finding import find_facts
from presence.analysis.facts.formula import CARD_METRICS
from presence.analysis.facts.interpretation import (
    AUDIENCE_MATCHES,
    TONE_MATCHES,
    Interpretation,
    excerpt,
    interpret,
)
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
    "AUDIENCE_MATCHES",
    "CARD_METRICS",
    "FACTS_VERSION",
    "KINDS",
    "LEAST",
    "MAX_VALUE",
    "MOST",
    "TONE_MATCHES",
    "WEIGHTS",
    "Fact",
    "FactKind",
    "FactMatch",
    "Interpretation",
    "Statement",
    "excerpt",
    "find_facts",
    "interpret",
    "match_facts",
    "match_score",
    "recognised",
    "unusable",
]

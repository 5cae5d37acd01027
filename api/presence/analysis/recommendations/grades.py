"""How well each kind of advice is supported: the evidence grade and what to say about it.

Invariant: a grade belongs to a cause, never to a brand. A controlled experiment, B correlational
study at scale, C convention or vendor documentation, D opinion.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from presence.analysis.types.results import StatedFact

Grade = Literal["A", "B", "C", "D"]

# Position-adjusted word share after a rewrite, GEO (KDD 2024) table 1; the baseline is 19.3.
GEO_BASELINE: Final = 19.3
GEO_EFFECTS: Final[tuple[tuple[str, float], ...]] = (
    ("quotations", 27.2),
    ("statistics", 25.2),
    ("fluency", 24.7),
    ("cite sources", 24.6),
    ("easy language", 22.0),
    ("authoritative tone", 21.3),
    ("keyword stuffing", 17.7),
)
GEO_CAUTION: Final = (
    "These effects do not transfer unconditionally: in a 2025 benchmark only 3 of 54 combinations "
    "of popular rewrites helped significantly."
)


class Support(NamedTuple):
    """Grade, and the sentence that says why."""

    grade: Grade
    reason: str


_CONVENTION: Final = Support(
    "C", "Recommended by vendors or by convention; no study has measured an effect."
)
_SCHEMA: Final = Support(
    "C",
    "Markup helps machines read the page, but adding it to 1,885 pages showed no lift over about "
    "4,000 controls.",
)
_UNBLOCK: Final = Support("A", "A bot that is shut out cannot cite you; unblocking is tested.")
_DOCUMENTED: Final = Support("C", "The vendors document that they obey this signal.")
FINDING_SUPPORT: Final[dict[str, Support]] = {
    "robots-blocks-search-bot": _UNBLOCK,
    "robots-blocks-user-bot": _DOCUMENTED,
    "firewall-blocks-agent": _UNBLOCK,
    "noindex": _DOCUMENTED,
    "nosnippet": _DOCUMENTED,
    "login-wall": _DOCUMENTED,
    "content-needs-javascript": Support(
        "B", "AI crawlers were observed at scale not to execute scripts."
    ),
    "thin-content": Support(
        "C", "Assistants can only quote what is written; nobody has measured how much it helps."
    ),
    "jsonld-missing": _SCHEMA,
    "jsonld-invalid": _SCHEMA,
    "faq-schema-missing": _SCHEMA,
    "llms-txt-missing": Support(
        "D", "A study of 300,000 domains found no relation between llms.txt and citations."
    ),
}
_OPINION: Final = Support("D", "A matter of taste: it carries no weight in the score.")

GAP_SUPPORT: Final[dict[str, Support]] = {
    "content structure": Support(
        "A",
        "Rewrites were tested in a controlled experiment (GEO): quotations took the "
        "position-adjusted word share from 19.3 to 27.2, statistics to 25.2.",
    ),
    "content depth": Support(
        "C", "Assistants can only quote what is written; nobody has measured how much it helps."
    ),
    "brand authority": Support(
        "B", "Named brands are those that others write about (correlation)."
    ),
    "citations": Support(
        "B",
        "Answers lean on the sources they cite (correlation); citing sources in your own text took "
        "the word share from 19.3 to 24.6 in an experiment (GEO).",
    ),
    "freshness": Support("B", "Assistants cite recent pages more often (correlation)."),
    "comparison": Support("C", "Common practice; no study has measured an effect."),
    "pricing": Support("C", "Common practice; no study has measured an effect."),
    "reviews": Support("B", "Reviewed brands are named more often (correlation)."),
}
# Share of the full effect that is credited to what a page lacks: the gain GEO measured for the
# rewrite that adds it, else a smaller one, for convention alone.
_MEASURED: Final = dict(GEO_EFFECTS)
_CREDITED: Final[dict[StatedFact, float]] = {
    "numbers": _MEASURED["statistics"] / GEO_BASELINE - 1.0,
    "proof": _MEASURED["quotations"] / GEO_BASELINE - 1.0,
}
_CREDITED_ELSE: Final = 0.25
_OF_FACT: Final[dict[StatedFact, str]] = {
    "price": "pricing",
    "numbers": "content structure",
    "comparison": "comparison",
    "proof": "reviews",
    "date": "freshness",
}

FIT_SUPPORT: Final = Support("D", "Judged from your own words; no effect on answers was measured.")


def finding_support(code: str, opinion: bool) -> Support:
    """Support for fixing a technical finding."""
    return FINDING_SUPPORT.get(code, _OPINION if opinion else _CONVENTION)


def fact_support(fact: StatedFact) -> Support:
    """Support for stating on a page what it lacks."""
    return gap_support(_OF_FACT.get(fact, "content depth"))


def credited(fact: StatedFact | None) -> float:
    """Share of the full effect credited to stating a fact; being rewritten often changes nothing,
    so a full prompt share is never promised.
    """
    return _CREDITED_ELSE if fact is None else _CREDITED.get(fact, _CREDITED_ELSE)


def gap_support(category: str) -> Support:
    """Support for closing a content gap; GEO figures always come with their caution."""
    support = GAP_SUPPORT.get(category, _CONVENTION)
    if "(GEO)" not in support.reason:
        return support
    return Support(support.grade, f"{support.reason} {GEO_CAUTION}")

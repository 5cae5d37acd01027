"""Every check of the audit: its code, group, weight and the sentence that names the problem.

Invariant: codes are added but never renamed; the weights of a group's facts sum to the group's
weight, and opinions have no weight.
"""

from __future__ import annotations

from typing import Final, NamedTuple

AUDIT_VERSION: Final = "technical-v6"

GROUPS: Final[dict[str, tuple[str, float]]] = {
    "ai-access": ("AI access", 30.0),
    "content": ("Content without JavaScript", 20.0),
    "structured-data": ("Structured data", 15.0),
    "metadata": ("Metadata", 15.0),
    "speed": ("Speed", 10.0),
    "discoverability": ("Discoverability", 10.0),
    "informational": ("Informational", 0.0),
}


class Code(NamedTuple):
    """A check. `weight` is out of 100 across all checks; `opinion` marks taste rather than fact."""

    code: str
    group: str
    weight: float
    effort: str
    opinion: bool = False


_ALL: Final = (
    Code("robots-blocks-search-bot", "ai-access", 12.0, "Low"),
    Code("robots-blocks-user-bot", "ai-access", 4.0, "Low"),
    Code("firewall-blocks-agent", "ai-access", 6.0, "Medium"),
    Code("noindex", "ai-access", 4.0, "Low"),
    Code("nosnippet", "ai-access", 2.0, "Low"),
    Code("login-wall", "ai-access", 2.0, "High"),
    Code("content-needs-javascript", "content", 13.0, "High"),
    Code("thin-content", "content", 7.0, "Medium"),
    Code("jsonld-missing", "structured-data", 6.0, "Low"),
    Code("jsonld-invalid", "structured-data", 5.0, "Low"),
    Code("faq-schema-missing", "structured-data", 4.0, "Low"),
    Code("title-missing", "metadata", 3.0, "Low"),
    Code("title-duplicate", "metadata", 1.5, "Low"),
    Code("description-missing", "metadata", 3.0, "Low"),
    Code("description-duplicate", "metadata", 1.5, "Low"),
    Code("open-graph-missing", "metadata", 2.0, "Low"),
    Code("lang-missing", "metadata", 1.0, "Low"),
    Code("heading-missing", "metadata", 1.5, "Low"),
    Code("canonical-conflict", "metadata", 1.5, "Low"),
    Code("slow-first-byte", "speed", 7.0, "High"),
    Code("uncompressed", "speed", 3.0, "Low"),
    Code("sitemap-missing", "discoverability", 2.0, "Low"),
    Code("broken-link", "discoverability", 3.0, "Low"),
    Code("redirect-chain", "discoverability", 2.0, "Low"),
    Code("orphan-page", "discoverability", 2.0, "Low"),
    Code("hreflang-invalid", "discoverability", 1.0, "Medium"),
    Code("llms-txt-missing", "informational", 0.0, "Low", opinion=True),
    Code("training-bot-blocked", "informational", 0.0, "Low"),
    Code("noai-directive", "informational", 0.0, "Low"),
    Code("title-length", "informational", 0.0, "Low", opinion=True),
    Code("description-length", "informational", 0.0, "Low", opinion=True),
    Code("low-text-ratio", "informational", 0.0, "Medium", opinion=True),
    Code("viewport-missing", "informational", 0.0, "Low"),
    Code("canonical-missing", "informational", 0.0, "Low", opinion=True),
    Code("heading-repeated", "informational", 0.0, "Low", opinion=True),
)

POLICY_CODES: Final = frozenset({"training-bot-blocked", "noai-directive"})

CODES: Final[dict[str, Code]] = {code.code: code for code in _ALL}

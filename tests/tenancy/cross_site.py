"""Twelve ways a request may say where it comes from, and which of them another site can send."""

from __future__ import annotations

from dataclasses import dataclass

OWN = "http://presence.test"
FOREIGN = "https://elsewhere.example"


@dataclass(frozen=True)
class Origin:
    """Headers of one case; `refused` is how the guard must answer, None when it lets it in."""

    name: str
    headers: dict[str, str]
    refused: int | None = None
    body: str = "{}"
    kind: str = "application/json"


CASES = (
    Origin("own page", {"Origin": OWN, "Sec-Fetch-Site": "same-origin"}),
    Origin("own page of an old browser", {"Origin": OWN}),
    Origin("typed address", {"Sec-Fetch-Site": "none"}),
    Origin("a program", {}),
    Origin("another site", {"Origin": FOREIGN, "Sec-Fetch-Site": "cross-site"}, 403),
    Origin("another site of an old browser", {"Origin": FOREIGN}, 403),
    Origin("another site that hides its origin", {"Sec-Fetch-Site": "cross-site"}, 403),
    Origin("a sandboxed frame", {"Origin": "null", "Sec-Fetch-Site": "cross-site"}, 403),
    Origin("a sandboxed frame of an old browser", {"Origin": "null"}, 403),
    Origin(
        "a sibling subdomain",
        {"Origin": "http://evil.presence.test", "Sec-Fetch-Site": "same-site"},
        403,
    ),
    Origin(
        "a form of another site",
        {"Origin": FOREIGN, "Sec-Fetch-Site": "cross-site"},
        403,
        "name=x",
        "application/x-www-form-urlencoded",
    ),
    Origin("plain text in place of JSON", {}, 415, "{}", "text/plain"),
)

"""Postal codes by country, where the place somebody typed names one.

Invariant: a code is refused only for a country whose rule is known; what names no country, or one
without a rule here, passes as it is. Two letters name a country only where no region has them:
Los Angeles lies in CA, Dover in DE, Novara in NO. The rules are those of postal_codes.json, which
`make gen` copies to the web app.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

_RULES = {
    country: (re.compile(rule["pattern"], re.IGNORECASE | re.ASCII), rule["example"])
    for rule in json.loads(Path(__file__).with_name("postal_codes.json").read_text("utf-8"))
    for country in rule["countries"]
}


def postal_problem(code: str | None, location: str | None) -> str | None:
    """What is wrong with a postal code of the country that a place ends with; None if nothing."""
    if not code or not location:
        return None
    rule = _RULES.get(location.rpartition(",")[2].strip().casefold())
    if rule is None or rule[0].fullmatch(code.strip()):
        return None
    return f"Invalid postal code, expected one like {rule[1]}"

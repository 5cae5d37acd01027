"""Postal codes by country, where the place somebody typed names one.

Invariant: a code is refused only for a country whose rule is known; what names no country, or one
without a rule here, passes as it is. Two letters name a country only where no region has them:
Los Angeles lies in CA, Dover in DE, Novara in NO.
"""

from __future__ import annotations

import re

_RULES: tuple[tuple[frozenset[str], str, str], ...] = tuple(
    (frozenset(names.split("|")), pattern, example)
    for names, pattern, example in (
        ("us|usa|united states|united states of america", r"\d{5}(-\d{4})?", "10001"),
        ("canada", r"[a-z]\d[a-z] ?\d[a-z]\d", "K1A 0B1"),
        (
            "gb|uk|united kingdom|great britain|england|scotland|wales|northern ireland",
            r"[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}",
            "LS1 4DY",
        ),
        ("ireland", r"[a-z]\d[\dw] ?[a-z\d]{4}", "D02 X285"),
        ("germany|deutschland", r"\d{5}", "10115"),
        ("france", r"\d{5}", "75001"),
        ("spain|espa\u00f1a", r"\d{5}", "28001"),
        ("italy|italia", r"\d{5}", "00118"),
        ("austria|\u00f6sterreich", r"\d{4}", "1010"),
        ("switzerland|schweiz|suisse", r"\d{4}", "8001"),
        ("belgium", r"\d{4}", "1000"),
        ("netherlands|the netherlands|nederland", r"\d{4} ?[a-z]{2}", "1012 AB"),
        ("denmark", r"\d{4}", "1050"),
        ("norway", r"\d{4}", "0150"),
        ("sweden", r"\d{3} ?\d{2}", "111 22"),
        ("finland", r"\d{5}", "00100"),
        ("poland|polska", r"\d{2}-\d{3}", "00-001"),
        ("czechia|czech republic", r"\d{3} ?\d{2}", "110 00"),
        ("portugal", r"\d{4}-\d{3}", "1000-001"),
        ("australia", r"\d{4}", "2000"),
        ("new zealand", r"\d{4}", "6011"),
        ("japan", r"\d{3}-?\d{4}", "100-0001"),
        ("india", r"\d{3} ?\d{3}", "110001"),
        ("brazil|brasil", r"\d{5}-?\d{3}", "01310-100"),
    )
)


def postal_problem(code: str | None, location: str | None) -> str | None:
    """What is wrong with a postal code of the country that a place ends with; None if nothing."""
    if not code or not location:
        return None
    country = location.rpartition(",")[2].strip().casefold()
    for names, pattern, example in _RULES:
        if country in names:
            fits = re.fullmatch(pattern, code.strip(), re.IGNORECASE)
            return None if fits else f"Invalid postal code, expected one like {example}"
    return None

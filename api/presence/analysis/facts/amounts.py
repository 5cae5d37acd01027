"""Reads amounts of money and what they are paid for.

Invariant: an amount without a currency is no amount.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_SIGN: Final = {
    "£": "GBP", "gbp": "GBP", "pounds": "GBP", "pound": "GBP",
    "$": "USD", "us$": "USD", "usd": "USD", "dollars": "USD", "dollar": "USD", "dólares": "USD",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
    "chf": "CHF", "fr.": "CHF",
}  # fmt: skip
_NUMBER: Final = r"\d{1,3}(?:[.,\u00a0\u202f ’']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
_BEFORE: Final = r"(?:US\$|[£$€]|\b(?:GBP|USD|EUR|CHF)\s?)\s?"
_AFTER: Final = r"\s?(?:€|£|\$|\b(?:GBP|USD|EUR|CHF|euros?|pounds?|dollars?|dólares)\b)"
AMOUNT: Final = rf"(?:{_BEFORE}(?:{_NUMBER})(?![\d]))|(?:(?<![\d.,])(?:{_NUMBER}){_AFTER})"
_AMOUNT = re.compile(AMOUNT, re.IGNORECASE)
_DIGITS = re.compile(_NUMBER)
_PERIOD = re.compile(
    r"^\W{0,3}(?:an?|per|each|every|/|pro|im|je|par|al|por|a la|à l')?\s*"
    r"(?P<what>month|mo\b|year|yr\b|week|day|night|hour|user|seat|person|metre|meter|"
    r"monat|jahr|woche|tag|nacht|stunde|nutzer|mois|an\b|semaine|jour|nuit|heure|utilisateur|"
    r"mes\b|año|semana|día|noche|hora|usuario)"
    r"(?:s?\s*(?:per|/|a|pro|par|al)\s*(?:month|year|monat|jahr|mois|an|mes|año)\b)?",
    re.IGNORECASE,
)
_SAME: Final = {
    "mo": "month", "monat": "month", "mois": "month", "mes": "month",
    "yr": "year", "jahr": "year", "an": "year", "año": "year",
    "woche": "week", "semaine": "week", "semana": "week",
    "tag": "day", "jour": "day", "día": "day", "nacht": "night", "nuit": "night",
    "noche": "night", "stunde": "hour", "heure": "hour", "hora": "hour", "meter": "metre",
    "seat": "user", "nutzer": "user", "utilisateur": "user", "usuario": "user",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amount:
    """Money at [start, end) of a text; `per` is the period or unit it is paid for, or ""."""

    value: float
    currency: str
    per: str
    start: int
    end: int


def amounts(text: str) -> tuple[Amount, ...]:
    """Every amount of a text, in order."""
    found = []
    for match in _AMOUNT.finditer(text):
        number = _DIGITS.search(match.group())
        if number is None:
            continue
        sign = match.group().replace(number.group(), "").strip().lower()
        period = _PERIOD.match(text[match.end() : match.end() + 30])
        per = period["what"].lower() if period else ""
        found.append(
            Amount(
                _value(number.group()),
                _SIGN.get(sign, sign.upper()),
                _SAME.get(per, per),
                match.start(),
                match.end() + (period.end() if period else 0),
            )
        )
    return tuple(found)


def _value(written: str) -> float:
    """1,980 and 1.980 are thousands; 19.90 and 19,90 have cents."""
    plain = re.sub(r"[\u00a0\u202f ’']", "", written)
    cents = re.search(r"[.,](\d{1,2})$", plain)
    whole = plain[: cents.start()] if cents else plain
    return float(re.sub(r"[.,]", "", whole) + (f".{cents.group(1)}" if cents else ""))

"""Finds how far a negation reaches: one grammar of denial and warning for every language.

A clause is a string of role letters (see `languages.ROLES`): `n` a negator, `i` what could be
known, `k` knowing it, `p` a word for "about", `N` the name. "I could not find any details on Acme"
is `f w n k w i p N`, and so is its German or Portuguese counterpart. Invariant: a word that turns
the denial into praise or a missing feature ("no better shoe than Acme", "no problems with Acme":
role `d`) stops every pattern.
"""

from __future__ import annotations

import re
from typing import Final

# Between the parts: anything but the name, a blocking word, a new sentence or another entity.
_G = r"[^dNO?;]"
_SHORT = r"[^dNO?;:,]"
_OURS = r"[^dNO?;s]"  # no other people's not knowing: "not many know Acme"
# Entities joined to the name by "and", "or" or a comma are denied with it.
_LIST = r"(?:O[,ct]{1,3}){0,3}"
_OWN = r"(?<!s)(?<!sw)(?<!swn)"  # not "you won't find", "many do not know"

_DENIALS: Final = tuple(re.compile(pattern) for pattern in (
    rf"{_OWN}n{_OURS}{{0,5}}i{_SHORT}{{0,5}}[pq]{_SHORT}{{0,3}}{_LIST}N",
    rf"{_OWN}n[^dNO?;:,s]{{0,4}}k[^diNO?;:,]{{0,4}}{_LIST}N",
    rf"n{_SHORT}{{0,5}}(?:m[^diNO?;:,]{{0,3}}|it{{0,2}}){_LIST}N",
    rf"{_OWN}n{_SHORT}{{0,3}}p{_SHORT}{{0,2}}{_LIST}N{_SHORT}{{0,4}}[ki]",
    rf"k{_SHORT}{{0,2}}n{_SHORT}{{0,2}}p{_SHORT}{{0,2}}{_LIST}N",
    rf"f{_SHORT}{{0,3}}np{_SHORT}{{0,1}}{_LIST}N",
    rf"^{_SHORT}{{0,3}}p{_SHORT}{{0,3}}{_LIST}N(?:[,ct]{{1,3}}O){{0,3}},?{_SHORT}{{0,6}}n{_SHORT}{{0,4}}[ik]",
    rf"^{_SHORT}{{0,3}}p{_SHORT}{{0,3}}{_LIST}N,?{_SHORT}{{0,6}}(?:i{_SHORT}{{0,2}}n|x)",
    rf"^{_SHORT}{{0,3}}N\?{_SHORT}{{0,4}}(?:n{_SHORT}{{0,4}}[ik]|k{_SHORT}{{0,2}}n|x)",
    rf"N[,:]{_SHORT}{{0,2}}n{_SHORT}{{0,1}}i{_SHORT}{{0,1}}(?:[vkp;,]|$)",
    rf"i{_SHORT}{{0,3}}p{_SHORT}{{0,2}}{_LIST}N{_SHORT}{{0,5}}(?:n{_SHORT}{{0,2}}[vk]|e)",
    rf"x{_SHORT}{{0,4}}{_LIST}N",
    rf"N,?{_SHORT}{{0,2}}f{_SHORT}{{0,2}}n{_SHORT}{{0,3}}k",
    rf"e{_SHORT}{{0,1}}i{_SHORT}{{0,2}}p{_SHORT}{{0,2}}{_LIST}N",
))  # fmt: skip
# Languages that put the verb or its negator at the end.
_LAST: Final = tuple(re.compile(pattern) for pattern in (
    rf"[km]{_SHORT}{{0,3}}{_LIST}N{_SHORT}{{0,3}}n(?:[,;]|$)",
    rf"N{_SHORT}{{0,3}}k[^dNO?;:,s]{{0,3}}n(?:[,;]|$)",
    rf"f{_SHORT}{{0,4}}N{_SHORT}{{0,4}}n{_SHORT}{{0,2}}k(?:[,;w]|$)",
))  # fmt: skip
_FINAL: Final = tuple(re.compile(pattern) for pattern in (
    rf"N{_SHORT}{{0,6}}i{_SHORT}{{0,4}}n",
    rf"N{_SHORT}{{0,6}}x",
    rf"N{_SHORT}{{0,5}}p{_SHORT}{{0,4}}n{_SHORT}{{0,2}}k",
    rf"N{_SHORT}{{0,3}}n{_SHORT}{{0,2}}l(?:[,;w]|$)",
))  # fmt: skip
_WARNINGS: Final = tuple(re.compile(pattern) for pattern in (
    rf"n{_SHORT}{{0,2}}u{_SHORT}{{0,4}}N",
    r"b[tpqc]{0,3}(?:u[tp]{0,2})?N",
))  # fmt: skip


def denies(roles: str, orders: frozenset[str]) -> bool:
    """Whether a clause says that it knows or found nothing about the name.

    `orders` are the word orders of the answer's languages: "negator-last", "verb-final".
    """
    if not any(letter in roles for letter in "nxe"):
        return False
    if any(pattern.search(roles) for pattern in _DENIALS):
        return True
    if "negator-last" in orders and any(pattern.search(roles) for pattern in _LAST):
        return True
    return "verb-final" in orders and any(pattern.search(roles) for pattern in _FINAL)


def warns(roles: str) -> bool:
    """Whether a clause warns against the name."""
    return ("n" in roles or "b" in roles) and any(p.search(roles) for p in _WARNINGS)

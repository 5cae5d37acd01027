"""Passwords that attackers try first: the most common ones, and words of this product.

The list has one word per line, sorted, in lower case and compressed; browsers get it as it is.
Invariant: it is advice, except where a workspace refuses such passwords when one is changed; staff
can never use one.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parents[1] / "data" / "common_passwords.txt.gz"


@cache
def packed() -> bytes:
    """The list as gzip."""
    return _FILE.read_bytes()


@cache
def _known() -> frozenset[str]:
    return frozenset(gzip.decompress(packed()).decode().split())


def is_common(password: str) -> bool:
    """Whether it is on the list, whatever its case."""
    return password.strip().lower() in _known()

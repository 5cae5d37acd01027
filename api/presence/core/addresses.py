"""One spelling for every e-mail address that reaches the same inbox.

Invariant: only for counting; mail goes to the address as it was typed.
"""

from __future__ import annotations

_GOOGLE = frozenset({"gmail.com", "googlemail.com"})


def canonical_address(email: str) -> str:
    """The address in lower case, without a plus tag, and for Gmail without the dots it ignores."""
    local, _, domain = email.strip().lower().rpartition("@")
    domain = domain.rstrip(".")
    local = local.partition("+")[0] or local
    if domain in _GOOGLE:
        return f"{local.replace('.', '')}@gmail.com"
    return f"{local}@{domain}"

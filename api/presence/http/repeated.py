"""Header lines that occur more than once: reduced to one line each.

    named in ONCE → refused      cookie → joined with "; "      any other → joined with ", "

Invariant: after this no name occurs twice in a scope, so that two readers of one request never use
different lines of it. `Forwarded`, `X-Forwarded-Host` and `X-Forwarded-Proto` are read nowhere.
"""

from __future__ import annotations

from starlette.types import Scope

from presence.core.errors import BadRequest

# What decides who asks, for what, or how it is understood: a second line is somebody's mistake or
# somebody's attempt, and no answer is right for both.
ONCE = frozenset(
    {
        b"authorization",
        b"content-length",
        b"content-type",
        b"host",
        b"idempotency-key",
        b"last-event-id",
        b"origin",
        b"sec-fetch-site",
        b"stripe-signature",
        b"transfer-encoding",
        b"x-workspace-id",
    }
)


def combine(scope: Scope) -> None:
    """Join what may be joined (RFC 9110, 5.3), in place. Raises BadRequest."""
    lines: list[tuple[bytes, bytes]] = scope["headers"]
    if len({name for name, _ in lines}) == len(lines):
        return
    found: dict[bytes, bytes] = {}
    for name, value in lines:
        if name not in found:
            found[name] = value
        elif name in ONCE:  # guard: headers.once
            raise BadRequest(f"The header {name.decode('latin-1')} was sent more than once.")
        else:
            found[name] += (b"; " if name == b"cookie" else b", ") + value
    scope["headers"] = list(found.items())

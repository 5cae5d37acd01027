"""The one pool of connections under all SDKs, and what every request has in common.

Invariant: no redirect is followed: a header with a key goes to the configured address or nowhere.
"""

from __future__ import annotations

from typing import Final

import httpx2

_CONNECT_S: Final = 10.0
_CONNECTIONS: Final = 200
_KEPT_ALIVE: Final = 40
_KEEP_ALIVE_S: Final = 30.0


def open_pool(*, direct: bool) -> httpx2.AsyncClient:
    """A pool shared by the SDK clients. `direct` ignores proxies named in the environment."""
    return httpx2.AsyncClient(
        limits=httpx2.Limits(
            max_connections=_CONNECTIONS,
            max_keepalive_connections=_KEPT_ALIVE,
            keepalive_expiry=_KEEP_ALIVE_S,
        ),
        follow_redirects=False,  # guard: engines.redirect -> follow_redirects=True,
        trust_env=not direct,
    )


def timeouts(timeout_s: float) -> httpx2.Timeout:
    """Limits of one request; the engine adds one over the whole answer."""
    return httpx2.Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s))


def idempotent(key: str, turn: int = 1) -> dict[str, str]:
    """The idempotency header of an answer's n-th request, nothing where there is no key."""
    if not key:
        return {}
    return {"Idempotency-Key": key if turn == 1 else f"{key}-{turn}"}

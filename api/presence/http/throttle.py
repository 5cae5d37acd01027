"""Decides whose quota a request counts against, before the request is looked at.

    no credential, or one this process has not seen accepted → the address
    a credential the application accepted lately             → the person, or the API key

Invariant: an unproven credential never gets a quota of its own. The route that resolves one says so
with `prove`; only then does the request count for its owner and no longer for its address. So
made-up cookies and keys share the quota of the address they come from, and people behind one
address use none of it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import blake2b

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from presence.core.settings import RateSettings
from presence.http.client import bearer_token, client_address, throttle_key
from presence.http.errors import error_response
from presence.http.rates import STATE, Policy, RateLimitState, Rates, policy_of

_OWNER = "credential_owner"
_UNPROVEN = "credential_unproven"
_CALLER = "credential_known"
_PATHS = "/api/"
_PROVEN_S = 300.0
_MOST_PROVEN = 50_000


def prove(scope: Scope, owner: str) -> None:
    """Tell the throttle whose credential a request carries, once it has been resolved."""
    scope.get("state", {})[_OWNER] = owner


def unproven(scope: Scope) -> bool:
    """Whether `prove` would be news to the throttle; for routes that count microseconds."""
    return bool(scope.get("state", {}).get(_UNPROVEN))


def known_caller(scope: Scope) -> str | None:
    """Under whom a call counts whose credential was accepted lately; None for a stranger's."""
    caller: str | None = scope.get("state", {}).get(_CALLER)
    return caller


def owner_of(scope: Scope) -> str | None:
    """Whose credential a request carries, as somebody said now or lately; None for a stranger's."""
    owner: str | None = scope.get("state", {}).get(_OWNER)
    return owner or known_caller(scope)


class Proven:
    """The credentials that this process recently saw accepted, and whose they are."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._owners: OrderedDict[bytes, tuple[str, float]] = OrderedDict()

    def owner(self, credential: bytes) -> str | None:
        """Whose it is, None for one not seen accepted within five minutes."""
        owner, until = self._owners.get(credential, ("", 0.0))
        return owner if until > self._now() else None

    def keep(self, credential: bytes, owner: str) -> None:
        """Remember it, in place of the one longest unused when there are too many."""
        self._owners[credential] = (owner, self._now() + _PROVEN_S)
        self._owners.move_to_end(credential)
        if len(self._owners) > _MOST_PROVEN:
            self._owners.popitem(last=False)

    def drop(self, credential: bytes) -> None:
        """Forget one that opens nothing any more."""
        self._owners.pop(credential, None)


@dataclass(slots=True)
class _Call:
    """One request: the policy of its kind of caller, what it carries, under whom it counted."""

    policy: Policy
    credential: bytes | None
    counted: tuple[Policy, str]


class Throttle:
    """Counts every call of the API and tells the caller where it stands."""

    def __init__(
        self, app: ASGIApp, rates: Rates, settings: RateSettings, cookie: str, proxies: int
    ) -> None:
        self._app, self._rates = app, rates
        self._browser = policy_of(settings, "default")
        self._program = policy_of(settings, "api-key")
        self._cookie, self._proxies = cookie, proxies
        self._proven = Proven()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count one HTTP request of the API; everything else passes."""
        if scope["type"] != "http" or not scope["path"].startswith(_PATHS):
            await self._app(scope, receive, send)
            return
        call = self._call(scope)
        state = self._rates.count(*call.counted)
        states = scope.setdefault("state", {}).setdefault(STATE, [state])

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._learn(scope, call, message["status"], states)
                message["headers"] = _with_rate_fields(message["headers"], states)
            await send(message)

        if state.allowed:
            await self._app(scope, receive, with_headers)
        else:
            await error_response(state.refusal(), scope)(scope, receive, send)

    def _call(self, scope: Scope) -> _Call:
        key = bearer_token(scope)
        token = HTTPConnection(scope).cookies.get(self._cookie) if key is None else None
        policy = self._browser if key is None else self._program
        credential = _digest(key, token)
        owner = self._proven.owner(credential) if credential else None
        if owner is not None:
            scope.setdefault("state", {})[_CALLER] = owner
            return _Call(policy, credential, (policy, owner))
        scope.setdefault("state", {})[_UNPROVEN] = credential is not None
        address = throttle_key(client_address(Request(scope), self._proxies))
        return _Call(policy, credential, (self._browser, f"address {address}"[:80]))

    def _learn(self, scope: Scope, call: _Call, status: int, states: list[RateLimitState]) -> None:
        """Remember whose credential it was, and count under them what counted elsewhere."""
        owner = scope["state"].get(_OWNER)
        if call.credential is None:
            return
        if owner is None:
            if status == 401:
                self._proven.drop(call.credential)
            return
        self._proven.keep(call.credential, owner)
        if call.counted != (call.policy, owner):
            self._rates.give_back(*call.counted)
            states[0] = self._rates.count(call.policy, owner)


def _digest(key: str | None, token: str | None) -> bytes | None:
    """What stands for a credential in memory; None without one."""
    if not key and not token:
        return None
    said = f"key {key}" if key else f"session {token}"
    return blake2b(said.encode(), digest_size=16).digest()


def _with_rate_fields(
    headers: Iterable[tuple[bytes, bytes]], states: list[RateLimitState]
) -> list[tuple[bytes, bytes]]:
    """The response's headers with both fields, unless a refusal has brought its own."""
    sent = list(headers)
    if any(name == b"ratelimit" for name, _ in sent):
        return sent
    policies = ", ".join(s.policy.field for s in states)
    fields = ", ".join(s.field for s in states)
    return [
        *sent,
        (b"ratelimit-policy", policies.encode()),
        (b"ratelimit", fields.encode()),
    ]

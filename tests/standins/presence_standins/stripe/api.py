"""The API: one request in, one answer out, as Stripe would give it.

Invariant: a POST with an idempotency key seen before is never executed again within a day.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from presence_standins.stripe import published
from presence_standins.stripe.account import API_VERSION, Account
from presence_standins.stripe.dates import DAY
from presence_standins.stripe.expansion import expanded
from presence_standins.stripe.faults import ConnectionLost, Faults, refuse
from presence_standins.stripe.forms import decode
from presence_standins.stripe.operations import OPERATIONS
from presence_standins.stripe.problems import Problem, invalid

OLDEST_VERSION = "2025-03-31"  # before it periods were not on the items


@dataclass(frozen=True)
class Answer:
    """Status, headers and JSON text of a response."""

    status: int
    headers: Mapping[str, str]
    body: str


@dataclass
class _Kept:
    asked: tuple[str, dict[str, Any]]
    status: int
    body: str
    until: int


@dataclass
class Api:
    """Stripe's HTTP interface over an account."""

    account: Account
    faults: Faults = field(default_factory=Faults)
    requests: int = 0
    _kept: dict[str, _Kept] = field(default_factory=dict)

    def handle(self, method: str, url: str, headers: Mapping[str, str], body: str = "") -> Answer:
        """Answer a request. Raises ConnectionLost when a fault says that no answer arrives."""
        self.requests += 1
        address = urlsplit(url)
        names = {name.lower(): value for name, value in headers.items()}
        request_id = self.account.new_id("req")
        sent = {"Request-Id": request_id, "Content-Type": "application/json"}
        sent["Stripe-Version"] = names.get("stripe-version", API_VERSION)
        key = names.get("idempotency-key") if method == "POST" else None
        if key:
            sent["Idempotency-Key"] = key
        fault = self.faults.take(method, address.path)
        try:
            refuse(fault or "")
            _authenticate(names)
            asked = decode(body if method == "POST" else address.query)
            self.account.request = {"id": request_id, "idempotency_key": key}
            status, text, replayed = self._once(method, address.path, asked, key)
        except Problem as problem:
            status, text, replayed = problem.status, _error(problem, request_id), False
        finally:
            self.account.request = {"id": None, "idempotency_key": None}
        if fault == "lost":
            raise ConnectionLost
        if replayed:
            sent["Idempotent-Replayed"] = "true"
        return Answer(status, sent, text)

    def _once(
        self, method: str, path: str, asked: dict[str, Any], key: str | None
    ) -> tuple[int, str, bool]:
        """Status and body, and whether they were kept from an earlier request."""
        kept = self._kept.get(key) if key else None
        if kept and kept.until > self.account.now:
            if kept.asked != (path, asked):
                raise Problem(
                    400,
                    "idempotency_error",
                    "Keys for idempotent requests can only be used with the same parameters they"
                    f" were first used with. Try using a key other than '{key}' if you meant to"
                    " execute a different request.",
                )
            return kept.status, kept.body, True
        try:
            status, text = 200, json.dumps(self._execute(method, path, asked))
        except Problem as problem:
            if not problem.saved:
                raise
            status, text = problem.status, _error(problem, str(self.account.request["id"]))
        if key:
            self._kept[key] = _Kept((path, asked), status, text, self.account.now + DAY)
        return status, text, False

    def _execute(self, method: str, path: str, asked: dict[str, Any]) -> dict[str, Any]:
        for pattern, operation, handler in _ROUTES[method]:
            if found := pattern.fullmatch(path):
                typed = published.accept(operation, asked)
                paths = typed.pop("expand", [])
                answer = handler(self.account, typed, *found.groups())
                return expanded(self.account, answer, paths)
        raise invalid(f"Unrecognized request URL ({method}: {path}).")


def _authenticate(headers: Mapping[str, str]) -> None:
    scheme, _, key = headers.get("authorization", "").partition(" ")
    if scheme == "Basic":
        try:
            key = base64.b64decode(key).decode().partition(":")[0]
        except (binascii.Error, UnicodeDecodeError):
            key = ""
    if not key.startswith(("sk_", "rk_")) or "invalid" in key:
        shown = f"{key[:7]}****{key[-4:]}" if key else ""
        raise Problem(401, "invalid_request_error", f"Invalid API Key provided: {shown}")
    if headers.get("stripe-version", API_VERSION) < OLDEST_VERSION:
        raise invalid("The stand-in answers only in the shapes since 2025-03-31.")


def _error(problem: Problem, request_id: str) -> str:
    return json.dumps({"error": {**problem.error, "request_log_url": f"/logs/{request_id}"}})


def _compile(operation: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{\w+\}", "([^/]+)", operation.partition(" ")[2]))


_ROUTES: dict[str, list[tuple[re.Pattern[str], str, Any]]] = {"GET": [], "POST": [], "DELETE": []}
for _name, _handler in OPERATIONS.items():
    _ROUTES[_name.partition(" ")[0]].append((_compile(_name), _name, _handler))
__all__ = ["Answer", "Api", "ConnectionLost"]

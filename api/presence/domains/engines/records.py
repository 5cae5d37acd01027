"""The values the slice exposes to others: frozen facts about engines, keys and budgets.

Invariant: no record carries a key.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal
from uuid import UUID

from presence.adapters.assistants import LocaleHint
from presence.analysis.types import Basis

Status = Literal["connected", "not-connected", "disabled", "suspended"]
KeySource = Literal["deployment", "workspace"]
Surface = Literal["API with web search", "API", "local model", "simulator", "imported"]
CapUnit = Literal["answers", "usd"]
HealthState = Literal["ok", "unsteady", "slowed", "down"]
PLAN = "plan"  # the account of answers on the deployment's keys


@dataclass(frozen=True, slots=True)
class Health:
    """How a key's provider has performed lately; `until` is when it will be called again."""

    state: HealthState
    until: datetime | None
    last_error: str


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine as a workspace sees it."""

    id: str
    name: str
    provider: str
    surface: Surface
    model: str
    web_search: bool
    basis: Basis
    status: Status
    key: KeySource | None
    enabled_on_plan: bool
    how_to_connect: str
    health: Health | None


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who receives a question, and which parts of its locale; `company` runs the engine."""

    name: str
    company: str
    web_search: bool
    also_told: LocaleHint | None


@dataclass(frozen=True, slots=True)
class Cap:
    """The most a workspace's own key may spend in a period; `value` counts what `unit` names."""

    unit: CapUnit
    value: Decimal


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a key worked when it was last tested."""

    ok: bool | None
    message: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class CredentialChange:
    """A person's entry, replacing what is stored; a key of None keeps the stored one."""

    api_key: str | None
    base_url: str
    model: str
    cap: Cap | None


@dataclass(frozen=True, slots=True)
class CredentialView:
    """All that is ever shown of a workspace's own key."""

    engine: str
    connected: bool
    last4: str
    base_url: str
    model: str
    cap: Cap | None
    last_check: Check | None


@dataclass(frozen=True, slots=True)
class Period:
    """Half open [start, end) in UTC."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Allowance:
    """The most an account may spend in a period; None means no limit."""

    answers: int | None
    usd: Decimal | None


@dataclass(frozen=True, slots=True)
class Spending:
    """What an account has used and reserved."""

    used: int = 0
    reserved: int = 0
    used_usd: Decimal = Decimal(0)
    reserved_usd: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What all customers together may spend, have spent and reserved on our key per day (USD)."""

    limit: Decimal
    used: Decimal
    reserved: Decimal

    @property
    def is_reached(self) -> bool:
        """Whether nothing is left."""
        return self.used + self.reserved >= self.limit


@dataclass(frozen=True, slots=True)
class UsageLine:
    """One line of the ledger."""

    id: UUID
    run_id: UUID | None
    answer_id: UUID | None
    engine: str
    model: str
    key_source: KeySource
    status: str
    error_code: str
    input_tokens: int | None
    output_tokens: int | None
    searches: int | None
    cost_usd: Decimal
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class EngineUsage:
    """Sum of the ledger over one engine and key source."""

    engine: str
    key_source: KeySource
    answers: int
    failed: int
    cost_usd: Decimal

"""The slice on the wire. `x-unit` says what every number counts; money is decimal text in USD."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, PlainSerializer

from presence.domains.engines.records import CapUnit, HealthState, KeySource, Status, Surface
from presence.http.listing import PageOut
from presence.http.schemas import ApiIn, ApiOut


def _unit(name: str) -> Any:
    return Field(json_schema_extra={"x-unit": name})


def _plain(value: Decimal) -> str:
    return f"{value:.6f}"


Count = Annotated[int, _unit("count")]
Usd = Annotated[Decimal, PlainSerializer(_plain, return_type=str), _unit("usd")]


class EngineHealthOut(ApiOut):
    """How a key's provider has answered lately; `until` is when it is asked again."""

    state: HealthState
    until: datetime | None
    last_error: str


class EngineOut(ApiOut):
    """An engine of the registry. `surface` is shown with every answer it gives."""

    id: str
    name: str
    provider: str
    surface: Surface
    model: str
    web_search: bool
    basis: Literal["assistants", "simulator", "imported"]
    status: Status
    key_source: KeySource | None = Field(validation_alias="key")
    enabled_on_plan: bool
    how_to_connect: str
    health: EngineHealthOut | None


class CapOut(ApiOut):
    """The most a key may spend in a month; decimal text that counts what `unit` names."""

    unit: CapUnit
    value: Annotated[Decimal, PlainSerializer(str, return_type=str)]


class KeyCheckOut(ApiOut):
    """What came of the last try; `ok` is null where the provider could not be reached."""

    ok: bool | None
    message: str
    at: datetime


class CredentialOut(ApiOut):
    """All that is shown of a workspace's own key."""

    engine: str
    connected: bool
    last4: str
    base_url: str
    model: str
    monthly_cap: CapOut | None = Field(validation_alias="cap")
    last_check: KeyCheckOut | None


class CapIn(ApiIn):
    """A monthly cap in answers or in USD."""

    unit: CapUnit
    value: Annotated[Decimal, Field(max_digits=12, decimal_places=2)]


class CredentialIn(ApiIn):
    """A key and what belongs to it. Without `apiKey` the stored key stays; the rest is replaced."""

    api_key: Annotated[str | None, Field(max_length=500)] = None
    base_url: Annotated[str, Field(max_length=500)] = ""
    model: Annotated[str, Field(max_length=120)] = ""
    monthly_cap: CapIn | None = None


class PeriodOut(ApiOut):
    """The period that runs now, half open; budgets start anew at `resetsAt`."""

    start: datetime
    end: datetime
    resets_at: datetime


class BudgetOut(ApiOut):
    """What an account may spend in the period and has spent; null is without limit."""

    account: str
    used: Count
    reserved: Count
    limit: Count | None
    used_usd: Usd
    reserved_usd: Usd
    limit_usd: Usd | None


class EngineUsageOut(ApiOut):
    """What one engine was asked in the period on one kind of key."""

    id: str
    name: str
    key_source: KeySource
    answers: Count
    failed: Count
    cost_usd: Usd


class KeyUsageOut(ApiOut):
    """What was asked in the period on one kind of key."""

    key_source: KeySource
    answers: Count
    failed: Count
    cost_usd: Usd


class FeatureUsageOut(ApiOut):
    """How much of a counted limit of the plan is in use."""

    feature: str
    used: Count
    limit: Count | None


class EntryOut(ApiOut):
    """One question asked for money. `answerId` is null where no answer of a run came of it."""

    id: UUID
    run_id: UUID | None
    answer_id: UUID | None
    engine: str
    model: str
    key_source: KeySource
    status: Literal["completed", "refused", "failed"]
    error_code: str
    input_tokens: Count | None
    output_tokens: Count | None
    searches: Count | None
    cost_usd: Usd
    asked_at: datetime


class EntriesOut(ApiOut):
    """A page of the ledger, newest first."""

    data: list[EntryOut]
    page: PageOut


class WorkspaceUsageOut(ApiOut):
    """What was asked, on whose key, at what cost, and what is left.

    `person` is what the owner's workspaces without a paid plan may spend together, null where a
    plan pays; `allowance` says in a sentence which of all limits binds.
    """

    period: PeriodOut
    budget: BudgetOut
    person: BudgetOut | None
    allowance: str
    own_keys: list[BudgetOut]
    engines: list[EngineUsageOut]
    key_sources: list[KeyUsageOut]
    features: list[FeatureUsageOut]
    entries: EntriesOut

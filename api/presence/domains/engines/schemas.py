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
    """The state of the provider for this key; `until` is when it is tried again."""

    state: HealthState
    until: datetime | None
    last_error: str


class EngineOut(ApiOut):
    """An engine; `surface` is shown with each of its answers."""

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
    """The monthly cap of a key, as decimal text in the given `unit`."""

    unit: CapUnit
    value: Annotated[Decimal, PlainSerializer(str, return_type=str)]


class KeyCheckOut(ApiOut):
    """The result of the last test; `ok` is null when the provider could not be reached."""

    ok: bool | None
    message: str
    at: datetime


class CredentialOut(ApiOut):
    """The workspace's own API key for an engine, without the secret."""

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
    """An API key with its settings.

    Without `apiKey`, the stored key is kept; all other fields are replaced.
    """

    api_key: Annotated[str | None, Field(max_length=500)] = None
    base_url: Annotated[str, Field(max_length=500)] = ""
    model: Annotated[str, Field(max_length=120)] = ""
    monthly_cap: CapIn | None = None


class PeriodOut(ApiOut):
    """The current period, from `start` to before `end`; budgets reset at `resetsAt`."""

    start: datetime
    end: datetime
    resets_at: datetime


class BudgetOut(ApiOut):
    """What an account has used and reserved in the period; a null limit means unlimited."""

    account: str
    used: Count
    reserved: Count
    limit: Count | None
    used_usd: Usd
    reserved_usd: Usd
    limit_usd: Usd | None


class EngineUsageOut(ApiOut):
    """The usage of one engine with one kind of key in the period."""

    id: str
    name: str
    key_source: KeySource
    answers: Count
    failed: Count
    cost_usd: Usd


class KeyUsageOut(ApiOut):
    """The usage with one kind of key in the period."""

    key_source: KeySource
    answers: Count
    failed: Count
    cost_usd: Usd


class FeatureUsageOut(ApiOut):
    """The usage of a counted limit of the plan."""

    feature: str
    used: Count
    limit: Count | None


class EntryOut(ApiOut):
    """One paid question to an engine; `answerId` is null when it gave no answer to a run."""

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
    """A page of usage entries, newest first."""

    data: list[EntryOut]
    page: PageOut


class WorkspaceUsageOut(ApiOut):
    """The usage of the period: answers and cost by key, and what is left.

    `person` is the shared budget of the owner's workspaces without a paid plan, null on a paid
    plan. `allowance` is a sentence that names the limit that applies.
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

"""Tables of the slice: keys, budgets, reservations and the usage ledger of a workspace, and limits.

The limits of a provider's key are shared by all workers. Invariant: a shared table holds a hash of
a key and counts, and nothing that belongs to a tenant.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    Numeric,
    String,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from presence.core.ids import new_id
from presence.db.base import Base, Identified
from presence.db.rls import CURRENT_WORKSPACE
from presence.db.sealed import sealed

_MONEY = Numeric(14, 6)
_ZERO = text("0")


class _OfWorkspace:
    """A row that is deleted with its workspace."""

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=CURRENT_WORKSPACE,
        primary_key=True,
        sort_order=-2,
    )


class Credential(_OfWorkspace, Base):
    """A workspace's own key for an engine; only the worker ever decrypts `secret`."""

    __tablename__ = "engine_credential"
    __table_args__ = (UniqueConstraint("workspace_id", "id"),)

    id: Mapped[UUID] = mapped_column(default=new_id)
    engine: Mapped[str] = mapped_column(String(16), primary_key=True)
    secret: Mapped[bytes] = sealed("engine_credential:{workspace_id}:{engine}", "workspace")
    gate: Mapped[bytes]
    last4: Mapped[str] = mapped_column(String(4))
    base_url: Mapped[str] = mapped_column(String(500), server_default="")
    model: Mapped[str] = mapped_column(String(120), server_default="")
    cap_unit: Mapped[str | None] = mapped_column(String(8))
    monthly_cap: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    checked_at: Mapped[datetime | None]
    check_ok: Mapped[bool | None]
    check_message: Mapped[str] = mapped_column(String(500), server_default="")
    checks: Mapped[int] = mapped_column(server_default=_ZERO)
    checks_since: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Budget(_OfWorkspace, Base):
    """What an account has spent and reserved in a period.

    `account` is "plan" for the deployment's keys, or the engine whose own key pays.
    """

    __tablename__ = "engine_budget"

    account: Mapped[str] = mapped_column(String(16), primary_key=True)
    period_start: Mapped[datetime] = mapped_column(primary_key=True)
    period_end: Mapped[datetime]
    used: Mapped[int] = mapped_column(server_default=_ZERO)
    reserved: Mapped[int] = mapped_column(server_default=_ZERO)
    used_usd: Mapped[Decimal] = mapped_column(_MONEY, server_default=_ZERO)
    reserved_usd: Mapped[Decimal] = mapped_column(_MONEY, server_default=_ZERO)


class Reservation(Base):
    """Answers of one engine that a run may still request."""

    __tablename__ = "engine_reservation"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id", "account", "period_start"],
            ["engine_budget.workspace_id", "engine_budget.account", "engine_budget.period_start"],
            ondelete="CASCADE",
        ),
    )

    workspace_id: Mapped[UUID] = mapped_column(server_default=CURRENT_WORKSPACE, primary_key=True)
    run_id: Mapped[UUID] = mapped_column(primary_key=True)
    engine: Mapped[str] = mapped_column(String(16), primary_key=True)
    account: Mapped[str] = mapped_column(String(16))
    period_start: Mapped[datetime]
    outstanding: Mapped[int] = mapped_column(server_default=_ZERO)
    unit_usd: Mapped[Decimal] = mapped_column(_MONEY)
    touched_at: Mapped[datetime]


class Usage(Base):
    """One line of the ledger: an answer requested, and its cost. Append-only by grant."""

    __tablename__ = "engine_usage"
    __table_args__ = (
        UniqueConstraint("workspace_id", "answer_key"),
        Index(None, "workspace_id", "asked_at"),
        Index(None, "asked_at", postgresql_using="brin"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"), server_default=CURRENT_WORKSPACE
    )
    run_id: Mapped[UUID | None]
    engine: Mapped[str] = mapped_column(String(16))
    model: Mapped[str] = mapped_column(String(200))
    key_source: Mapped[str] = mapped_column(String(16))
    answer_key: Mapped[str] = mapped_column(String(200))
    status: Mapped[str] = mapped_column(String(16))
    error_code: Mapped[str] = mapped_column(String(40), server_default="")
    input_tokens: Mapped[int | None]
    output_tokens: Mapped[int | None]
    searches: Mapped[int | None]
    cost_usd: Mapped[Decimal] = mapped_column(_MONEY)
    asked_at: Mapped[datetime]


class Gate(Base):
    """Back-off and circuit breaker of one key at one provider."""

    __tablename__ = "engine_gate"

    id: Mapped[bytes] = mapped_column(primary_key=True)
    paused_until: Mapped[datetime | None]
    failures: Mapped[int] = mapped_column(server_default=_ZERO)
    opens: Mapped[int] = mapped_column(server_default=_ZERO)
    open_until: Mapped[datetime | None]
    probe_until: Mapped[datetime | None]
    last_error: Mapped[str] = mapped_column(String(40), server_default="")


class Window(Base):
    """What one key requested and used in one second."""

    __tablename__ = "engine_window"

    gate: Mapped[bytes] = mapped_column(primary_key=True)
    second: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    requests: Mapped[int] = mapped_column(server_default=_ZERO)
    tokens: Mapped[int] = mapped_column(BigInteger, server_default=_ZERO)


class RequestSlot(Base):
    """A request in progress; the slot of a killed worker expires by itself."""

    __tablename__ = "engine_slot"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    gate: Mapped[bytes] = mapped_column(index=True)
    tokens: Mapped[int]
    expires_at: Mapped[datetime]


class SpendingAccount(Base):
    """What a person, or an address, has spent and reserved on our keys in a calendar month.

    `subject` is the id of the person or the keyed hash of the address.
    """

    __tablename__ = "spending_account"
    __table_args__ = (
        CheckConstraint("kind IN ('address', 'person')", name="kind"),
        CheckConstraint(
            "used >= 0 AND reserved >= 0 AND used_usd >= 0 AND reserved_usd >= 0", name="counts"
        ),
    )

    kind: Mapped[str] = mapped_column(String(8), primary_key=True)
    subject: Mapped[bytes] = mapped_column(primary_key=True)
    period_start: Mapped[datetime] = mapped_column(primary_key=True, index=True)
    used: Mapped[int] = mapped_column(server_default=_ZERO)
    reserved: Mapped[int] = mapped_column(server_default=_ZERO)
    used_usd: Mapped[Decimal] = mapped_column(_MONEY, server_default=_ZERO)
    reserved_usd: Mapped[Decimal] = mapped_column(_MONEY, server_default=_ZERO)


class SpendingCeiling(Base):
    """What all customers together have spent today and reserved on our key for an engine.

    The engine "*" stands for all of them together.
    """

    __tablename__ = "spending_ceiling"
    __table_args__ = (CheckConstraint("used_usd >= 0 AND reserved_usd >= 0", name="amounts"),)

    engine: Mapped[str] = mapped_column(String(16), primary_key=True)
    day: Mapped[date]
    used_usd: Mapped[Decimal] = mapped_column(_MONEY, server_default=_ZERO)
    reserved_usd: Mapped[Decimal] = mapped_column(_MONEY, server_default=_ZERO)


class SpendingShare(Base):
    """What one payer has spent today and reserved on our key for an engine; "*" is all of them.

    `payer` is the id of the person or the keyed hash of their address.
    """

    __tablename__ = "spending_share"
    __table_args__ = (CheckConstraint("used_usd >= 0 AND reserved_usd >= 0", name="amounts"),)

    payer: Mapped[bytes] = mapped_column(primary_key=True)
    engine: Mapped[str] = mapped_column(String(16), primary_key=True)
    day: Mapped[date] = mapped_column(index=True)
    used_usd: Mapped[Decimal] = mapped_column(_MONEY, server_default=_ZERO)
    reserved_usd: Mapped[Decimal] = mapped_column(_MONEY, server_default=_ZERO)


class SpendingHold(Base):
    """Answers on our key that a run may still request; outlives the run's workspace.

    `person` and `address` are empty if a paid plan pays; `payers` are those whose daily share it
    counts against.
    """

    __tablename__ = "spending_hold"
    __table_args__ = (
        CheckConstraint("outstanding >= 0", name="outstanding"),
        Index(None, "run_id", "engine"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=text("gen_random_uuid()"))
    run_id: Mapped[UUID]
    engine: Mapped[str] = mapped_column(String(16))
    person: Mapped[bytes | None]
    address: Mapped[bytes | None]
    payers: Mapped[list[bytes] | None] = mapped_column(ARRAY(LargeBinary))
    period_start: Mapped[datetime]
    outstanding: Mapped[int]
    unit_usd: Mapped[Decimal] = mapped_column(_MONEY)
    touched_at: Mapped[datetime] = mapped_column(index=True)


class Switch(Base):
    """Staff's settings for an engine, for everybody; an empty model means the configured one.

    Once `monthly_cap_usd` is exceeded on our own keys, runs do without it for the rest of the
    month.
    """

    __tablename__ = "engine_switch"

    engine: Mapped[str] = mapped_column(String(16), primary_key=True)
    enabled: Mapped[bool] = mapped_column(server_default=text("true"))
    model: Mapped[str] = mapped_column(String(200), server_default="")
    monthly_cap_usd: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())


class EngineTest(Identified, Base):
    """A question staff sent to an engine on our own key, and its cost; belongs to no tenant."""

    __tablename__ = "engine_test"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'ok', 'failed')", name="state"),
        Index("ix_engine_test_engine", "engine", text("id DESC")),
    )

    engine: Mapped[str] = mapped_column(String(16))
    model: Mapped[str] = mapped_column(String(200), server_default="")
    state: Mapped[str] = mapped_column(String(8), server_default="waiting")
    error_code: Mapped[str] = mapped_column(String(40), server_default="")
    message: Mapped[str] = mapped_column(String(500), server_default="")
    answer: Mapped[str] = mapped_column(String(1000), server_default="")
    latency_ms: Mapped[int | None]
    input_tokens: Mapped[int | None]
    output_tokens: Mapped[int | None]
    cost_usd: Mapped[Decimal] = mapped_column(_MONEY, server_default=_ZERO)
    staff_id: Mapped[UUID] = mapped_column(ForeignKey("staff.id"))
    asked_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]

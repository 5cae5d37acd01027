"""Tables: sums of the answers of a run, from which the analytics screens are read."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import (
    Index,
    PrimaryKeyConstraint,
)
from sqlalchemy.orm import Mapped

from presence.db.base import Base
from presence.domains.runs.models.columns import Unkeyed, belongs, blank, in_workspace, zero


class RunCell(Unkeyed, Base):
    """Valid answers of one engine to one prompt in one run, in counts."""

    __tablename__ = "run_cell"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        belongs("prompt_id", "prompt"),
        PrimaryKeyConstraint("workspace_id", "run_id", "prompt_id", "engine"),
    )

    run_id: Mapped[UUID]
    prompt_id: Mapped[UUID]
    engine: Mapped[str]
    basis: Mapped[str]
    answers: Mapped[int] = zero()
    failed: Mapped[int] = zero()
    mentions: Mapped[int] = zero()
    position_sum: Mapped[int] = zero()
    visibility_sum: Mapped[float]
    informative: Mapped[int] = zero()
    recommended: Mapped[int] = zero()
    cited_known: Mapped[int] = zero()
    cited_owned: Mapped[int] = zero()
    ghosts: Mapped[int] = zero()
    positive: Mapped[int] = zero()
    neutral: Mapped[int] = zero()
    negative: Mapped[int] = zero()


class RunEntity(Unkeyed, Base):
    """How many of those answers name an entity ("brand" or a competitor id), and where."""

    __tablename__ = "run_entity"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        belongs("prompt_id", "prompt"),
        PrimaryKeyConstraint("workspace_id", "run_id", "prompt_id", "engine", "entity"),
    )

    run_id: Mapped[UUID]
    prompt_id: Mapped[UUID]
    engine: Mapped[str]
    entity: Mapped[str]
    mentions: Mapped[int] = zero()
    position_sum: Mapped[int] = zero()
    recommended: Mapped[int] = zero()


class RunSource(Unkeyed, Base):
    """A page that one engine's answers cite or retrieved; counts are numbers of answers."""

    __tablename__ = "run_source"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        PrimaryKeyConstraint("workspace_id", "run_id", "engine", "url"),
        Index("ix_run_source_domain", "workspace_id", "run_id", "domain"),
    )

    run_id: Mapped[UUID]
    engine: Mapped[str]
    url: Mapped[str]
    domain: Mapped[str]
    title: Mapped[str] = blank()
    source_class: Mapped[str | None]
    owner: Mapped[str | None]
    cited: Mapped[int] = zero()
    retrieved: Mapped[int] = zero()
    without_brand: Mapped[int] = zero()

"""The questions of a run: fixed before the first is asked, loaded again when it is resumed.

Invariant: a run asks the questions it began with, and an answer is loaded with the wording and the
model it belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import Answer, EngineSpec, Panel, PanelPrompt
from presence.analysis.types.offer import Ask
from presence.domains.brands.records import StoredPrompt
from presence.domains.runs.models import StoredAnswer
from presence.domains.runs.queries import evidence
from presence.domains.runs.service.codec import dump, load
from presence.domains.runs.service.rows import answer_of

PANEL = "panel"


@dataclass(frozen=True, slots=True)
class Prompts:
    """The questions of a run and the row of each by panel key.

    `neutral` is the key of the question about the brand itself: the last one, asked once per
    engine, branded and therefore in no headline.
    """

    panel: Panel
    ids: Mapping[str, UUID]
    neutral: str | None = None

    @property
    def ask(self) -> Ask | None:
        """What must be known first; None if there are questions or none were wanted."""
        return self.panel.ask


@dataclass(frozen=True, slots=True)
class _Frozen:
    version: str
    prompts: tuple[PanelPrompt, ...]
    ids: dict[str, UUID]
    neutral: str | None = None
    ask: Ask | None = None


async def freeze(
    session: AsyncSession,
    run_id: UUID,
    version: str,
    chosen: Sequence[StoredPrompt],
    neutral: StoredPrompt | None,
    ask: Ask | None = None,
) -> Prompts:
    """Store what the run asks: the chosen questions and, last, the neutral one."""
    asked = [*chosen, *([neutral] if neutral else [])]
    frozen = _Frozen(
        version,
        tuple(item.prompt for item in asked),
        {item.prompt.id: item.id for item in asked},
        neutral.prompt.id if neutral else None,
        ask,
    )
    await evidence.put_input(session, run_id, PANEL, dump(frozen))
    return _prompts(frozen)


def load_panel(data: Any) -> Prompts:
    """The stored questions; none for a run that never chose any."""
    return Prompts(Panel((), ""), {}) if data is None else _prompts(load(_Frozen, data))


def _prompts(frozen: _Frozen) -> Prompts:
    panel = Panel(frozen.prompts, frozen.version, frozen.ask)
    return Prompts(panel, frozen.ids, frozen.neutral)


def answers_of(
    rows: Sequence[StoredAnswer], prompts: Prompts, specs: Mapping[str, EngineSpec]
) -> tuple[Answer, ...]:
    """Answers by engine, then in the panel's order, samples ascending; omits unknown ones.

    The engine of an answer carries the model that answered, which may be newer than the one
    requested.
    """
    by_key = {prompt.id: prompt for prompt in prompts.panel.prompts}
    place = {key: number for number, key in enumerate(by_key)}
    turn = {engine: number for number, engine in enumerate(specs)}
    known = [row for row in rows if row.prompt_key in by_key and row.engine in specs]
    known.sort(key=lambda row: (turn[row.engine], place[row.prompt_key], row.sample))
    return tuple(
        answer_of(row, by_key[row.prompt_key], replace(specs[row.engine], model=row.model))
        for row in known
    )

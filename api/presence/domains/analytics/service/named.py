"""How often the brand and its competitors are named in the analysis shown.

Invariant: the counts are those of `mentionRate` in the metrics of the same run, over the same
answers for everybody; the rates are those of its score, however few the answers.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.analytics import rate_of_run
from presence.analysis.extraction import BRAND
from presence.domains.analytics.queries import answers as answer_queries
from presence.domains.analytics.schemas.analytics import (
    NamedInRunOut,
    NamedOut,
    NotCountedOut,
    PointReadingOut,
    UntrackedNameOut,
)
from presence.domains.analytics.service.share_of_voice import ShareOfVoice, answers_by_pair
from presence.domains.brands.service import brand_profile, suggested_by
from presence.domains.results.queries import cells as queries
from presence.domains.runs.queries.shown import shown_runs

RATE = "mentionRate"


async def named_in_run(session: AsyncSession, brand_id: UUID) -> NamedInRunOut:
    """Who is named in the run that the brand shows. Raises NotFound."""
    profile = await brand_profile(session, brand_id)
    shown = await shown_runs(session, brand_id)
    run = None
    if shown is not None and shown.content is not None:
        run = await queries.scored_run(session, shown.content)
    if run is None:
        return NamedInRunOut(
            run_id=None,
            basis=None,
            answers=0,
            brand=None,
            competitors=[],
            not_counted=[],
            untracked=[],
        )
    rows = await queries.cells(session, [run], run.basis)
    engines = {row.cell.engine for row in rows}
    named = ShareOfVoice(
        tuple(await queries.entities(session, {(run.id, engine) for engine in engines}))
    )
    answers = answers_by_pair([row.cell for row in rows])
    places = await answer_queries.usual_places(session, run.id, sorted(engines))

    def counted(key: str, name: str) -> NamedOut | None:
        rate = rate_of_run(named.cells(key, answers), RATE)
        if rate is None:
            return None
        return NamedOut(
            key=key, name=name, rate=PointReadingOut.from_row(rate), place=places.get(key)
        )

    waiting = await queries.not_counted(session, [run.id], {o.id for o in profile.competitors})
    others = (counted(o.id, o.name) for o in profile.competitors if o.id not in waiting)
    return NamedInRunOut(
        run_id=run.id,
        basis=run.basis,
        answers=sum(answers.values()),
        brand=counted(BRAND, profile.name),
        competitors=sorted(
            (one for one in others if one is not None),
            key=lambda one: (-(one.rate.hits or 0), one.name),
        ),
        not_counted=[
            NotCountedOut(key=o.id, name=o.name) for o in profile.competitors if o.id in waiting
        ],
        untracked=[
            UntrackedNameOut.from_row(name)
            for name in await suggested_by(session, brand_id, run.id)
        ],
    )

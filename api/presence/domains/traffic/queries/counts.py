"""SQL statements that add counts, samples and identities of lines.

Invariant: a statement adds many rows at once, in the order of their keys, so two writers of one
source never wait for each other in a circle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CursorResult, TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.traffic.folding import MOST_PAGES, CountKey, HourSums, KnownPages, Sample

MOST_MERGED = 20_000  # rows added in one transaction
_SUMS = ("requests", "verified", "contradicted", "views", "bytes")
_LISTED = ", ".join(_SUMS)
_ADDED = ", ".join(f"{name} = t.{name} + excluded.{name}" for name in _SUMS)
_TOTALS = ", ".join(f"sum({name})" for name in _SUMS)
_ARRAYS = (
    "unnest(CAST(:hours AS timestamptz[]), CAST(:sites AS text[]), CAST(:pages AS text[]),"
    " CAST(:bots AS text[]), CAST(:purposes AS text[]), CAST(:statuses AS smallint[]),"
    " CAST(:requests AS bigint[]), CAST(:verified AS bigint[]), CAST(:contradicted AS bigint[]),"
    " CAST(:views AS bigint[]), CAST(:bytes AS bigint[]))"
    f" AS n(hour, site, page, bot, purpose, status, {_LISTED})"
)
_GROUP = "hour, site, page, bot, purpose, status"


def _adding(table: str, owner: str) -> TextClause:
    return text(
        f"INSERT INTO {table} AS t ({owner}, {_GROUP}, {_LISTED})"  # noqa: S608 - our own names
        f" SELECT :owner, {_GROUP}, {_LISTED} FROM {_ARRAYS}"
        f" ON CONFLICT (workspace_id, {owner}, {_GROUP}) DO UPDATE SET {_ADDED}"
    )


_ADD_HOURS = _adding("traffic_hour", "source_id")
_STAGE = _adding("traffic_staged", "upload_id")
_DAY_KEY = "day, bot, purpose, status"
_DAYS_CONFLICT = f" ON CONFLICT (workspace_id, source_id, {_DAY_KEY}) DO UPDATE SET {_ADDED}"
_ADD_DAYS = text(
    f"INSERT INTO traffic_day AS t (source_id, {_DAY_KEY}, {_LISTED})"  # noqa: S608 - our own names
    " SELECT :owner, CAST(hour AT TIME ZONE 'UTC' AS date) AS day, bot, purpose, status,"
    f" {_TOTALS} FROM {_ARRAYS} GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5{_DAYS_CONFLICT}"
)
# Whole hours while they fit, else of one hour those of its most requested pages; the pages an hour
# of the source has no room for are those least asked for.
_MERGE_SOME = text(
    f"""
    WITH ahead AS MATERIALIZED (
      SELECT hour FROM traffic_staged WHERE upload_id = :upload ORDER BY hour
      LIMIT CAST(:most AS bigint) + 1),
    reach AS MATERIALIZED (
      SELECT CASE WHEN count(*) <= CAST(:most AS bigint) THEN max(hour) ELSE coalesce(
        (SELECT max(hour) FROM ahead WHERE hour < (SELECT max(hour) FROM ahead)), min(hour)) END
        AS hour FROM ahead),
    asked AS MATERIALIZED (
      SELECT hour, site, page, sum(requests) AS asked FROM traffic_staged
      WHERE upload_id = :upload AND hour <= (SELECT hour FROM reach) GROUP BY hour, site, page),
    picked AS MATERIALIZED (
      SELECT s.ctid AS place, s.hour, s.site, s.page, a.asked
      FROM traffic_staged s JOIN asked a USING (hour, site, page)
      WHERE s.upload_id = :upload AND s.hour <= (SELECT hour FROM reach)
      ORDER BY s.hour, a.asked DESC, s.site, s.page, s.bot, s.purpose, s.status
      LIMIT CAST(:most AS bigint)),
    known AS MATERIALIZED (
      SELECT DISTINCT hour, site, page FROM traffic_hour WHERE source_id = :source AND page <> ''
        AND hour = ANY(ARRAY(SELECT DISTINCT hour FROM picked))),
    taken AS (SELECT hour, count(*) AS pages FROM known GROUP BY hour),
    fresh AS (
      SELECT s.hour, s.site, s.page, row_number() OVER (
          PARTITION BY s.hour ORDER BY s.asked DESC, s.site, s.page) AS place
      FROM (SELECT DISTINCT hour, site, page, asked FROM picked WHERE page <> '') s
      LEFT JOIN known k USING (hour, site, page) WHERE k.page IS NULL),
    crowded AS (
      SELECT f.hour, f.site, f.page FROM fresh f LEFT JOIN taken USING (hour)
      WHERE f.place + coalesce(taken.pages, 0) > {MOST_PAGES}),
    gone AS (
      DELETE FROM traffic_staged WHERE ctid = ANY(ARRAY(SELECT place FROM picked))
      RETURNING {_GROUP}, {_LISTED}),
    days AS (
      INSERT INTO traffic_day AS t (source_id, {_DAY_KEY}, {_LISTED})
      SELECT :source, CAST(hour AT TIME ZONE 'UTC' AS date), bot, purpose, status, {_TOTALS}
      FROM gone GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5{_DAYS_CONFLICT})
    INSERT INTO traffic_hour AS t (source_id, {_GROUP}, {_LISTED})
    SELECT :source, s.hour, CASE WHEN c.page IS NULL THEN s.site ELSE '' END,
      CASE WHEN c.page IS NULL THEN s.page ELSE '' END, s.bot, s.purpose, s.status,
      sum(s.requests), sum(s.verified), sum(s.contradicted), sum(s.views), sum(s.bytes)
    FROM gone s LEFT JOIN crowded c USING (hour, site, page)
    WHERE true GROUP BY 2, 3, 4, 5, 6, 7 ORDER BY 2, 3, 4, 5, 6, 7
    ON CONFLICT (workspace_id, source_id, {_GROUP}) DO UPDATE SET {_ADDED}
    """  # noqa: S608 - our own names
)
_SHOW_SAMPLES = text(
    "UPDATE traffic_sample SET upload_id = NULL WHERE id = ANY(ARRAY("
    "SELECT id FROM traffic_sample WHERE upload_id = :upload LIMIT CAST(:most AS bigint)))"
)
_PAGES = {
    "source_id": text(
        "SELECT DISTINCT hour, site, page FROM traffic_hour WHERE source_id = :owner"
        " AND hour = ANY(CAST(:hours AS timestamptz[])) AND page <> ''"
    ),
    "upload_id": text(
        "SELECT DISTINCT hour, site, page FROM traffic_staged WHERE upload_id = :owner"
        " AND hour = ANY(CAST(:hours AS timestamptz[])) AND page <> ''"
    ),
}
_SAMPLES = {
    "source_id": text(
        "SELECT date_trunc('hour', at, 'UTC') AS hour, bot, status, count(*) AS kept"
        " FROM traffic_sample WHERE source_id = :owner AND upload_id IS NULL"
        " AND at >= :first AND at < :last GROUP BY 1, 2, 3"
    ),
    "upload_id": text(
        "SELECT date_trunc('hour', at, 'UTC') AS hour, bot, status, count(*) AS kept"
        " FROM traffic_sample WHERE upload_id = :owner"
        " AND at >= :first AND at < :last GROUP BY 1, 2, 3"
    ),
}
_ADD_SAMPLES = text(
    "INSERT INTO traffic_sample (id, source_id, upload_id, at, bot, purpose, site, page, status,"
    " verdict, line) VALUES (:id, :source_id, :upload_id, :at, :bot, :purpose, :site, :page,"
    " :status, :verdict, :line)"
)
_ADD_EVENTS = text(
    "INSERT INTO traffic_event (source_id, event, upload_id)"
    " SELECT :source, e, :upload FROM unnest(CAST(:events AS bytea[])) AS e ORDER BY e"
    " ON CONFLICT DO NOTHING RETURNING event"
)


async def known_hours(
    session: AsyncSession, owner: str, owner_id: UUID, hours: Sequence[int]
) -> KnownPages:
    """What was counted in these hours of a source ("source_id") or an upload ("upload_id")."""
    known = KnownPages()
    if not hours:
        return known
    times = [datetime.fromtimestamp(hour, UTC) for hour in hours]
    for row in await session.execute(_PAGES[owner], {"owner": owner_id, "hours": times}):
        known.pages.setdefault(int(row.hour.timestamp()), set()).add((row.site, row.page))
    span = {"first": times[0], "last": datetime.fromtimestamp(hours[-1] + 3_600, UTC)}
    for row in await session.execute(_SAMPLES[owner], {"owner": owner_id, **span}):
        known.samples[int(row.hour.timestamp()), row.bot, row.status] = row.kept
    return known


async def stage(session: AsyncSession, upload_id: UUID, hours: Mapping[CountKey, HourSums]) -> None:
    """Add counts of a log that is being read."""
    if hours:
        await session.execute(_STAGE, {"owner": upload_id, **_arrays(hours)})


async def add_counts(
    session: AsyncSession, source_id: UUID, hours: Mapping[CountKey, HourSums]
) -> None:
    """Add counts to a source, by hour and by day."""
    if hours:
        rows = {"owner": source_id, **_arrays(hours)}
        await session.execute(_ADD_HOURS, rows)
        await session.execute(_ADD_DAYS, rows)


async def add_samples(
    session: AsyncSession, source_id: UUID, upload_id: UUID | None, samples: Sequence[Sample]
) -> None:
    """Keep lines of bots; those of an upload are shown once all of it was read."""
    if samples:
        await session.execute(
            _ADD_SAMPLES,
            [
                {
                    "id": new_id(),
                    "source_id": source_id,
                    "upload_id": upload_id,
                    "at": one.at,
                    "bot": one.key.bot,
                    "purpose": one.key.purpose,
                    "site": one.key.site,
                    "page": one.key.page,
                    "status": one.key.status,
                    "verdict": one.verdict,
                    "line": one.line,
                }
                for one in samples
            ],
        )


async def new_events(
    session: AsyncSession, source_id: UUID, upload_id: UUID | None, events: Sequence[bytes]
) -> set[bytes]:
    """Those of these identities that were not known, which they are from now on."""
    if not events:
        return set()
    values = {"source": source_id, "upload": upload_id, "events": list(dict.fromkeys(events))}
    return {bytes(row.event) for row in await session.execute(_ADD_EVENTS, values)}


async def merge_some(session: AsyncSession, source_id: UUID, upload_id: UUID) -> bool:
    """Move some of what was staged of an upload to its source; False once all of it was.

    What is moved is not staged any more, so nothing is added twice.
    """
    values = {"source": source_id, "upload": upload_id, "most": MOST_MERGED}
    if await _touched(session, _MERGE_SOME, values):
        return True
    return await _touched(session, _SHOW_SAMPLES, {"upload": upload_id, "most": MOST_MERGED})


async def _touched(session: AsyncSession, statement: TextClause, values: dict[str, Any]) -> bool:
    done = await session.execute(statement, values)
    return isinstance(done, CursorResult) and done.rowcount > 0


def _arrays(hours: Mapping[CountKey, HourSums]) -> dict[str, list[Any]]:
    rows = sorted(hours.items(), key=lambda row: row[0])
    return {
        "hours": [datetime.fromtimestamp(key.hour, UTC) for key, _ in rows],
        "sites": [key.site for key, _ in rows],
        "pages": [key.page for key, _ in rows],
        "bots": [key.bot for key, _ in rows],
        "purposes": [key.purpose for key, _ in rows],
        "statuses": [key.status for key, _ in rows],
        **{name: [getattr(sums, name) for _, sums in rows] for name in _SUMS},
    }

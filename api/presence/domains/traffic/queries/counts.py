"""SQL statements that add counts, samples and identities of lines.

Invariant: a statement adds many rows at once, in the order of their keys, so two writers of one
source never wait for each other in a circle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.traffic.folding import MOST_PAGES, CountKey, HourSums, KnownPages, Sample

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
# The pages an hour of the source has no room for, those least asked for first.
_MERGE_HOURS = text(
    f"""
    WITH known AS MATERIALIZED (
      SELECT DISTINCT hour, site, page FROM traffic_hour WHERE source_id = :source AND page <> ''
        AND hour BETWEEN (SELECT min(hour) FROM traffic_staged WHERE upload_id = :upload)
                     AND (SELECT max(hour) FROM traffic_staged WHERE upload_id = :upload)),
    taken AS (SELECT hour, count(*) AS pages FROM known GROUP BY hour),
    fresh AS (
      SELECT s.hour, s.site, s.page, row_number() OVER (
          PARTITION BY s.hour ORDER BY sum(s.requests) DESC, s.site, s.page) AS place
      FROM traffic_staged s LEFT JOIN known k USING (hour, site, page)
      WHERE s.upload_id = :upload AND s.page <> '' AND k.page IS NULL
      GROUP BY s.hour, s.site, s.page),
    crowded AS (
      SELECT f.hour, f.site, f.page FROM fresh f LEFT JOIN taken USING (hour)
      WHERE f.place + coalesce(taken.pages, 0) > {MOST_PAGES})
    INSERT INTO traffic_hour AS t (source_id, {_GROUP}, {_LISTED})
    SELECT :source, s.hour, CASE WHEN c.page IS NULL THEN s.site ELSE '' END,
      CASE WHEN c.page IS NULL THEN s.page ELSE '' END, s.bot, s.purpose, s.status,
      sum(s.requests), sum(s.verified), sum(s.contradicted), sum(s.views), sum(s.bytes)
    FROM traffic_staged s LEFT JOIN crowded c USING (hour, site, page)
    WHERE s.upload_id = :upload GROUP BY 2, 3, 4, 5, 6, 7 ORDER BY 2, 3, 4, 5, 6, 7
    ON CONFLICT (workspace_id, source_id, {_GROUP}) DO UPDATE SET {_ADDED}
    """  # noqa: S608 - our own names
)
_MERGE_DAYS = text(
    f"INSERT INTO traffic_day AS t (source_id, {_DAY_KEY}, {_LISTED})"  # noqa: S608 - our own names
    " SELECT :source, CAST(hour AT TIME ZONE 'UTC' AS date), bot, purpose, status,"
    f" {_TOTALS} FROM traffic_staged WHERE upload_id = :upload"
    f" GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5{_DAYS_CONFLICT}"
)
_SHOW_SAMPLES = text("UPDATE traffic_sample SET upload_id = NULL WHERE upload_id = :upload")
_DROP = tuple(
    text(f"DELETE FROM {table} WHERE upload_id = :upload")  # noqa: S608 - our own names
    for table in ("traffic_staged", "traffic_upload_part")
)
_FORGET = tuple(
    text(f"DELETE FROM {table} WHERE upload_id = :upload")  # noqa: S608 - our own names
    for table in ("traffic_sample", "traffic_event")
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


async def merge(session: AsyncSession, source_id: UUID, upload_id: UUID) -> None:
    """Add what was staged of an upload to its source, and delete the staged rows and the file."""
    both = {"source": source_id, "upload": upload_id}
    await session.execute(_MERGE_HOURS, both)
    await session.execute(_MERGE_DAYS, both)
    await session.execute(_SHOW_SAMPLES, {"upload": upload_id})
    await drop_staged(session, upload_id)


async def drop_staged(session: AsyncSession, upload_id: UUID) -> None:
    """Delete an upload's staged counts and the file itself."""
    for statement in _DROP:
        await session.execute(statement, {"upload": upload_id})


async def forget_upload(session: AsyncSession, upload_id: UUID) -> None:
    """Delete everything read from an upload that was not added to its source."""
    await drop_staged(session, upload_id)
    for statement in _FORGET:
        await session.execute(statement, {"upload": upload_id})


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

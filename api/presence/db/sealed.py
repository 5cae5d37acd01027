"""Columns whose values are sealed with the deployment's key, and how to reseal them.

Invariant: every column of sealed values is declared by `sealed`, with the place that binds a value
to its row, so code that needs all of them, above all key rotation, misses none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from sqlalchemy import Column, LargeBinary, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, MappedColumn, mapped_column

from presence.core.secrets import Unreadable, Vault
from presence.db.base import Base

Whose = Literal["workspace", "person", "staff"]
_PLACE, _WHOSE = "sealed_to", "sealed_by"

log = logging.getLogger(__name__)


def sealed(place: str, whose: Whose, **options: Any) -> MappedColumn[Any]:
    """A column of sealed values; `place` names columns of the row in braces.

    `whose` names the binding under which its rows are visible.
    """
    info = {_PLACE: place, _WHOSE: whose}
    return mapped_column(LargeBinary, info=info, **options)


def sealed_to(column: InstrumentedAttribute[Any], **row: object) -> str:
    """The place in the vault that a row's value is sealed to."""
    return _place(column.property.columns[0], row)


def sealed_columns(whose: Whose | None = None) -> Iterator[Column[Any]]:
    """Every sealed column of the models that are loaded, or those of one kind of owner."""
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if _PLACE in column.info and whose in {None, column.info[_WHOSE]}:
                yield column


async def reseal(session: AsyncSession, vault: Vault, whose: Whose) -> int:
    """Seal with the first key what another one sealed and the session may see; how many.

    A value that no key opens stays as it is.
    """
    done = 0
    for column in sealed_columns(whose):
        table = column.table
        retired = func.substring(column, *vault.name_at).in_(vault.retired)
        rows = (await session.execute(select(table).where(retired))).mappings()
        for found in rows.all():
            row = {str(name): value for name, value in found.items()}
            before: bytes = row[column.name]
            try:
                resealed = await asyncio.to_thread(_reseal, vault, before, _place(column, row))
            except Unreadable as error:
                log.warning("A value of %s is not sealed again: %s", table.name, error)
                continue
            same = [key == row[key.name] for key in table.primary_key.columns]
            change = update(table).where(*same, column == before)
            await session.execute(change.values({column.name: resealed}))
            done += 1
    return done


def _place(column: Column[Any], row: Mapping[str, object]) -> str:
    pattern: str = column.info[_PLACE]
    return pattern.format(**row)


def _reseal(vault: Vault, before: bytes, place: str) -> bytes:
    return vault.seal(vault.open(before, place), place)

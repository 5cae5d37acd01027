"""Sorted pages by key: the order, and what stands after a given row in it.

Invariant: the row's key ends every order, so it is total and a page neither repeats nor skips one.
"""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, Select, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute

Column = ColumnElement[Any] | InstrumentedAttribute[Any]
_Chosen = TypeVar("_Chosen", bound=Select[Any])


def ordered(statement: _Chosen, column: Column, key: Column, *, down: bool) -> _Chosen:
    """The statement ordered by `column`, then by `key`, both in the same direction."""
    return statement.order_by(*((column.desc(), key.desc()) if down else (column, key)))


def after_key(column: Column, key: Column, after: UUID, *, down: bool) -> ColumnElement[bool]:
    """True for rows that stand after the row `after` in that order; false when it is gone."""
    here = select(column, key).where(key == after).correlate(None).scalar_subquery()
    row = tuple_(column, key)
    return row < here if down else row > here


def contains(column: Column, text: str) -> ColumnElement[bool]:
    """Whether a text column holds `text` anywhere, in any case, taken literally."""
    return column.icontains(text, autoescape=True)

"""Says which variable holds a setting that cannot be used, and what it must be.

Invariant: the value of a setting that may be a secret is never repeated.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import NoDecode, SettingsError

from presence.core.settings import Settings

STATUS = 2
_PREFIX, _BETWEEN = "PRESENCE_", "__"
_GROUP = re.compile(r'value for field "(\w+)"')
_PLAIN = (str, int, float, bool)


def sentences_about(error: Exception) -> list[str]:
    """A sentence for each setting that `error` is about; none for an error about anything else."""
    if isinstance(error, SettingsError):
        return [_unreadable(error)]
    if not isinstance(error, ValidationError) or error.title != Settings.__name__:
        return []
    return [_sentence(line["loc"], line["msg"], line["type"]) for line in error.errors()]


def _sentence(where: tuple[int | str, ...], said: str, kind: str) -> str:
    variable, field = _place(where)
    said = said.removesuffix(".")
    if said.startswith("Input should be "):
        return f"{variable} {said.replace('Input should be', 'must be', 1)}."
    if kind == "value_error" and (field is None or _may_be_secret(where, field)):
        return f"{variable} cannot be used."
    said = said.removeprefix("Value error, ")
    return f"{variable} cannot be used: {said[:1].lower()}{said[1:]}."


def _place(where: tuple[int | str, ...]) -> tuple[str, FieldInfo | None]:
    """The variable that the setting at a place is read from, and its field."""
    group: Any = Settings
    parts: list[str] = []
    field: FieldInfo | None = None
    for part in where:
        if not _is_group(group):
            break
        parts.append(str(part).upper())
        field = group.model_fields.get(str(part))
        group = field.annotation if field is not None else None
    return _PREFIX + _BETWEEN.join(parts), field


def _is_group(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _may_be_secret(where: tuple[int | str, ...], field: FieldInfo) -> bool:
    """Addresses of databases hold passwords."""
    return "Secret" in repr(field.annotation) or where[0] == "database"


def _unreadable(error: SettingsError) -> str:
    """About a list or group that is not JSON; the library names the outermost group alone."""
    found = _GROUP.search(str(error))
    start = _PREFIX + (found[1].upper() if found else "")
    named = [name for name in sorted(os.environ) if name.startswith(start) and _is_broken(name)]
    return f"{' and '.join(named) or start} must be written as JSON."


def _is_broken(variable: str) -> bool:
    _, field = _place(tuple(variable.removeprefix(_PREFIX).lower().split(_BETWEEN)))
    if field is None or field.annotation in _PLAIN or NoDecode in field.metadata:
        return False
    try:
        json.loads(os.environ[variable])
    except ValueError:
        return True
    return False

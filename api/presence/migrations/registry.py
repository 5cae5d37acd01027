"""Every slice's models in one MetaData, for drift checks. The only importer of foreign models."""

from __future__ import annotations

import importlib
import pkgutil

from sqlalchemy import MetaData

import presence.domains
from presence.db.base import Base


def _load() -> MetaData:
    for slice_ in pkgutil.iter_modules(presence.domains.__path__):
        name = f"presence.domains.{slice_.name}.models"
        if importlib.util.find_spec(name) is not None:
            importlib.import_module(name)
    return Base.metadata


metadata = _load()

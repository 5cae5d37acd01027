"""Every slice's models in one MetaData, for drift checks. The only importer of foreign models."""

from __future__ import annotations

import importlib
import pkgutil

from sqlalchemy import MetaData

import presence.db.key_check
import presence.domains
from presence.db.base import Base


def _load() -> MetaData:
    for slice_ in pkgutil.iter_modules(presence.domains.__path__):
        package = importlib.import_module(f"presence.domains.{slice_.name}")
        for module in pkgutil.iter_modules(package.__path__):
            if module.name.endswith("models"):
                importlib.import_module(f"{package.__name__}.{module.name}")
    return Base.metadata


metadata = _load()

"""Which version of the product this process is."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def product_version() -> str:
    """The installed version; `unknown` where the package is not installed."""
    try:
        return version("presence")
    except PackageNotFoundError:
        return "unknown"

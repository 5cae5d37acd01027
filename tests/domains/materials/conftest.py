"""A workspace with a brand and its owner's browser."""

from tests.domains.brands.conftest import open_desk

__all__ = ["open_desk"]

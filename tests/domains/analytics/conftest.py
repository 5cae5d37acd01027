"""Brands with finished runs, a worker's hands, and browsers of their owners."""

from tests.factories.analysed import (
    analysed,
    described,
    hands,
    owner,
    paths,
    stranger,
    tenant,
)

__all__ = [
    "analysed",
    "described",
    "hands",
    "owner",
    "paths",
    "stranger",
    "tenant",
]

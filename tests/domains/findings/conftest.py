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
from tests.factories.talk import stage

__all__ = [
    "analysed",
    "described",
    "hands",
    "owner",
    "paths",
    "stage",
    "stranger",
    "tenant",
]

"""Embeddings of the catalogue's English names, computed once per embedder.

Invariant: rows are in the order of the catalogue.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from presence.analysis.offer.categories import catalogue
from presence.analysis.ports import Embedder


def name_vectors(embedder: Embedder, names: int) -> NDArray[np.float32]:
    """One row per entry, for its first `names` names together."""
    return _embedded(cast("Hashable", embedder), names)


@lru_cache(maxsize=4)
def _embedded(embedder: Any, names: int) -> NDArray[np.float32]:
    texts = [", ".join(entry.wordings["en"].names[:names]) for entry in catalogue().values()]
    vectors: NDArray[np.float32] = embedder.embed(texts)
    return vectors

"""The shipped unrelated passages: what no customer question of a panel should find.

Invariant: pages of four passages in file order; the texts are data, never shown as a source, and
the shipped vectors are those of the texts (half precision); a test compares them. After editing
the texts call `write_vectors()`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from presence.analysis.language import terms
from presence.analysis.ports import Embedder
from presence.analysis.simulator.aspects import ASPECTS
from presence.analysis.simulator.embedding import MODEL_NAME, load_embedder

_DATA = Path(__file__).parent / "data"
_TEXTS = _DATA / "unrelated.txt"
_VECTORS = _DATA / "unrelated.npy"


@lru_cache(maxsize=1)
def unrelated_pages() -> tuple[tuple[str, ...], ...]:
    """Passages grouped by page (one subject each)."""
    pages: list[list[str]] = []
    for line in _TEXTS.read_text("utf-8").splitlines():
        if line.startswith("#"):
            pages.append([])
        elif line.strip():
            pages[-1].append(line.strip())
    return tuple(tuple(page) for page in pages)


@lru_cache(maxsize=8)
def unrelated_terms(language: str) -> tuple[tuple[str, ...], ...]:
    """Stemmed terms of every unrelated passage, stemmed as the corpus is."""
    return tuple(tuple(terms(text, language)) for page in unrelated_pages() for text in page)


@lru_cache(maxsize=1)
def unrelated_aspects() -> dict[str, NDArray[np.bool_]]:
    """For each aspect, which unrelated passages give that kind of information."""
    texts = [text for page in unrelated_pages() for text in page]
    return {
        aspect.name: np.array([bool(aspect.given.search(text)) for text in texts])
        for aspect in ASPECTS
    }


def unrelated_vectors(embedder: Embedder) -> NDArray[np.float32]:
    """One row per unrelated passage: the shipped ones for MiniLM, computed for any other model."""
    if embedder.name == MODEL_NAME:
        shipped: NDArray[np.float16] = np.load(_VECTORS)
        return shipped.astype(np.float32)
    return embedder.embed([text for page in unrelated_pages() for text in page])


def write_vectors() -> None:
    """Compute and store the vectors; needs the local weights."""
    embedder = load_embedder()
    if embedder is None:
        raise RuntimeError("the MiniLM weights are not installed")
    rows = embedder.embed([text for page in unrelated_pages() for text in page])
    np.save(_VECTORS, rows.astype(np.float16))

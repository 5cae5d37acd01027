"""The MiniLM forward pass in numpy, so that local embeddings need no machine-learning runtime.

Invariant: sequences are packed without padding, so a sentence's vector does not depend on its
neighbours in a batch beyond the rounding of a matrix product.
Formulae: BERT (arXiv 1810.04805) with the tanh form of GELU; mean pooling over all tokens and
unit length, as the model's own sentence-transformers configuration prescribes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

HIDDEN = 384
HEADS = 12
LAYERS = 6
HEAD_SIZE = HIDDEN // HEADS
EPSILON = np.float32(1e-12)
GELU_SCALE = np.float32(np.sqrt(2.0 / np.pi))
GELU_CUBE = np.float32(0.044715)


@dataclass(frozen=True, slots=True)
class Layer:
    """Weights of one encoder layer; matrices are stored input x output."""

    qkv: Array
    qkv_bias: Array
    out: Array
    out_bias: Array
    norm1: tuple[Array, Array]
    up: Array
    up_bias: Array
    down: Array
    down_bias: Array
    norm2: tuple[Array, Array]


class Bert:
    """Six-layer encoder over packed token ids."""

    def __init__(self, tensors: Mapping[str, Array]) -> None:
        self._words = tensors["embeddings.word_embeddings.weight"]
        self._positions = (
            tensors["embeddings.position_embeddings.weight"]
            + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        self._norm = _norm_of(tensors, "embeddings.LayerNorm")
        self._layers = tuple(_layer_of(tensors, index) for index in range(LAYERS))

    def pooled(self, batches: Sequence[Sequence[int]]) -> Array:
        """Unit-length mean-pooled vectors, one row per token-id sequence, in order.

        Equal lengths should be neighbours: attention runs once per run of equal lengths.
        """
        lengths = [len(ids) for ids in batches]
        flat = np.fromiter((i for ids in batches for i in ids), dtype=np.int64)
        places = np.concatenate([np.arange(n) for n in lengths])
        state = _layer_norm(self._words[flat] + self._positions[places], self._norm)
        groups = _runs(lengths)
        for layer in self._layers:
            state = _encode(state, layer, groups)
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        sums = np.add.reduceat(state, starts, axis=0)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        return np.asarray(sums / np.maximum(norms, 1e-9), dtype=np.float32)


def _norm_of(tensors: Mapping[str, Array], name: str) -> tuple[Array, Array]:
    return tensors[f"{name}.weight"], tensors[f"{name}.bias"]


def _layer_of(tensors: Mapping[str, Array], index: int) -> Layer:
    base = f"encoder.layer.{index}."

    def matrix(name: str) -> Array:
        return np.ascontiguousarray(tensors[f"{base}{name}.weight"].T)

    parts = ("query", "key", "value")
    return Layer(
        qkv=np.concatenate([matrix(f"attention.self.{p}") for p in parts], axis=1),
        qkv_bias=np.concatenate([tensors[f"{base}attention.self.{p}.bias"] for p in parts]),
        out=matrix("attention.output.dense"),
        out_bias=tensors[f"{base}attention.output.dense.bias"],
        norm1=_norm_of(tensors, f"{base}attention.output.LayerNorm"),
        up=matrix("intermediate.dense"),
        up_bias=tensors[f"{base}intermediate.dense.bias"],
        down=matrix("output.dense"),
        down_bias=tensors[f"{base}output.dense.bias"],
        norm2=_norm_of(tensors, f"{base}output.LayerNorm"),
    )


def _runs(lengths: Sequence[int]) -> list[tuple[int, int, int]]:
    """(first row, sequences, length) of each run of equal lengths."""
    groups: list[tuple[int, int, int]] = []
    row = 0
    for length in lengths:
        if groups and groups[-1][2] == length:
            start, count, _ = groups[-1]
            groups[-1] = (start, count + 1, length)
        else:
            groups.append((row, 1, length))
        row += length
    return groups


def _layer_norm(rows: Array, weights: tuple[Array, Array]) -> Array:
    centred: Array = rows - rows.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", centred, centred)[:, None] / np.float32(HIDDEN)
    centred /= np.sqrt(variance + EPSILON)
    centred *= weights[0]
    centred += weights[1]
    return centred


def _gelu(rows: Array) -> Array:
    inner = rows * rows
    inner *= GELU_CUBE
    inner += 1
    inner *= rows
    inner *= GELU_SCALE
    np.tanh(inner, out=inner)
    inner += 1
    inner *= rows
    inner *= np.float32(0.5)
    return inner


def _encode(state: Array, layer: Layer, groups: list[tuple[int, int, int]]) -> Array:
    qkv = state @ layer.qkv
    qkv += layer.qkv_bias
    mixed = np.empty_like(state)
    for row, count, length in groups:
        block = qkv[row : row + count * length].reshape(count, length, 3, HEADS, HEAD_SIZE)
        query, key, value = block.transpose(2, 0, 3, 1, 4)
        weights = query @ key.swapaxes(-1, -2)
        weights *= np.float32(1.0 / np.sqrt(HEAD_SIZE))
        weights -= weights.max(axis=-1, keepdims=True)
        np.exp(weights, out=weights)
        weights /= weights.sum(axis=-1, keepdims=True)
        context = (weights @ value).transpose(0, 2, 1, 3)
        mixed[row : row + count * length] = context.reshape(count * length, HIDDEN)
    attended = mixed @ layer.out
    attended += layer.out_bias
    attended += state
    state = _layer_norm(attended, layer.norm1)
    wide = state @ layer.up
    wide += layer.up_bias
    fed = _gelu(wide) @ layer.down
    fed += layer.down_bias
    fed += state
    return _layer_norm(fed, layer.norm2)

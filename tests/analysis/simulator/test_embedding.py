"""The local embeddings: the published model's vectors, without its runtime."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from presence.analysis.ports import Embedder
from presence.analysis.simulator import embedding, load_embedder
from presence.analysis.simulator.background import unrelated_pages, unrelated_vectors
from presence.analysis.simulator.embedding import MiniLM


@pytest.fixture(scope="module")
def model() -> Embedder:
    found = load_embedder()
    assert found is not None
    return found


def test_cosines_are_those_the_model_card_publishes(model: Embedder) -> None:
    rows = model.embed(
        [
            "The cat sits outside",
            "A man is playing guitar",
            "The new movie is awesome",
            "The new movie is so great",
        ]
    )
    assert rows[0] @ rows[1] == pytest.approx(0.0363, abs=2e-3)
    assert rows[2] @ rows[3] == pytest.approx(0.8939, abs=2e-3)


def test_rows_have_unit_length(model: Embedder) -> None:
    rows = model.embed(["one", "a much longer sentence about oak tables in small rooms"])
    assert rows.shape == (2, 384)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_a_vector_does_not_depend_on_its_neighbours(model: Embedder) -> None:
    texts = [f"sentence number {number} " + "word " * (number % 7) for number in range(40)]
    together = MiniLM.load()
    assert together is not None
    batch = together.embed(texts)
    alone = MiniLM.load()
    assert alone is not None
    assert np.abs(alone.embed([texts[17]])[0] - batch[17]).max() < 1e-5


def test_a_repeated_text_gets_the_very_same_row(model: Embedder) -> None:
    rows = model.embed(["oak", "pine", "oak"])
    assert (rows[0] == rows[2]).all()


def test_no_texts_give_no_rows(model: Embedder) -> None:
    assert model.embed([]).shape == (0, 384)


def test_very_long_text_is_cut_not_refused(model: Embedder) -> None:
    assert model.embed(["oak table " * 2000]).shape == (1, 384)


def test_missing_weights_are_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "WEIGHTS_PACKAGE", "no_such_weights_package")
    assert MiniLM.load() is None


def test_the_shipped_background_vectors_are_those_of_its_texts(model: Embedder) -> None:
    texts = [text for page in unrelated_pages() for text in page]
    shipped = unrelated_vectors(model)
    assert len(texts) >= 150
    assert len(set(texts)) == len(texts)
    assert np.abs(shipped - model.embed(texts)).max() < 2e-3


def test_the_event_loop_stays_free_while_embedding(model: Embedder) -> None:
    async def longest_pause() -> float:
        loop = asyncio.get_running_loop()
        work = asyncio.create_task(
            asyncio.to_thread(model.embed, [f"fresh sentence {n} about tables" for n in range(120)])
        )
        worst, last = 0.0, loop.time()
        while not work.done():
            await asyncio.sleep(0.005)
            worst, last = max(worst, loop.time() - last), loop.time()
        return worst

    assert asyncio.run(longest_pause()) < 0.5

"""What is published about the extractor is what it does."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tests.analysis.extraction.labelled.__main__ import ACCURACY, accuracy_text, compared
from tests.analysis.extraction.labelled.agreement import Compared


@pytest.fixture(scope="module")
def held_out() -> Sequence[Compared]:
    return compared("held_out")


def test_the_published_figures_are_those_of_a_fresh_run(held_out: Sequence[Compared]) -> None:
    published = ACCURACY.read_text(encoding="utf-8")
    assert json.loads(published) == json.loads(accuracy_text(held_out, "held_out"))

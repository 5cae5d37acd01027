"""Quick tier of the assurance `docx`, and readings that it must not accept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from presence.analysis.documents import read_docx
from tests.assurance import docx, docx_odd
from tests.assurance.docx_readers import Read
from tests.assurance.frame import Deadline


@pytest.mark.timeout(400)
async def test_hostile_documents_end_in_a_text_or_a_sentence() -> None:
    outcome = await docx.run(docx.QUICK, 7, Deadline(300))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete, outcome.counts
    assert outcome.counts["madeByHand"] >= 60, outcome.counts
    assert outcome.counts["documents"] >= 600, outcome.counts
    assert outcome.counts["read"] > 15, outcome.counts
    assert outcome.counts["reasons"] >= 12, outcome.counts


@pytest.mark.parametrize(("name", "make"), docx_odd.ODD, ids=[name for name, _ in docx_odd.ODD])
def test_an_honest_document_of_another_program_is_read_with_its_sentence(
    name: str, make: Callable[[], bytes]
) -> None:
    text = "\n".join(text for _, text in read_docx(make(), name).blocks)
    assert docx_odd.SENTENCE in text
    assert docx_odd.LOST not in text


@pytest.mark.parametrize(
    "read",
    [
        Read("unreadable", "The document could not be read safely.", True, 0.1, 0),
        Read(None, "", False, docx.MOST_S + 0.1, 0),
        Read(None, "", False, 0.1, docx.MOST_BYTES + 1),
        Read("damaged", "", False, 0.1, 0),
    ],
    ids=["a crash", "a long wait", "much memory", "a refusal without a reason"],
)
def test_what_must_not_happen_is_a_violation(read: Read) -> None:
    seen = docx.Seen()
    seen.add("a document", read, frozenset({None, "damaged", "unreadable"}))
    assert docx.judge(docx.QUICK, seen).violations == 1


def test_an_odd_document_without_its_sentence_is_a_violation() -> None:
    seen = docx.Seen()
    read = Read(None, "", False, 0.1, 0, "Something else.")
    seen.add("a document", read, frozenset({None}), docx_odd.SENTENCE)
    assert docx.judge(docx.QUICK, seen).violations == 1

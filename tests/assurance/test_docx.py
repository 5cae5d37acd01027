"""Quick tier of the assurance `docx`, and readings that it must not accept."""

from __future__ import annotations

import pytest

from tests.assurance import docx
from tests.assurance.docx_readers import WALL_S, Read
from tests.assurance.frame import Deadline


async def test_hostile_documents_end_in_a_text_or_a_sentence() -> None:
    outcome = await docx.run(docx.QUICK, 7, Deadline(20))
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["documents"] > 80, outcome.counts
    assert outcome.counts["read"] > 15, outcome.counts
    assert outcome.counts["reasons"] >= 12, outcome.counts


@pytest.mark.parametrize(
    "read",
    [
        Read("unreadable", "The document could not be read safely.", True, 0.1, 0),
        Read(None, "", False, WALL_S + 2, 0),
        Read(None, "", False, 0.1, docx.MOST_BYTES + 1),
        Read("damaged", "", False, 0.1, 0),
    ],
    ids=["a crash", "a long wait", "much memory", "a refusal without a reason"],
)
def test_what_must_not_happen_is_a_violation(read: Read) -> None:
    seen = docx.Seen()
    seen.add("a document", read, frozenset({None, "damaged", "unreadable"}))
    assert docx.judge(docx.QUICK, seen).violations == 1

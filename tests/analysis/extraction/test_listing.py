"""What stands over a name counts for it: headings, labels, columns, instructions."""

from __future__ import annotations

import pytest

from presence.analysis.types import Extraction
from tests.analysis.extraction.naming import read

PICKED = [
    "The best kettles this year:\n\n1. **Ostwick** – quick\n2. **Veltrino** – quiet",
    "Die besten Wasserkocher:\n- Ostwick\n- Veltrino",
    "Not worth it: Ostwick.\nWorth it: Veltrino.",
    "| Kettle | Noise | Verdict |\n|---|---|---|\n| Ostwick | loud | no |\n| Veltrino | - | buy |",
    "| Best for | Kettle |\n|---|---|\n| a small kitchen | Veltrino |\n| a crowd | Ostwick |",
    "### Ostwick\nIt boils fast.\n\n### Veltrino\nIt keeps warm.\n\nBoth are worth it.",
    "| Kitchen | My pick |\n|---|---|\n| small | Veltrino |\n| large | Ostwick |",
]
SHUNNED = [
    "### Kettles to avoid\n- Veltrino\n- Ostwick",
    "**Nicht zu empfehlen:** Veltrino",
    "| Kettle | Verdict |\n|---|---|\n| Ostwick | yes |\n| Veltrino | no, never again |",
    "À éviter : Veltrino.\nÀ essayer : Ostwick.",
]
STEPS = [
    "How to descale:\n- Empty the Veltrino kettle.\n- Add vinegar.\n- Boil twice.",
    "1. Fill it with water.\n2. Call Veltrino or Ostwick if it leaks.\n3. Send the receipt.",
]


def judged(text: str) -> Extraction:
    return read("Veltrino", text, competitors=("Ostwick", "Marrin"))


@pytest.mark.parametrize("text", PICKED)
def test_a_list_of_the_best_puts_every_name_forward(text: str) -> None:
    found = judged(text)
    assert (found.sentiment, found.recommended) == ("positive", True)


@pytest.mark.parametrize("text", SHUNNED)
def test_a_list_of_what_to_avoid_speaks_against_every_name(text: str) -> None:
    found = judged(text)
    assert (found.sentiment, found.recommended) == ("negative", False)


@pytest.mark.parametrize("text", STEPS)
def test_a_name_in_instructions_is_neither_praised_nor_put_forward(text: str) -> None:
    found = judged(text)
    assert (found.sentiment, found.recommended) == ("neutral", False)


def test_a_step_is_no_rank() -> None:
    found = judged("1. Fill it with water.\n2. Veltrino needs ten minutes.\n3. Pour slowly.")
    assert dict(found.positions) == {"brand": 1}

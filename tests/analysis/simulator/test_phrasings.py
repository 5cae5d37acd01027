"""The same question, asked differently."""

from __future__ import annotations

import pytest

from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.analysis.simulator import phrasings
from presence.analysis.types import BrandProfile
from tests.analysis.panel.samples import ALL


@pytest.mark.parametrize("profile", ALL, ids=lambda p: p.name)
def test_every_panel_question_has_five_phrasings(
    profile: BrandProfile,
) -> None:
    for prompt in build_panel(profile, read_offer(profile), 25, None).prompts:
        brand = profile.name if prompt.branded else None
        forms = phrasings(prompt.text, 5, prompt.locale, brand)
        assert forms[0] == prompt.text
        assert len(set(forms)) == 5
        assert prompt.branded or all(prompt.text in form for form in forms), forms


def test_a_question_of_ones_own_is_wrapped_not_changed() -> None:
    forms = phrasings("Do cats like oak?", 5)
    assert len(set(forms)) == 5
    assert all("Do cats like oak?" in form for form in forms)


def test_beyond_five_the_phrasings_repeat_in_order() -> None:
    forms = phrasings("What are the best tables?", 7)
    assert forms[5:] == forms[:2]

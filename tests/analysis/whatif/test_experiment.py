"""A what-if tells the edit's own effect, with its interval, and may say that there is none."""

from __future__ import annotations

import asyncio

import pytest

from presence.analysis.ports import Embedder
from presence.analysis.simulator import load_embedder
from presence.analysis.types import BrandProfile, Panel, PanelPrompt, Passage
from presence.analysis.whatif import (
    Edit,
    EditRefused,
    ExperimentResult,
    applied_share,
    apply_edits,
    experiment,
)

PROFILE = BrandProfile("Harrow", "Harrow makes leather walking boots.")
TOPICS = (
    "resoling worn walking boots", "waterproofing leather boots with beeswax",
    "fitting boots by post", "boots for wide feet", "repairing torn boot stitching",
    "breaking in stiff leather boots", "boots for winter hill walking",
    "replacing boot laces and eyelets", "cleaning mud from leather boots",
    "choosing a boot size for thick socks",
)  # fmt: skip
PANEL = Panel(
    tuple(
        PanelPrompt(f"p{n}", f"Who can help me with {topic}?", "discovery", topic)
        for n, topic in enumerate(TOPICS)
    ),
    "test",
)
OWN = (
    Passage(
        "a",
        "Harrow was founded in Northumberland in 1921.",
        "https://h.example/",
        "brand",
        "Harrow",
    ),
)
GUIDE = "\n".join(
    f"# {topic.capitalize()}\nHarrow helps with {topic}: our workshop does {topic} every week."
    for topic in TOPICS
)
RECIPES = "\n".join(
    f"# Soup {n}\nSimmer the carrots with cumin for {n + 20} minutes and season the broth to taste."
    for n in range(10)
)


def try_out(
    *edits: Edit, passages: tuple[Passage, ...] = OWN, embedder: Embedder | None = None
) -> ExperimentResult:
    """The outcome of edits, with lexical retrieval unless an embedder is given."""
    after = apply_edits(passages, edits, PROFILE.name)
    return asyncio.run(experiment(PROFILE, passages, after, PANEL, 5, 3, embedder))


@pytest.fixture(params=["lexical", "semantic"])
def embedder(request: pytest.FixtureRequest) -> Embedder | None:
    """Both ways a worker may retrieve: without and with the model of the product."""
    if request.param == "lexical":
        return None
    found = load_embedder()
    assert found is not None, "the model is one of the packages the product depends on"
    return found


def test_a_page_that_answers_the_open_questions_raises_the_score(
    embedder: Embedder | None,
) -> None:
    edit = Edit("add", "https://h.example/guide", "Guide", GUIDE)
    outcome = try_out(edit, embedder=embedder)
    assert outcome.verdict == "gain"
    assert outcome.low > 0
    assert outcome.points == pytest.approx(outcome.after - outcome.before)
    assert outcome.low <= outcome.points <= outcome.high


def test_an_unrelated_page_is_expected_to_change_nothing(embedder: Embedder | None) -> None:
    edit = Edit("add", "https://h.example/soup", "Soups", RECIPES)
    outcome = try_out(edit, embedder=embedder)
    assert outcome.verdict == "no expected change"
    assert outcome.low < 0 < outcome.high


def test_taking_the_answers_away_lowers_it_again() -> None:
    guide = Edit("add", "https://h.example/guide", "Guide", GUIDE)
    with_guide = apply_edits(OWN, (guide,), PROFILE.name)
    outcome = try_out(Edit("remove", guide.source), passages=with_guide)
    assert outcome.verdict == "loss"


def test_the_same_edit_has_the_same_outcome_to_the_byte() -> None:
    edit = Edit("add", "https://h.example/guide", "Guide", GUIDE)
    assert repr(try_out(edit)) == repr(try_out(edit))


def test_every_prompt_shows_both_answers() -> None:
    outcome = try_out(Edit("add", "https://h.example/guide", "Guide", GUIDE))
    row = next(row for row in outcome.prompts if row.after > row.before)
    assert "[1]" in row.answer_after
    assert row.answer_before != row.answer_after


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (Edit("replace", "https://h.example/none", text="Words enough to be quoted here."),
         "https://h.example/none was not read in the newest analysis."),
        (Edit("add", "https://h.example/", text="Words enough to be quoted here."),
         "https://h.example/ exists already; change it instead."),
        (Edit("add", "document:empty", text=" \n "),
         "The text holds no sentence that could be quoted."),
    ],
)  # fmt: skip
def test_an_edit_that_cannot_be_made_is_refused_in_a_sentence(edit: Edit, sentence: str) -> None:
    with pytest.raises(EditRefused, match=sentence.replace(".", r"\.")):
        apply_edits(OWN, (edit,), PROFILE.name)


def test_competitors_words_are_never_edited() -> None:
    theirs = Passage("r", "Rival makes boots.", "https://r.example/", "rival", "Rival")
    with pytest.raises(EditRefused):
        apply_edits((*OWN, theirs), (Edit("remove", theirs.source),), PROFILE.name)


def test_what_was_published_is_recognised_by_its_own_words() -> None:
    edit = Edit("add", "https://h.example/guide", "Guide", GUIDE)
    assert applied_share(edit, [GUIDE.replace("\n", " ")]) == 1.0
    assert applied_share(edit, [RECIPES]) == 0.0
    assert 0.2 < applied_share(edit, [GUIDE[: len(GUIDE) // 2]]) < 0.8

"""Without competitors the simulator's number is coverage, and no part of the overall score."""

from __future__ import annotations

from presence.analysis.scoring import combine
from presence.analysis.types import Score, Scores

ANSWERED = Score(88.0, 80.0, 94.0, 45, "answers", "content-v1")
SITE = Score(51.0, 51.0, 51.0, 6, "pages", "audit-v1")


def scores(
    technical: Score | None = SITE, *, basis: str = "simulator", competitors: bool = False
) -> Scores:
    return combine(ANSWERED, technical, None, basis=basis, has_competitors=competitors)  # type: ignore[arg-type]  # one of the two


def test_the_overall_score_of_coverage_is_the_technical_one_and_says_so() -> None:
    found = scores()
    assert found.overall == SITE
    assert (found.stands_for("content"), found.stands_for("overall")) == (
        "coverage",
        "technical-only",
    )


def test_coverage_without_a_website_has_no_overall_score() -> None:
    assert scores(None).overall is None


def test_coverage_itself_is_still_shown() -> None:
    assert scores().content == ANSWERED


def test_with_a_competitor_or_an_assistant_content_counts_as_ever() -> None:
    for found in (scores(competitors=True), scores(basis="assistants")):
        assert found.overall is not None
        assert found.overall.value == 0.6 * 88.0 + 0.4 * 51.0
        assert found.stands_for("content") is None
        assert found.stands_for("technical") is None

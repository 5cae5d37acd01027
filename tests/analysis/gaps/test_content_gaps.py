"""Content gaps: severity, caps, what is quoted, and which move is asked for."""

from __future__ import annotations

import pytest

from presence.analysis.gaps import CATEGORIES, content_gaps
from presence.analysis.types import (
    BrandProfile,
    Citation,
    Competitor,
    ContentGap,
    Intent,
    RetrievedPassage,
)
from tests.analysis.scoring.answered import Pair, answered, engine, split

BETA, GAMMA = Competitor("beta", "Beta"), Competitor("gamma", "Gamma")
TRACKING = BrandProfile(name="Acme", competitors=(BETA, GAMMA))
ALONE = BrandProfile(name="Acme")
PAGE = "https://acme.example/guide"


def gaps_of(
    pairs: list[Pair], profile: BrandProfile = TRACKING, pages: dict[str, str] | None = None
) -> tuple[ContentGap, ...]:
    return content_gaps(profile, *split(pairs), pages or {})


def shares(brand: int, beta: int, n: int = 10, **more: object) -> list[Pair]:
    """n answers to one prompt; the first `brand` name Acme, the first `beta` name Beta."""
    return [
        answered(
            "p1",
            i,
            positions={
                k: r for r, (k, c) in enumerate((("beta", beta), ("brand", brand)), 1) if i < c
            },
            **more,  # type: ignore[arg-type]
        )
        for i in range(n)
    ]


@pytest.mark.parametrize(
    ("brand", "beta", "expected"),
    [
        (0, 5, "Major"),
        (0, 10, "Major"),
        (1, 10, "Moderate"),
        (0, 4, "Moderate"),
        (4, 6, "Moderate"),
        (5, 6, "Minor"),
        (0, 1, "Minor"),
    ],
)
def test_severity_follows_the_point_estimates(brand: int, beta: int, expected: str) -> None:
    (gap,) = gaps_of(shares(brand, beta))
    assert (gap.gap_type, gap.competitor, gap.n, gap.few_answers) == (expected, "Beta", 10, False)


def test_nobody_ahead_is_no_gap() -> None:
    assert gaps_of(shares(5, 5)) == ()
    assert gaps_of(shares(0, 0)) == ()


@pytest.mark.parametrize(
    ("n", "expected"), [(5, "Major"), (4, "Moderate"), (3, "Moderate"), (2, "Minor"), (1, "Minor")]
)
def test_few_answers_cap_the_severity_and_say_so(n: int, expected: str) -> None:
    (gap,) = gaps_of(shares(0, n, n))
    assert (gap.gap_type, gap.few_answers) == (expected, n < 5)


def test_a_cited_competitor_counts_as_present() -> None:
    source = Citation("https://beta.example/x", owner="beta", source_class="competitor")
    (gap,) = gaps_of([answered("p1", i, citations=(source,)) for i in range(5)])
    assert (gap.gap_type, gap.competitor) == ("Major", "Beta")


def test_a_cited_brand_counts_as_present_too() -> None:
    own = Citation(PAGE, owner="brand", source_class="owned")
    pairs = [answered("p1", i, positions={"beta": 1}, citations=(own,)) for i in range(5)]
    assert gaps_of(pairs) == ()


def test_failed_answers_and_branded_prompts_make_no_gap() -> None:
    failed = [answered("p1", i, positions={"beta": 1}, status="failed") for i in range(5)]
    branded = [answered("p2", i, positions={"beta": 1}, branded=True) for i in range(5)]
    assert gaps_of([*failed, *branded, answered("p3", positions={"brand": 1})]) == ()


def test_simulated_answers_do_not_mix_with_those_of_assistants() -> None:
    assistant = engine("gpt", "assistants")
    pairs = [answered("p1", i, by=assistant, positions={"brand": 1}) for i in range(5)]
    pairs += [answered("p1", i, positions={"beta": 1}) for i in range(5)]
    assert gaps_of(pairs) == ()


def test_the_quote_is_verbatim_short_and_from_the_answer_it_names() -> None:
    long_text = "An opening that goes on. " * 20 + "Beta is the one to buy. " + "More words. " * 30
    pairs = shares(0, 5, 5, text=long_text)
    (gap,) = gaps_of(pairs)
    assert len(gap.ai_response) <= 240
    assert gap.ai_response in long_text
    assert gap.answer_id in {a.id for a, _ in pairs}


def test_the_answer_shown_is_one_that_names_the_competitor_and_not_the_brand() -> None:
    pairs = [
        answered("p1", 0, positions={"beta": 1, "brand": 2}, text="Both."),
        answered("p1", 1, positions={"beta": 1}, text="Only Beta."),
        answered("p1", 2, positions={"beta": 1}, text="Beta again."),
    ]
    (gap,) = gaps_of(pairs)
    assert gap.ai_response == "Only Beta."


def test_major_gaps_come_first() -> None:
    pairs = [*shares(5, 6)]
    pairs += [answered("p0", i, positions={"gamma": 1}) for i in range(10)]
    assert [gap.gap_type for gap in gaps_of(pairs)] == ["Major", "Minor"]


@pytest.mark.parametrize(
    ("question", "intent", "expected"),
    [
        ("How much do trail shoes cost?", "discovery", "pricing"),
        ("Which trail shoes have the best reviews?", "discovery", "reviews"),
        ("Road or trail shoes?", "comparison", "comparison"),
        ("What are the newest trail shoes?", "discovery", "freshness"),
        ("Which trail shoes last?", "discovery", "brand authority"),
        ("How do I clean trail shoes?", "how-to", "content depth"),
    ],
)
def test_the_category_says_what_is_missing(question: str, intent: Intent, expected: str) -> None:
    (gap,) = gaps_of(shares(0, 5, 5, question=question, intent=intent))
    assert gap.category == expected
    assert gap.category in CATEGORIES


def test_third_parties_cited_instead_make_it_a_citation_gap_and_are_named() -> None:
    press = tuple(
        Citation(f"https://{h}/a", domain=h, source_class="editorial")
        for h in ("press.example", "mag.example")
    )
    (gap,) = gaps_of(shares(0, 5, 5, citations=press))
    assert gap.category == "citations"
    assert "press.example" in gap.attack_move
    assert "mag.example" in gap.attack_move


def cited_from(*hosts: str) -> tuple[Citation, ...]:
    return tuple(
        Citation(f"https://{h}/a", domain=h, source_class="editorial", kind="cited") for h in hosts
    )


def test_nobody_is_told_to_get_covered_on_a_competitors_own_site() -> None:
    tracked = BrandProfile("Acme", competitors=(Competitor("beta", "Beta Rotas"), GAMMA))
    sites = cited_from("beta-rotas.example", "press.example", "gamma.co.uk")
    (gap,) = gaps_of(shares(0, 5, 5, citations=sites), tracked)
    assert gap.sources == ("press.example",)
    assert "beta-rotas" not in gap.attack_move


def test_nor_on_the_site_of_a_name_that_is_not_tracked_yet() -> None:
    text = "The best options:\n\n1. **Beta** is quick.\n2. **Oak & Iron** is thorough.\n"
    sites = cited_from("oakandiron.example", "press.example")
    (gap,) = gaps_of(shares(0, 5, 5, citations=sites, text=text))
    assert gap.sources == ("press.example",)


def test_a_source_called_like_a_word_of_the_answer_is_still_a_third_party() -> None:
    text = "The best options, which differ in price:\n\n1. **Beta** is quick.\n"
    (gap,) = gaps_of(shares(0, 5, 5, citations=cited_from("which.example"), text=text))
    assert gap.sources == ("which.example",)


def test_competitors_own_sites_alone_make_no_citation_gap() -> None:
    tracked = BrandProfile("Acme", competitors=(Competitor("beta", "Beta Rotas"),))
    (gap,) = gaps_of(shares(0, 5, 5, citations=cited_from("betarotas.example")), tracked)
    assert gap.category != "citations"
    assert "covered" not in gap.attack_move


def test_the_move_names_the_page_to_change_or_asks_for_one() -> None:
    pairs = shares(0, 5, 5)
    assert PAGE in gaps_of(pairs, pages={"p1": PAGE})[0].attack_move
    assert PAGE in gaps_of(pairs, pages={"topic": PAGE})[0].attack_move
    assert gaps_of(pairs)[0].attack_move.startswith("Create a page")


def test_the_move_stays_short_whatever_the_prompt() -> None:
    pairs = shares(0, 5, 5, question="Why " + "so " * 300 + "{odd}?")
    move = gaps_of(pairs, pages={"p1": PAGE + "/x" * 60})[0].attack_move
    assert len(move) <= 400


def passage(score: float, *, cited: bool = False, owner: str = "brand") -> RetrievedPassage:
    return RetrievedPassage(
        f"{owner}-{score}", PAGE, owner, "Our soles last two years.", score, score, None, cited
    )


def coverage(covered: int, n: int = 5) -> list[Pair]:
    return [
        answered(
            "p1",
            i,
            passages=(passage(0.4 + i / 100, cited=i < covered),),
            positions={"brand": 1} if i < covered else {},
        )
        for i in range(n)
    ]


@pytest.mark.parametrize(
    ("covered", "expected"), [(0, "Major"), (1, "Moderate"), (2, "Moderate"), (3, "Minor")]
)
def test_coverage_severity_follows_the_share_of_phrasings(covered: int, expected: str) -> None:
    (gap,) = gaps_of(coverage(covered), ALONE)
    assert (gap.gap_type, gap.kind, gap.competitor, gap.n) == (expected, "coverage", "—", 5)


def test_a_question_covered_in_every_phrasing_is_no_gap() -> None:
    assert gaps_of(coverage(5), ALONE) == ()


def test_a_coverage_gap_shows_the_closest_own_passage_and_its_score() -> None:
    (gap,) = gaps_of(coverage(0), ALONE)
    assert gap.ai_response.startswith("No good source found")
    assert "0.44" in gap.ai_response
    assert "Our soles last two years." in gap.ai_response
    assert len(gap.ai_response) <= 240
    assert PAGE in gap.attack_move


def test_a_coverage_gap_without_any_own_passage_says_only_that() -> None:
    (gap,) = gaps_of([answered("p1", i) for i in range(5)], ALONE)
    assert gap.ai_response == "No good source found."


def test_half_of_the_phrasings_uncovered_is_not_more_than_half() -> None:
    (gap,) = gaps_of(coverage(3, 6), ALONE)
    assert gap.gap_type == "Minor"


def test_nothing_answered_gives_no_gaps() -> None:
    assert content_gaps(TRACKING, [], [], {}) == ()

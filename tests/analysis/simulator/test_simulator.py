"""The simulator: honest retrieval, verbatim answers, nothing when there is nothing."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from presence.analysis.ports import Embedder
from presence.analysis.simulator import NO_SOURCE, Simulator, load_embedder
from presence.analysis.simulator.background import unrelated_pages
from presence.analysis.types import BrandProfile, Passage, Question, RawAnswer
from tests.analysis.simulator.corpora import TRADES, passages_of, profile_of, questions_of

MARK = re.compile(r"\[\d\]")


@pytest.fixture(scope="module", params=["hybrid", "lexical"])
def embedder(request: pytest.FixtureRequest) -> Embedder | None:
    return load_embedder() if request.param == "hybrid" else None


def ask_all(
    passages: tuple[Passage, ...],
    questions: list[Question],
    embedder: Embedder | None,
    profile: BrandProfile | None = None,
    seed: int = 1,
) -> list[RawAnswer]:
    async def run() -> list[RawAnswer]:
        simulator = Simulator(passages, profile or profile_of("Northpeak"), embedder, seed)
        await simulator.prepare(questions)
        return [await simulator.ask(question) for question in questions]

    return asyncio.run(run())


def ask(
    passages: tuple[Passage, ...], text: str, embedder: Embedder | None = None, seed: int = 5
) -> RawAnswer:
    return ask_all(passages, [Question("p", text, "en-US", 0, seed)], embedder)[0]


def found(answers: list[RawAnswer]) -> float:
    return sum(answer.text != NO_SOURCE for answer in answers) / len(answers)


@pytest.mark.parametrize("name", TRADES)
def test_an_unrelated_page_passes_on_at_most_one_question_in_twenty(
    name: str, embedder: Embedder | None
) -> None:
    questions = questions_of(name)
    first = list(TRADES).index(name)
    for page in unrelated_pages()[first::3]:
        own = tuple(
            Passage(f"u{place}", text, "https://unrelated.example/", "brand", "Unrelated")
            for place, text in enumerate(page)
        )
        assert found(ask_all(own, questions[::6], embedder)) <= 0.05, page[0]


@pytest.mark.parametrize("name", TRADES)
def test_pages_of_another_trade_pass_on_at_most_one_question_in_twenty(
    name: str, embedder: Embedder | None
) -> None:
    questions = questions_of(name)
    for other in TRADES:
        if other != name:
            assert found(ask_all(passages_of(other), questions, embedder)) <= 0.05, other


def test_own_pages_answer_most_questions_about_their_subject() -> None:
    answers = ask_all(passages_of("Northpeak"), questions_of("Northpeak"), load_embedder())
    assert found(answers) > 0.7


def test_an_unrelated_corpus_is_answered_with_no_good_source(embedder: Embedder | None) -> None:
    answer = ask(passages_of("Huber"), "Which trail running shoes are best?", embedder)
    assert answer.status == "completed"
    assert answer.text == "No good source found."
    assert answer.citations == ()


def test_the_best_own_passage_is_kept_even_when_nothing_is_cited() -> None:
    answer = ask(passages_of("Huber"), "Which trail running shoes are best?")
    assert answer.passages
    assert all(passage.owner == "brand" and not passage.cited for passage in answer.passages)


def test_answers_are_verbatim_sentences_behind_their_owners_name(
    embedder: Embedder | None,
) -> None:
    passages = passages_of("Northpeak")
    answer = ask(passages, "Which waterproof jackets are light?", embedder)
    lines = answer.text.split("\n")
    assert len(lines) == len(answer.citations or ())
    for line in lines:
        said = MARK.sub("", line.removeprefix("Northpeak: ")).strip()
        assert line.startswith("Northpeak: ")
        assert any(said in passage.text for passage in passages)


def test_citations_point_at_their_marks() -> None:
    answer = ask(passages_of("Northpeak"), "Which trail running shoes grip wet rock?")
    for citation in answer.citations or ():
        assert answer.text[citation.start : citation.end] == f"[{citation.number}]"
        assert citation.owner == "brand"


def test_at_most_five_sources_and_each_once(embedder: Embedder | None) -> None:
    many = tuple(
        Passage(f"{i}", f"Oak tables number {i} fit small flats.", f"https://o.example/{i // 2}")
        for i in range(20)
    )
    answer = ask(many, "Which oak tables fit small flats?", embedder)
    urls = [citation.url for citation in answer.citations or ()]
    assert len(urls) == len(set(urls)) == 5


def test_the_competitor_whose_words_fit_better_comes_first(embedder: Embedder | None) -> None:
    own = Passage("a", "We sell shoes for the office.", "https://a.example/", "brand", "Acme")
    competitor = Passage(
        "b", "Trail running shoes that grip wet rock.", "https://b.example/", "beta", "Beta"
    )
    answer = ask((own, competitor), "Which trail running shoes grip wet rock?", embedder)
    assert answer.text.startswith("Beta: ")


def test_meaning_is_found_without_a_shared_word_only_with_embeddings() -> None:
    corpus = (Passage("a", "Sneakers for jogging on muddy paths.", "https://a.example/"),)
    question = "Where can I find high-quality trail running shoes?"
    assert ask(corpus, question, load_embedder()).text != NO_SOURCE
    assert ask(corpus, question, None).text == NO_SOURCE


def test_a_price_question_prefers_the_passage_with_the_price(embedder: Embedder | None) -> None:
    corpus = (
        Passage("a", "Our oak tables seat eight people.", "https://a.example/look"),
        Passage("b", "Our oak tables cost 900 euros.", "https://a.example/price"),
    )
    answer = ask(corpus, "How much do oak tables cost, and who offers fair prices?", embedder)
    assert (answer.citations or ())[0].url == "https://a.example/price"


def test_the_spec_says_which_retrieval_is_used() -> None:
    hybrid = Simulator((), profile_of("Huber"), load_embedder(), 1).spec
    lexical = Simulator((), profile_of("Huber"), None, 1).spec
    assert "all-MiniLM-L6-v2" in hybrid.detail
    assert "Lexical retrieval alone" in lexical.detail
    assert hybrid.surface == lexical.surface == hybrid.basis == "simulator"


def test_the_same_seed_gives_the_same_answers(embedder: Embedder | None) -> None:
    questions = questions_of("Huber", 10)
    first = ask_all(passages_of("Huber"), questions, embedder, seed=3)
    assert first == ask_all(passages_of("Huber"), questions, embedder, seed=3)


def test_another_sample_shakes_the_scores_a_little() -> None:
    question = "Which sourdough bread stays fresh?"
    one = ask(passages_of("Huber"), question, seed=1).passages[0]
    two = ask(passages_of("Huber"), question, seed=2).passages[0]
    assert one.score != two.score
    assert abs(one.score - two.score) <= 0.13 * one.score
    assert (one.lexical, one.semantic) == (two.lexical, two.semantic)


def test_asking_without_preparing_gives_the_same_answer(embedder: Embedder | None) -> None:
    question = questions_of("Huber", 10)[0]

    async def directly() -> RawAnswer:
        return await Simulator(passages_of("Huber"), profile_of("Huber"), embedder, 1).ask(question)

    prepared = ask_all(passages_of("Huber"), [question], embedder, profile_of("Huber"))[0]
    assert asyncio.run(directly()) == prepared


def test_an_empty_corpus_finds_nothing(embedder: Embedder | None) -> None:
    answer = ask((), "Which shoes are best?", embedder)
    assert (answer.text, answer.passages) == (NO_SOURCE, ())


def test_the_record_names_threshold_and_candidates() -> None:
    answer = ask(passages_of("Northpeak"), "Which trail running shoes grip wet rock?")
    record = json.loads(answer.raw)
    assert record["threshold"] > 0
    assert [c["score"] for c in record["candidates"]] == [p.score for p in answer.passages]
    assert answer.search_queries == ("trail running shoes grip wet rock",)

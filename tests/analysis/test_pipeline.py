"""The whole run over a site in memory, and its stages one by one."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from presence.analysis.crawler import CrawlLimits
from presence.analysis.panel import build_panel
from presence.analysis.pipeline import (
    AnalyseOptions,
    analyse,
    ask_one,
    corpus,
    ingest,
    offer_stage,
    questions,
)
from presence.analysis.ports import Stage
from presence.analysis.report import report_as_json, stepped, without_timestamps
from presence.analysis.simulator import Simulator
from presence.analysis.types import (
    BrandProfile,
    Competitor,
    DocumentText,
    EngineSpec,
    FetchProblem,
    Question,
    RawAnswer,
    RunReport,
)
from tests.analysis.fakes import FakeClock, FakeFetcher, FakePage, sites_of
from tests.analysis.sites import BASE, PROFILE, good_site, page

COMPETITOR = "https://rival.example"
OPTIONS = AnalyseOptions(prompts=10, limits=CrawlLimits(probes=False))
ACME = replace(PROFILE, audience="Families in small flats who want tables that last")


def run(
    profile: BrandProfile = ACME,
    pages: dict[str, FakePage] | None = None,
    options: AnalyseOptions = OPTIONS,
    documents: tuple[DocumentText, ...] = (),
) -> RunReport:
    fetcher = FakeFetcher(good_site() if pages is None else pages)
    return asyncio.run(
        analyse(profile, fetcher, fetcher.clock, options=options, documents=documents)
    )


def test_a_site_gets_all_four_scores() -> None:
    scores = run().scores
    for score in (scores.content, scores.technical, scores.audience_fit, scores.overall):
        assert score is not None
        assert 0 <= score.low <= score.value <= score.high <= 100
    assert scores.basis == "simulator"


def test_every_prompt_is_asked_in_five_phrasings() -> None:
    report = run()
    assert len(report.answers) == 10 * 5
    assert len({answer.id for answer in report.answers}) == 50
    assert len(report.extractions) == 50


def test_the_same_site_and_seed_give_the_same_bytes() -> None:
    first, second = (json.dumps(report_as_json(run())) for _ in range(2))
    assert first == second


def test_another_site_gives_other_answers() -> None:
    other = {
        url: FakePage(str(p.body).replace("oak", "pine").replace("six weeks", "one day"))
        for url, p in good_site().items()
    }
    assert report_as_json(run())["answers"] != report_as_json(run(pages=other))["answers"]


def test_a_document_is_enough() -> None:
    document = DocumentText(
        "about.docx", "Acme", ((0, "Acme makes oak tables for small flats. Tables last."),), 9
    )
    report = run(replace(ACME, website=None), {}, documents=(document,))
    assert report.crawl is None
    assert report.scores.technical is None
    assert report.scores.content is not None
    assert {c.url for a in report.answers for c in a.raw.citations or ()} == {"document:about.docx"}


def test_without_site_or_document_the_description_is_what_can_be_quoted() -> None:
    report = run(replace(ACME, website=None), {})
    assert len(report.panel.prompts) == 10
    assert report.scores.technical is None
    assert {c.url for a in report.answers for c in a.raw.citations or ()} == {
        "document:Brand description"
    }
    assert report.scores.content is not None
    assert report.scores.content.exploratory


def test_an_unreachable_site_is_a_report_with_the_reason() -> None:
    problem = FetchProblem("timeout", "The site did not answer in time.")
    report = run(pages={f"{BASE}/": FakePage(problem=problem), BASE: FakePage(problem=problem)})
    assert report.crawl is not None
    assert report.crawl.unreachable == problem
    assert report.scores.technical is None


def test_a_competitors_site_is_read_and_can_be_quoted() -> None:
    competitor = Competitor("rival", "Rival", website=COMPETITOR, prefixes=("rival.example",))
    pages = good_site() | {f"{COMPETITOR}/": page("walnut"), COMPETITOR: page("walnut")}
    report = run(replace(ACME, competitors=(competitor,)), pages)
    owners = {c.owner for a in report.answers for c in a.raw.citations or ()}
    assert owners == {"brand", "rival"}


def test_a_competitor_without_a_site_costs_no_request() -> None:
    fetcher = FakeFetcher(good_site())
    profile = replace(ACME, competitors=(Competitor("r", "Rival"),))
    ingested = asyncio.run(ingest(profile, sites_of(fetcher), OPTIONS.limits))
    assert ingested.competitor_crawls == ()
    assert all(url.startswith(BASE) for url in fetcher.urls)


def test_progress_counts_every_stage_to_its_end() -> None:
    told: list[tuple[Stage, int, int]] = []

    async def progress(stage: Stage, done: int, total: int) -> None:
        told.append((stage, done, total))

    async def go() -> None:
        fetcher = FakeFetcher(good_site())
        await analyse(ACME, fetcher, fetcher.clock, options=OPTIONS, progress=progress)

    asyncio.run(go())
    stages = list(dict.fromkeys(stage for stage, _, _ in told))
    assert stages == ["ingest", "panel", "answers", "extract", "audit", "score", "recommend"]
    assert ("answers", 50, 50) in told
    for stage in stages[1:]:
        last = [(done, total) for s, done, total in told if s == stage][-1]
        assert last[0] == last[1]


def test_questions_are_the_same_for_the_same_seed_and_differ_for_another() -> None:
    spec = Simulator((), ACME, None, 1).spec
    panel = run().panel
    assert questions(panel, spec, 5, 1) == questions(panel, spec, 5, 1)
    assert questions(panel, spec, 5, 1) != questions(panel, spec, 5, 2)


def test_the_simulator_is_asked_five_phrasings_and_assistants_the_prompt_itself() -> None:
    panel = run().panel
    simulator = Simulator((), ACME, None, 1).spec
    assistant = EngineSpec("x", "X", "x", "x-1", "API", "assistants")
    assert len(questions(panel, simulator, 1, 1)) == 50
    texts = [question.text for question in questions(panel, assistant, 2, 1)]
    assert texts == [prompt.text for prompt in panel.prompts for _ in range(2)]


def test_an_engines_failure_is_kept_as_an_answer_that_does_not_count() -> None:
    class Failing:
        spec = EngineSpec("x", "X", "x", "x-1", "API", "assistants")

        async def ask(self, question: Question) -> RawAnswer:
            return RawAnswer("failed", "", "x-1", error="rate limited")

    prompt = run().panel.prompts[0]
    question = Question(prompt.id, prompt.text, prompt.locale, 0, 1)
    answer = asyncio.run(ask_one(Failing(), prompt, question, FakeClock()))
    assert not answer.valid
    assert answer.raw.error == "rate limited"


def test_stages_can_be_run_again_from_what_was_stored() -> None:
    fetcher = FakeFetcher(good_site())
    ingested = asyncio.run(ingest(ACME, sites_of(fetcher), OPTIONS.limits))
    report = run()
    offer = offer_stage(ACME, ingested, (), None)
    assert offer == report.offer
    assert build_panel(ACME, offer, 10, None) == report.panel
    assert corpus(ACME, ingested, ()) == ingested.passages


def test_the_report_names_every_version() -> None:
    versions = dict(run().versions)
    assert {"panel", "simulator", "embeddings", "extractor", "scoreModel", "audit"} <= set(versions)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("status 200, fetched 2026-11-21 04:05 UTC", "status 200"),
        (
            "2 repeats, alone; status 200, fetched 2026-11-21 04:05 UTC",
            "2 repeats, alone; status 200",
        ),
    ],
)
def test_times_of_day_stay_out_of_the_report(text: str, shown: str) -> None:
    assert without_timestamps(text) == shown


def test_durations_are_given_as_the_step_they_exceed() -> None:
    assert stepped("after 1213 ms, 1688 ms, 802 ms, 40 ms") == (
        "after over 1000 ms, over 1500 ms, over 800 ms, under 800 ms"
    )

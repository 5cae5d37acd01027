"""The simulator before sites planted to fool it: empty ones and stuffed ones."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from presence.analysis.documents import document_passages
from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.analysis.ports import Embedder
from presence.analysis.simulator import Simulator, load_embedder
from presence.analysis.simulator.substance import says_something
from presence.analysis.types import (
    BrandProfile,
    Competitor,
    DocumentText,
    Panel,
    Passage,
)
from presence.analysis.whatif import experiment
from tests.analysis.simulator.corpora import TRADES, passages_of, profile_of, questions_of

EMPTY_PAGES = {
    "a greeting": "Welcome to our website.",
    "a page to come": "Coming soon. Our new site is under construction.",
    "links": "Read more. Click here. Contact us today. Home.",
    "a question": "Looking for {subject}? Which {subject} are best?",
    "search words": "{subject}, best {subject}, cheap {subject}, buy {subject}, {subject} near me, "
    "{subject} reviews, {subject} online, top {subject}, {subject} price",
}
SUBJECTS = {
    "Northpeak": "trail running shoes and waterproof jackets",
    "Taskly": "project management software",
    "Huber": "sourdough bread",
    "SmileLab": "dental implants",
    "Leadwell": "CRM software for estate brokers",
    "Sunroof": "solar panels and home batteries",
}


@pytest.fixture(scope="module", params=["hybrid", "lexical"])
def embedder(request: pytest.FixtureRequest) -> Embedder | None:
    return load_embedder() if request.param == "hybrid" else None


def competitor_passage(name: str, text: str) -> Passage:
    subject = SUBJECTS[name]
    url = "https://brookvale.example/"
    said = text.format(subject=subject)
    return Passage("planted", said, url, "r1", "Brookvale", f"Brookvale: {subject}", subject)


def cited_share(passages: tuple[Passage, ...], name: str, embedder: Embedder | None) -> float:
    profile = replace(profile_of(name), competitors=(Competitor("r1", "Brookvale"),))
    questions = questions_of(name)

    async def run() -> list[bool]:
        simulator = Simulator(passages, profile, embedder, 3)
        await simulator.prepare(questions)
        answers = [await simulator.ask(question) for question in questions]
        return [any(c.owner == "r1" for c in a.citations or ()) for a in answers]

    cited = asyncio.run(run())
    return sum(cited) / len(cited)


@pytest.mark.parametrize("kind", EMPTY_PAGES)
@pytest.mark.parametrize("name", TRADES)
def test_a_competitor_with_one_empty_page_is_cited_in_less_than_one_answer_in_twenty(
    name: str, kind: str, embedder: Embedder | None
) -> None:
    passages = (*passages_of(name), competitor_passage(name, EMPTY_PAGES[kind]))
    assert cited_share(passages, name, embedder) < 0.05


def test_a_competitor_with_something_to_say_is_cited(embedder: Embedder | None) -> None:
    said = "Our trail running shoes weigh 240 grams and carry a rubber outsole for wet rock."
    passages = (*passages_of("Northpeak"), competitor_passage("Northpeak", said))
    assert cited_share(passages, "Northpeak", embedder) > 0.1


def panel_and_competitor(name: str) -> tuple[BrandProfile, Panel, tuple[Passage, ...]]:
    """A stored panel, and a competitor who wrote about half of what the brand sells."""
    profile = replace(profile_of(name), competitors=(Competitor("r1", "Brookvale"),))
    panel = build_panel(profile, read_offer(profile), 25, None)
    theirs = tuple(
        replace(p, owner="r1", owner_name="Brookvale", source=f"https://brookvale.example/{i}")
        for i, p in enumerate(passages_of(name)[::2])
    )
    return profile, panel, theirs


STUFFING = {
    "search words": lambda subject, panel: ", ".join(
        f"{word} {subject}" for word in ("best", "cheap", "top", "buy", "affordable", "trusted")
    ),
    "every question of the panel": lambda subject, panel: "\n".join(p.text for p in panel.prompts),
    "one sentence with its noun exchanged": lambda subject, panel: " ".join(
        f"We are the best for {p.text.rstrip('?').lower()}." for p in panel.prompts
    ),
}


@pytest.mark.parametrize("kind", STUFFING)
@pytest.mark.parametrize("name", TRADES)
def test_stuffing_ones_own_site_gains_at_most_two_points_on_a_stored_panel(
    name: str, kind: str, embedder: Embedder | None
) -> None:
    profile, panel, theirs = panel_and_competitor(name)
    own = passages_of(name)
    text = STUFFING[kind](SUBJECTS[name], panel)
    page = DocumentText("stuffed", name, tuple((0, line) for line in text.split("\n")), 99)
    stuffed = document_passages(page, "brand", name)
    assert stuffed
    outcome = asyncio.run(
        experiment(profile, (*own, *theirs), (*own, *stuffed, *theirs), panel, 5, 7, embedder)
    )
    assert outcome.points <= 2.0


@pytest.mark.parametrize("name", TRADES)
def test_a_claim_said_forty_times_gains_no_more_than_said_once(
    name: str, embedder: Embedder | None
) -> None:
    profile, panel, theirs = panel_and_competitor(name)
    once, often = (
        document_passages(
            DocumentText("claim", name, ((0, " ".join([f"{SUBJECTS[name]}."] * times)),), 9),
            "brand",
            name,
        )
        for times in (1, 40)
    )
    own = passages_of(name)
    outcome = asyncio.run(
        experiment(profile, (*own, *once, *theirs), (*own, *often, *theirs), panel, 5, 7, embedder)
    )
    assert outcome.points <= 2.0


def test_facts_added_to_ones_own_site_do_gain(embedder: Embedder | None) -> None:
    profile, panel, theirs = panel_and_competitor("Huber")
    added = Passage(
        "new",
        "A sourdough loaf costs 4.80 euros in our bakery, families order four for 17 euros.",
        "https://huber.example/prices",
        "brand",
        "Huber",
    )
    own = passages_of("Huber")[1:]
    outcome = asyncio.run(
        experiment(profile, (*own, *theirs), (*own, added, *theirs), panel, 5, 7, embedder)
    )
    assert outcome.points > 2.0


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("pl", "Produkujemy ręcznie szyte buty, naprawiamy podeszwy, wymieniamy zamki, czyścimy "
         "zamsz, dostarczamy klientom bezpłatnie."),
        ("tr", "El yapımı deri ayakkabılar üretiyor, dünyanın dört bir yanına ücretsiz kargo ile "
         "gönderiyoruz, iade süresi uzundur."),
        ("fi", "Korjaamme polkupyöriä Tampereella ja vuokraamme retkipyöriä viikonlopuksi "
         "edullisesti kaikille pyöräilystä innostuneille perheille."),
        ("ar", "نصنع الأحذية الجلدية يدويا في القاهرة ونصلح النعال ونستبدل السحابات ونوصل الطلبات "
         "إلى العملاء مجانا كل أسبوع"),
        ("en", "Restores church walls, country houses, dry stone walls, chimneys, lime mortar and "
         "carved details across Yorkshire and Cumbria."),
    ],
)  # fmt: skip
def test_what_is_said_in_few_small_words_is_said(language: str, said: str) -> None:
    assert says_something(said, "Brookvale", language)

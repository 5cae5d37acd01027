"""The simulator's promises over five kinds of business in two languages, before planted pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

import pytest

from presence.analysis.crawler.facts import read_page
from presence.analysis.documents import document_passages, site_passages
from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.analysis.simulator import Simulator, phrasings
from presence.analysis.types import (
    BrandProfile,
    Competitor,
    DocumentText,
    Fetched,
    Panel,
    Passage,
    Question,
)
from presence.analysis.whatif import experiment

MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


class Business(NamedTuple):
    language: str
    market: str
    description: str
    subject: str
    texts: tuple[str, ...]


BUSINESSES = {
    "Pipewright": Business("en", "GB", "Pipewright is a plumber in Leeds.", "plumbing in Leeds", (
        "Pipewright fixes burst pipes in Leeds within two hours, day and night.",
        "A call-out costs £75 and covers the first half hour.",
        "Boilers are serviced in one visit; landlords get the certificate the same day.",
        "Check the Gas Safe number on the card and ask for the price in writing.",
    )),
    "Zahlwerk": Business("de", "DE", "Zahlwerk ist eine Steuerberatung in Kassel.",
                         "Steuerberatung in Kassel", (
        "Zahlwerk macht Jahresabschlüsse für Handwerksbetriebe in Kassel.",
        "Die Einkommensteuererklärung kostet ab 180 Euro nach der Vergütungsverordnung.",
        "Belege laden Sie mit dem Telefon hoch, wir buchen jede Woche.",
        "Bei einer Betriebsprüfung begleiten wir Sie vor Ort.",
    )),
    "Haus Erlengrund": Business("de", "AT", "Haus Erlengrund ist ein Hotel in Zell am See.",
                                "Hotel in Zell am See", (
        "Die 24 Zimmer liegen zwei Minuten vom See und haben Balkon.",
        "Ein Doppelzimmer kostet ab 140 Euro mit Frühstück.",
        "Hunde sind für 15 Euro je Nacht willkommen.",
        "Anreise ist ab 15 Uhr, Abreise bis 11 Uhr.",
    )),
    "Shiftloom": Business("en", "US", "Shiftloom is employee scheduling software for restaurants.",
                          "employee scheduling software for restaurants", (
        "Managers drag shifts on a weekly board and staff get a text at once.",
        "Shiftloom costs $3 per employee per month with no contract.",
        "It works with Toast and Square and exports hours to payroll.",
        "Overtime is flagged before the schedule is published.",
    )),
    "Dry Dock Museum": Business("en", "US", "Dry Dock Museum is a maritime museum in Baltimore.",
                                "maritime museum in Baltimore", (
        "The museum shows three restored ships and a lighthouse.",
        "Admission is $18, children under six are free.",
        "Open Wednesday to Sunday, 10 am to 5 pm.",
        "School groups book a two-hour tour with a knot workshop.",
    )),
}  # fmt: skip
EMPTY = {
    "a parked domain": ("This domain is for sale. Make an offer for {subject}.",
                        "Diese Domain steht zum Verkauf. Machen Sie ein Angebot für {subject}."),
    "a page of scripts": ("You need to enable JavaScript to run this app. {subject}",
                          "Bitte aktivieren Sie JavaScript, um diese Seite zu sehen. {subject}"),
    "an error": ("404 Page not found. The page about {subject} has moved. Back to the home page.",
                 "404 Seite nicht gefunden. Die Seite über {subject} wurde verschoben."),
    "a greeting": ("Welcome to Brookvale, your partner for {subject}. We look forward to you.",
                   "Willkommen bei Brookvale, Ihrem Partner für {subject}. Wir freuen uns."),
    "slogans": ("{subject} with passion. Quality you can trust. Your satisfaction is our goal.",
                "{subject} mit Leidenschaft. Qualität, der Sie vertrauen. Ihre Zufriedenheit ist "
                "unser Ziel."),
    "filler": ("Lorem ipsum dolor sit amet, consectetur adipiscing elit, {subject} sed do.",
               "Lorem ipsum dolor sit amet, consectetur adipiscing elit, {subject} sed do."),
    "a claim": ("Brookvale is the best choice for {subject}. Ask anyone about {subject}.",
                "Brookvale ist die beste Wahl für {subject}. Fragen Sie irgendwen."),
    "consent": ("We use cookies to show you {subject}. Accept all or manage settings.",
                "Wir verwenden Cookies, um Ihnen {subject} zu zeigen. Alle akzeptieren oder "
                "Einstellungen ändern."),
}  # fmt: skip
Stuffing = Callable[[str, list[str]], list[str]]
STUFFING: dict[str, tuple[Stuffing, Stuffing]] = {
    "questions and a promise to answer": (
        lambda subject, asked: [f"{q} At our place we know how important this question about "
                                f"{subject} is. Contact us to find out more." for q in asked],
        lambda subject, asked: [f"{q} Wir wissen, wie wichtig diese Frage zu {subject} ist. "
                                "Kontaktieren Sie uns, um mehr zu erfahren." for q in asked],
    ),
    "questions turned into statements": (
        lambda subject, asked: [f"Yes, we answer exactly that: {q[:-1].lower()}." for q in asked],
        lambda subject, asked: [f"Ja, wir beantworten das: {q[:-1].lower()}." for q in asked],
    ),
    "all words of the questions": (
        lambda subject, asked: [" ".join(dict.fromkeys(" ".join(asked).replace("?", "").split()))],
        lambda subject, asked: [" ".join(dict.fromkeys(" ".join(asked).replace("?", "").split()))],
    ),
}  # fmt: skip
CASES = list(BUSINESSES)


def profile_of(name: str) -> BrandProfile:
    one = BUSINESSES[name]
    competitors = (Competitor("r1", "Brookvale"),)
    return BrandProfile(
        name, one.description, language=one.language, market=one.market, competitors=competitors
    )


def panel_of(name: str) -> Panel:
    profile = profile_of(name)
    return build_panel(profile, read_offer(profile), 25, None)


def own_passages(name: str) -> tuple[Passage, ...]:
    return tuple(
        Passage(f"p{i}", text, f"https://own.example/{i}", "brand", name)
        for i, text in enumerate(BUSINESSES[name].texts)
    )


def in_language(name: str, texts: tuple[str, str]) -> str:
    one = BUSINESSES[name]
    return texts[one.language == "de"].format(subject=one.subject)


def page_of_competitor(name: str, text: str) -> tuple[Passage, ...]:
    """What a crawl keeps of a competitor's only page."""
    one = BUSINESSES[name]
    url = "https://brookvale.example/"
    body = (
        f"<html lang={one.language}><head><title>Brookvale: {one.subject}</title></head><body>"
        f"<main><h1>{one.subject}</h1><p>{text}</p></main></body></html>"
    )
    headers = (("content-type", "text/html; charset=utf-8"),)
    fetched = Fetched(url, url, 200, headers, body.encode(), (), MOMENT, None, 0.0)
    return tuple(site_passages([read_page(fetched, 0)], "r1", "Brookvale"))


def cited_share(name: str, theirs: tuple[Passage, ...]) -> float:
    questions = [
        Question(prompt.id, text, prompt.locale, sample, sample * 7 + 1)
        for prompt in panel_of(name).prompts
        if not prompt.branded
        for sample, text in enumerate(phrasings(prompt.text, 5, prompt.locale))
    ]

    async def run() -> list[bool]:
        simulator = Simulator((*own_passages(name), *theirs), profile_of(name), None, 3)
        await simulator.prepare(questions)
        answers = [await simulator.ask(question) for question in questions]
        return [any(c.owner == "r1" for c in answer.citations or ()) for answer in answers]

    cited = asyncio.run(run())
    assert cited
    return sum(cited) / len(cited)


@pytest.mark.parametrize("kind", EMPTY)
@pytest.mark.parametrize("name", CASES)
def test_a_competitor_with_one_empty_page_is_hardly_ever_cited(name: str, kind: str) -> None:
    assert cited_share(name, page_of_competitor(name, in_language(name, EMPTY[kind]))) < 0.05


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Pipewright", "Our plumber in Leeds mends a dripping tap for £40 the same afternoon."),
        ("Zahlwerk", "Unsere Steuerberatung in Kassel prüft Bescheide binnen drei Werktagen."),
    ],
)
def test_a_competitor_who_tells_something_is_cited(name: str, said: str) -> None:
    assert cited_share(name, page_of_competitor(name, said)) > 0.1


@pytest.mark.parametrize("kind", STUFFING)
@pytest.mark.parametrize("name", CASES)
def test_stuffing_ones_own_site_gains_at_most_two_points(name: str, kind: str) -> None:
    panel, own = panel_of(name), own_passages(name)
    theirs = tuple(
        replace(p, owner="r1", owner_name="Brookvale", source=f"https://brookvale.example/{i}")
        for i, p in enumerate(own[::2])
    )
    write = STUFFING[kind][BUSINESSES[name].language == "de"]
    lines = write(BUSINESSES[name].subject, [prompt.text for prompt in panel.prompts])
    page = DocumentText("stuffed", name, tuple((0, line) for line in lines), 99)
    stuffed = document_passages(page, "brand", name)
    assert stuffed
    outcome = asyncio.run(
        experiment(profile_of(name), (*own, *theirs), (*own, *stuffed, *theirs), panel, 5, 7, None)
    )
    assert outcome.points <= 2.0

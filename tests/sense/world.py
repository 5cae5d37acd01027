"""The world around a made-up business: its site, its competitors' sites, and two assistants.

Invariant: the same business gives the same world; what competitors and assistants say is made of
the business's own jobs and questions, with facts that a customer would ask for.
"""

from __future__ import annotations

import asyncio
import html
from dataclasses import dataclass
from hashlib import sha256

from presence.analysis.crawler import CrawlLimits
from presence.analysis.pipeline import AnalyseOptions, analyse
from presence.analysis.ports import Embedder
from presence.analysis.types import (
    BrandProfile,
    Competitor,
    EngineSpec,
    Question,
    RawAnswer,
    RunReport,
)
from tests.analysis.fakes import FakeFetcher, FakePage, text_page
from tests.sense.corpus import Business, page_html

SITE = "https://brand.example"
_MADE_UP = ("Brackenfold", "Osterwick")
_COMPETITORS = 2
_FACTS = {
    "en": (
        "It costs {currency}{n}9, all included.",
        "It takes {n} to {m} days on average.",
        "You are eligible if you live nearby, and you can cancel within two weeks.",
        "Compared with the usual way it is simpler and lasts longer than most.",
        "Rated 4.{n} stars in {m}2 customer reviews.",
        "Open Monday to Saturday, 9 am to 6 pm.",
        "Last reviewed on 3 March 2026.",
    ),
    "de": (
        "Der Preis liegt bei {n}9 Euro, alles inbegriffen.",
        "Es dauert im Schnitt {n} bis {m} Tage.",
        "Voraussetzung ist ein Wohnsitz in der Nähe, kündbar innerhalb von zwei Wochen.",
        "Im Vergleich zum üblichen Weg ist es einfacher und hält länger als die meisten.",
        "Bewertet mit 4,{n} Sternen, {m}2 Bewertungen.",
        "Geöffnet Montag bis Samstag, 9 bis 18 Uhr.",
        "Stand: 3. März 2026.",
    ),
    "fr": ("Le prix est de {n}9 €, tout compris.", "Il faut {n} à {m} jours en moyenne.",
           "Ouvert du lundi au samedi, 9h à 18h.", "Noté 4,{n}/5 par {m}2 clients."),
    "es": ("El precio es de {n}9 €, todo incluido.", "Se tarda de {n} a {m} días de media.",
           "Abierto de lunes a sábado, 9:00-18:00.", "Valorado con 4,{n}/5 por {m}2 clientes."),
    "": ("{n}9 €.", "{n}–{m}.", "9:00-18:00.", "4.{n}/5 ({m}2)."),
}  # fmt: skip
_LEADS = {
    "en": "For this, people often pick **{name}**. {facts}",
    "de": "Oft gewählt wird hier **{name}**. {facts}",
    "fr": "On choisit souvent **{name}**. {facts}",
    "es": "Muchos eligen **{name}**. {facts}",
    "": "**{name}**: {facts}",
}


def picked(*parts: object) -> int:
    """A number that depends on nothing but the parts."""
    return int.from_bytes(sha256("\n".join(map(str, parts)).encode()).digest()[:4], "big")


def profile_of(business: Business, competitors: tuple[Competitor, ...] = ()) -> BrandProfile:
    """The brand as its owner would enter it."""
    return BrandProfile(
        business["name"],
        business["description"],
        business["audience"],
        market=business["market"],
        language=business["language"],
        website=SITE,
        prefixes=("brand.example",),
        competitors=competitors,
    )


def competitors_of(business: Business) -> tuple[Competitor, ...]:
    """Two competitors with a site: those the business's site names, else made-up ones."""
    names = [*business["competitors_named"], *_MADE_UP][:_COMPETITORS]
    return tuple(
        Competitor(f"c{i}", name, website=f"https://c{i}.example", prefixes=(f"c{i}.example",))
        for i, name in enumerate(names)
    )


def facts(business: Business, *key: object) -> str:
    """One or two facts as a competitor's page states them."""
    known = _FACTS.get(business["language"], _FACTS[""])
    drawn = picked(business["name"], *key)
    chosen = dict.fromkeys((known[drawn % len(known)], known[drawn // 7 % len(known)]))
    currency = {"US": "$", "GB": "£"}.get(business["market"], "€")
    n = drawn % 7 + 2
    return " ".join(chosen).format(n=n, m=n + 3, currency=currency)


def sites_of(business: Business, competitors: tuple[Competitor, ...]) -> dict[str, FakePage]:
    """Every page of the business and of its competitors by address."""
    pages = {SITE + page["path"]: FakePage(page_html(business, page)) for page in business["pages"]}
    pages[f"{SITE}/robots.txt"] = text_page("User-agent: *\nAllow: /\n")
    for competitor in competitors:
        for place, question in enumerate(business["gold"]):
            path = "/" if place == 0 else f"/{place}"
            pages[f"{competitor.website}{path}"] = FakePage(
                _competitor_page(business, competitor, question)
            )
    return pages


def _competitor_page(business: Business, competitor: Competitor, question: str) -> str:
    jobs = business["jobs"] or [""]
    job = jobs[picked(question) % len(jobs)]
    stated = facts(business, competitor.id, question)
    said = f"{competitor.name}: {business['category'][0]}, {job}. {stated}"
    links = "".join(f'<a href="/{place}">{place}</a> ' for place in range(len(business["gold"])))
    heading = html.escape(question)
    return (
        f'<html lang="{business["language"]}"><head><title>{heading}</title></head><body>'
        f"<nav>{links}</nav><main><h1>{heading}</h1><p>{html.escape(said)}</p></main></body></html>"
    )


@dataclass(frozen=True)
class StandIn:
    """An assistant that names competitors with facts, and the brand in every fourth question."""

    business: Business
    competitors: tuple[Competitor, ...]
    engine: str

    @property
    def spec(self) -> EngineSpec:
        return EngineSpec(
            self.engine, self.engine, "stand-in", "stand-in-1", "local model", "assistants"
        )

    async def ask(self, question: Question) -> RawAnswer:
        await asyncio.sleep(0)
        language = self.business["language"]
        lead = _LEADS.get(language, _LEADS[""])
        draw = picked(question.prompt_id)
        named = [c.name for c in self.competitors][: 1 + draw % _COMPETITORS]
        if draw % 4 == 0:
            named.append(self.business["name"])
        lines = [
            lead.format(name=name, facts=facts(self.business, name, question.prompt_id))
            for name in named
        ]
        return RawAnswer(status="completed", text="\n\n".join(lines), model="stand-in-1")


WORLDS = ("coverage", "simulated", "assistants")


async def run(business: Business, world: str, embedder: Embedder | None) -> RunReport:
    """One run of the product's own pipeline in one of the three worlds."""
    competitors = () if world == "coverage" else competitors_of(business)
    fetcher = FakeFetcher(sites_of(business, competitors))
    engines = None
    if world == "assistants":
        engines = [StandIn(business, competitors, name) for name in ("first", "second")]
    return await analyse(
        profile_of(business, competitors),
        fetcher,
        fetcher.clock,
        engines,
        AnalyseOptions(limits=CrawlLimits(probes=False), samples=2, embedder=embedder),
    )

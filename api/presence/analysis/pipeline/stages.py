"""The stages of a run, each callable on its own from stored inputs.

Invariant: the outside world is reached only through the ports; equal inputs, seeds and answers give
equal results. Order: ingest, panel, answers, extract, audit, score, recommend.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from presence.analysis.audience import audience_fit
from presence.analysis.audit import audit
from presence.analysis.crawler import CrawlLimits, CrawlRequest, Crawls, normalize_url
from presence.analysis.documents import document_passages, site_passages
from presence.analysis.extraction import EXTRACTOR_VERSION, EntitySet, extract_answer
from presence.analysis.gaps import OpenGap, content_gaps
from presence.analysis.offer import read_offer
from presence.analysis.panel import PANEL_VERSION
from presence.analysis.ports import AssistantEngine, Clock, Embedder, Progress
from presence.analysis.recommendations import examined, recommend
from presence.analysis.scoring import SCORE_MODEL, Observation, score_run
from presence.analysis.simulator import PHRASINGS, SIMULATOR_VERSION, phrasings
from presence.analysis.types import (
    Answer,
    AudienceFit,
    AuditReport,
    BrandProfile,
    ContentGap,
    DocumentText,
    EngineSpec,
    Extraction,
    Panel,
    PanelPrompt,
    Passage,
    Question,
    Recommendation,
    Scores,
    SiteCrawl,
)
from presence.analysis.types.brand import DESCRIPTION
from presence.analysis.types.offer import Offer

COMPETITOR_LIMITS = CrawlLimits(pages=8, depth=2, deadline_s=12.0, probes=False)
ANSWER_NAMESPACE = uuid.UUID("8c8f4f0e-5a5e-5b3f-8f77-2f6f3d1c9b60")


@dataclass(frozen=True, slots=True)
class Ingested:
    """What was read: `crawl` is None without a website; competitor crawls are by competitor id.

    `passages` are those of the crawled pages, the brand's first.
    """

    crawl: SiteCrawl | None
    competitor_crawls: tuple[tuple[str, SiteCrawl], ...]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """The brand's own texts as used for advice: everything that can be quoted, and its offer."""

    passages: tuple[Passage, ...] = ()
    offer: Offer | None = None


NOTHING_READ = Own()


async def ingest(
    profile: BrandProfile,
    crawls: Crawls,
    limits: CrawlLimits | None = None,
    progress: Progress | None = None,
    competitor_limits: CrawlLimits | None = None,
) -> Ingested:
    """Crawl the brand's site and, with smaller limits, its competitors' sites concurrently.

    Raises ValueError if the brand's website is not a web address; an unreachable site is reported
    as `crawl.unreachable`. A competitor's site that yields nothing adds no passages.
    """
    competitors = [competitor for competitor in profile.competitors if competitor.website]
    small = competitor_limits or COMPETITOR_LIMITS
    website = normalize_url(profile.website) if profile.website else None
    requests = [CrawlRequest(website, limits or CrawlLimits())] if website else []
    requests += [CrawlRequest(competitor.website or "", small) for competitor in competitors]
    crawled = await crawls(requests, progress=progress if website else None)
    own, others = (crawled[0], crawled[1:]) if website else (None, crawled)
    found = [
        (competitor.id, read)
        for competitor, read in zip(competitors, others, strict=True)
        if read is not None
    ]
    passages = list(site_passages(own.pages, "brand", profile.name)) if own else []
    names = {competitor.id: competitor.name for competitor in competitors}
    for identifier, read in found:
        passages += site_passages(read.pages, identifier, names[identifier])
    return Ingested(own, tuple(found), tuple(passages))


def corpus(
    profile: BrandProfile, ingested: Ingested, documents: Sequence[DocumentText]
) -> tuple[Passage, ...]:
    """Everything the simulator may quote: documents first, then pages, then competitors' pages.

    A brand of which nothing else could be read is represented by its description.
    """
    added = unread(documents, ingested)
    read = [p for d in added for p in document_passages(d, "brand", profile.name)]
    silent = not read and all(p.owner != "brand" for p in ingested.passages)
    if silent and profile.description:
        read = list(document_passages(_description(profile), "brand", profile.name))
    return (*read, *ingested.passages)


def unread(documents: Sequence[DocumentText], ingested: Ingested) -> tuple[DocumentText, ...]:
    """The documents except single pages that the crawl has read too, which would count twice."""
    pages = ingested.crawl.pages if ingested.crawl else ()
    crawled = {url for page in pages for url in (page.url, page.final_url)}
    return tuple(d for d in documents if d.url not in crawled)


def _description(profile: BrandProfile) -> DocumentText:
    words = len(profile.description.split())
    return DocumentText(DESCRIPTION, profile.name, ((0, profile.description),), words)


def offer_stage(
    profile: BrandProfile,
    ingested: Ingested,
    documents: Sequence[DocumentText],
    embedder: Embedder | None,
) -> Offer:
    """What the brand is and sells, as far as its own texts say so."""
    pages = ingested.crawl.pages if ingested.crawl else ()
    return read_offer(profile, pages, embedder, unread(documents, ingested))


def questions(panel: Panel, engine: EngineSpec, samples: int, seed: int) -> tuple[Question, ...]:
    """Every (prompt, sample) of one engine, prompts in panel order, samples ascending.

    The simulator is asked at least five samples, each phrased differently; every other engine gets
    the prompt's own text. Seeds depend on prompt, engine, sample and `seed`.
    """
    simulated = engine.basis == "simulator"
    count = max(samples, PHRASINGS) if simulated else samples
    made: list[Question] = []
    for prompt in panel.prompts:
        brand = prompt.topic if prompt.branded else None
        forms = phrasings(prompt.text, count, prompt.locale, brand)
        for sample in range(count):
            text = forms[sample] if simulated else prompt.text
            own_seed = _seed(seed, prompt.id, engine.id, sample)
            made.append(Question(prompt.id, text, prompt.locale, sample, own_seed))
    return tuple(made)


def answer_id(prompt_id: str, engine_id: str, sample: int) -> str:
    """The id of an engine's answer to one sample of a prompt; the same in every run."""
    return str(uuid.uuid5(ANSWER_NAMESPACE, f"{prompt_id}\n{engine_id}\n{sample}"))


async def ask_one(
    engine: AssistantEngine, prompt: PanelPrompt, question: Question, clock: Clock
) -> Answer:
    """Ask one question and time it; a failure becomes an answer with status failed or refused."""
    started = clock.monotonic()
    raw = await engine.ask(question)
    latency = raw.latency_ms or round((clock.monotonic() - started) * 1000, 3)
    return Answer(
        answer_id(prompt.id, engine.spec.id, question.sample),
        prompt,
        engine.spec,
        question.sample,
        clock.now(),
        replace(raw, latency_ms=latency),
    )


def extract_all(profile: BrandProfile, answers: Sequence[Answer]) -> tuple[Extraction, ...]:
    """What each answer says about the brand and its competitors, in the order of the answers."""
    entities = EntitySet.of(profile)
    return tuple(extract_answer(answer, entities) for answer in answers)


def audit_stage(crawled: SiteCrawl | None, profile: BrandProfile, seed: int) -> AuditReport | None:
    """The technical audit; None without a website or if its start page returned nothing."""
    if crawled is None or not crawled.pages:
        return None
    return audit(crawled, profile, seed)


def score_stage(
    profile: BrandProfile,
    passages: Sequence[Passage],
    answers: Sequence[Answer],
    extractions: Sequence[Extraction],
    audited: AuditReport | None,
    embedder: Embedder | None,
    seed: int,
) -> tuple[Scores, AudienceFit | None]:
    """The four scores, and the audience fit on which one of them is based.

    Questions are derived from the brand's own texts; if the simulator could quote only the
    description they were derived from, the result is exploratory however many questions were asked.
    """
    fit = audience_fit(profile, passages, answers, embedder, seed)
    scores = score_run(profile, answers, extractions, audited, fit, seed)
    own = {passage.source for passage in passages if passage.owner == "brand"}
    if scores.basis == "simulator" and own <= {f"document:{DESCRIPTION}"}:
        scores = scores.as_exploratory()
    return scores, fit


def recommend_stage(
    profile: BrandProfile,
    answers: Sequence[Answer],
    extractions: Sequence[Extraction],
    audited: AuditReport | None,
    fit: AudienceFit | None,
    earlier: Sequence[Observation] = (),
    own: Own = NOTHING_READ,
    of_panel: int = 0,
    open_before: Mapping[str, OpenGap] | None = None,
) -> tuple[tuple[ContentGap, ...], tuple[Recommendation, ...], frozenset[str]]:
    """Content gaps and recommendations for everything found, most useful first.

    Then the keys of what was looked for on the own pages, whether or not it is recommended.

    `earlier` are observations of previous runs, pooled with this run's where comparable. With `own`
    texts, a gap states what the closest own page lacks. `of_panel` is the number of non-branded
    questions the brand asks: what a run of a few of them expects is a share of all. `open_before`
    are the competitor gaps open until now, by prompt id.
    """
    kind = own.offer.kind.value if own.offer and own.offer.kind else None
    gaps = content_gaps(
        profile,
        answers,
        extractions,
        best_own_pages(answers),
        earlier,
        own=tuple(p for p in own.passages if p.owner == "brand"),
        kind=kind,
        sold=own.offer.category.value if own.offer and own.offer.category else "",
        before=open_before,
    )
    asked = {answer.prompt.id for answer in answers if not answer.prompt.branded}
    year = max((answer.answered_at.year for answer in answers), default=None)
    brand = tuple(p for p in own.passages if p.owner == "brand")
    prompts = max(len(asked), of_panel) or None
    advice = recommend(profile, gaps, audited, fit, prompts, kind, brand, year)
    return gaps, advice, examined(profile, gaps, audited, kind, brand, year)


def best_own_pages(answers: Sequence[Answer]) -> dict[str, str]:
    """Maps each prompt id to the own page or document that came closest to answering it."""
    best: dict[str, tuple[float, str]] = {}
    for answer in answers:
        for passage in answer.raw.passages:
            known = best.get(answer.prompt.id, (0.0, ""))
            if passage.owner == "brand" and passage.score > known[0]:
                best[answer.prompt.id] = (passage.score, passage.source)
    return {prompt: source for prompt, (_, source) in best.items()}


def versions_of(
    audited: AuditReport | None, fit: AudienceFit | None, embedder: Embedder | None
) -> tuple[tuple[str, str], ...]:
    """Name and version of everything that affected the numbers."""
    versions = [
        ("panel", PANEL_VERSION),
        ("simulator", SIMULATOR_VERSION),
        ("embeddings", embedder.name if embedder else "none"),
        ("extractor", EXTRACTOR_VERSION),
        ("scoreModel", SCORE_MODEL),
    ]
    if audited is not None:
        versions.append(("audit", audited.version))
    if fit is not None:
        versions.append(("audienceFit", fit.score.model))
    return tuple(versions)


def _seed(seed: int, prompt_id: str, engine_id: str, sample: int) -> int:
    digest = sha256(f"{seed}\n{prompt_id}\n{engine_id}\n{sample}".encode()).digest()
    return int.from_bytes(digest[:4], "big")

"""A run's report as one plain object, for `--json` and for tests.

Invariant: the same site, profile and seed give the same bytes. The report therefore contains
nothing that depends on when or how fast it was made: times of day are omitted, and measured
durations are rounded down to a step.
"""

from __future__ import annotations

import re
from typing import Any

from presence.analysis.types import (
    Answer,
    AudienceFit,
    ContentGap,
    Contrast,
    EvidenceRef,
    Extraction,
    Finding,
    PageFacts,
    Recommendation,
    RunReport,
    Score,
)
from presence.analysis.types.offer import Ask

_FETCHED_AT = re.compile(
    r"[,;]?\s*(?:fetched\s+)?\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?(?: ?UTC|Z)?"
)
_MILLISECONDS = re.compile(r"\b(\d+)(?:\.\d+)? ?ms\b")
_TIMED = frozenset({"slow-first-byte"})


def report_as_json(report: RunReport) -> dict[str, Any]:
    """The object of `presence analyze --json`; scores without data are null, never 0."""
    scores = report.scores
    fit = report.audience_fit
    findings = report.audit.findings if report.audit else ()
    return {
        "brand": report.profile.name,
        "basis": scores.basis,
        "verdict": scores.verdict,
        "unreadable": report.audit.unreadable if report.audit else "",
        "scores": {
            "content": score_as_json(scores.content),
            "technical": score_as_json(scores.technical),
            "audienceFit": score_as_json(scores.audience_fit),
            "overall": score_as_json(scores.overall),
        },
        "standsFor": {name: scores.stands_for(name) for name in ("content", "overall")},
        "audienceFit": None if fit is None else _fit(fit),
        "contentGaps": [_gap(gap) for gap in report.gaps],
        "contrasts": [_contrast(gap, gap.contrast) for gap in report.gaps if gap.contrast],
        "technicalGaps": [_finding(finding) for finding in findings],
        "recommendations": [_recommendation(advice) for advice in report.recommendations],
        "pages": [_page(page) for page in (report.crawl.pages if report.crawl else ())],
        "engines": [
            {
                "id": engine.id,
                "name": engine.name,
                "model": engine.model,
                "surface": engine.surface,
                "basis": engine.basis,
                "detail": engine.detail,
            }
            for engine in report.engines
        ],
        "answers": [
            _answer(answer, extraction)
            for answer, extraction in zip(report.answers, report.extractions, strict=True)
        ],
        "ask": _ask(report.panel.ask),
        "versions": dict(report.versions),
    }


def _ask(ask: Ask | None) -> dict[str, Any] | None:
    if ask is None:
        return None
    if not ask.question:
        return {"reason": ask.reason}
    return {
        "reason": ask.reason,
        "question": ask.question,
        "suggestions": list(ask.suggestions),
    }


def score_as_json(score: Score | None) -> dict[str, Any] | None:
    """value, low and high to one decimal, and n."""
    if score is None:
        return None
    return {
        "value": round(score.value, 1),
        "low": round(score.low, 1),
        "high": round(score.high, 1),
        "n": score.n,
    }


def without_timestamps(text: str) -> str:
    """The text without its time of retrieval."""
    return _FETCHED_AT.sub("", text).strip(" ;,")


def stepped(text: str) -> str:
    """The text with each duration as the step it exceeds: 800 ms, then full half seconds."""
    return _MILLISECONDS.sub(lambda match: _step(int(match.group(1))), text)


def _step(milliseconds: int) -> str:
    if milliseconds >= 1000:
        return f"over {milliseconds // 500 * 500} ms"
    return "over 800 ms" if milliseconds >= 800 else "under 800 ms"


def _fit(fit: AudienceFit) -> dict[str, Any]:
    return {
        "relevance": round(fit.relevance, 2),
        "toneMatch": round(fit.tone_match, 1),
        "tone": fit.tone,
        "method": fit.method,
        "evidence": [
            {"item": item.name, "score": item.score, "quote": item.quote, "source": item.source}
            for item in fit.items
        ],
    }


def _gap(gap: ContentGap) -> dict[str, Any]:
    return {
        "category": gap.category,
        "prompt": gap.prompt,
        "aiResponse": gap.ai_response,
        "gapType": gap.gap_type,
        "competitor": gap.competitor,
        "attackMove": gap.attack_move,
    }


def _contrast(gap: ContentGap, contrast: Contrast) -> dict[str, Any]:
    return {
        "prompt": gap.prompt,
        "lacks": list(contrast.lacks),
        "page": contrast.page,
        "answers": contrast.answers,
        "of": contrast.of,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    timed = finding.code in _TIMED
    action = f"{finding.action}\n{finding.fix}" if finding.fix else finding.action
    return {
        "page": finding.page,
        "pages": list(finding.pages),
        "code": finding.code,
        "issue": finding.issue,
        "type": finding.type,
        "impact": finding.impact,
        "action": action,
        "evidence": [_evidence(item, timed=timed) for item in finding.evidence],
    }


def _evidence(item: EvidenceRef, *, timed: bool = False) -> dict[str, Any]:
    quote = stepped(item.quote) if timed else item.quote
    return {
        "kind": item.kind,
        "ref": item.ref,
        "quote": quote,
        "detail": without_timestamps(item.detail),
    }


def _recommendation(advice: Recommendation) -> dict[str, Any]:
    return {
        "category": advice.category,
        "priority": advice.priority,
        "title": advice.title,
        "description": advice.description,
        "why": advice.why,
        "fix": advice.fix,
        "grade": advice.grade,
        "evidence": [_evidence(item, timed=True) for item in advice.evidence],
    }


def _page(page: PageFacts) -> dict[str, Any]:
    return {
        "url": page.final_url,
        "status": page.status,
        "title": page.title,
        "description": page.description,
        "words": page.word_count,
        "depth": page.depth,
        "needsJavascript": page.needs_javascript,
    }


def _answer(answer: Answer, extraction: Extraction) -> dict[str, Any]:
    citations = answer.raw.citations
    return {
        "id": answer.id,
        "prompt": answer.prompt.text,
        "intent": answer.prompt.intent,
        "topic": answer.prompt.topic,
        "branded": answer.prompt.branded,
        "engine": answer.engine.id,
        "sample": answer.sample,
        "status": answer.raw.status,
        "text": answer.text,
        "brandNamed": extraction.brand_named,
        "position": extraction.position_of("brand"),
        "citations": None
        if citations is None
        else [{"number": c.number, "url": c.url, "owner": c.owner} for c in citations],
    }

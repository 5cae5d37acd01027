"""From a brand profile to a report: the stages of a run, and all of them in one call."""

from presence.analysis.pipeline.run import AnalyseOptions, analyse
from presence.analysis.pipeline.stages import (
    Ingested,
    Own,
    answer_id,
    ask_one,
    audit_stage,
    best_own_pages,
    corpus,
    extract_all,
    ingest,
    offer_stage,
    questions,
    recommend_stage,
    score_stage,
    versions_of,
)

__all__ = [
    "AnalyseOptions",
    "Ingested",
    "Own",
    "analyse",
    "answer_id",
    "ask_one",
    "audit_stage",
    "best_own_pages",
    "corpus",
    "extract_all",
    "ingest",
    "offer_stage",
    "questions",
    "recommend_stage",
    "score_stage",
    "versions_of",
]

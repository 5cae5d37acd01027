"""A platform's figures by page beside our own measure, on the wire."""

from __future__ import annotations

from datetime import date
from typing import Literal

from presence.domains.results.schemas.results import Count, Percent
from presence.http.schemas import ApiOut, unit

WhyNot = Literal["no-answers", "few-pages", "all-alike"]


class ComparedPageOut(ApiOut):
    """A page of the report: its figure there, and the answers that cite it, with their share."""

    page: str
    reported: float = unit("count")
    cited: Count
    share: Percent


class ReportComparisonOut(ApiOut):
    """A report's main figure by page beside the share of our answers that cite the page.

    `agreement` is Spearman's rank correlation over the `pages` of the report, from -1 to 1, with
    its 95 % interval; a page that no answer cites has a share of 0. It is null, and `why` says why:
    no answers of these days whose sources are known (`no-answers`), fewer than 8 pages
    (`few-pages`), or all pages alike in one of the two (`all-alike`). `answers` are from the days
    `answeredFrom` to `answeredTo`: those of the report as far as the plan shows them. The first 50
    pages are listed. None of it changes a score.
    """

    column: str
    answered_from: date
    answered_to: date
    answers: Count
    pages: Count
    agreement: float | None
    low: float | None
    high: float | None
    why: WhyNot | None
    data: list[ComparedPageOut]

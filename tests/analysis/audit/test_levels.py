"""How much a finding matters: the technical gap and its recommendation always agree."""

from __future__ import annotations

import pytest

from presence.analysis.audit import CODES
from presence.analysis.audit.levels import LEVELS
from presence.analysis.recommendations import recommend
from presence.analysis.types import AuditReport, Recommendation
from tests.analysis.defects import DEFECTS
from tests.analysis.sites import PROFILE, audited, page, site_with

LEADING = [code for code, known in CODES.items() if known.weight]
ON_PAPER = [code for code, known in CODES.items() if not known.weight]
NOINDEX = '<meta name="robots" content="noindex">'


def advised(report: AuditReport) -> tuple[Recommendation, ...]:
    return recommend(PROFILE, (), report, None)


def large_site(hidden: str) -> AuditReport:
    """Twenty pages, one of them closed to search."""
    paths = ["/tables", "/care", hidden, *(f"/wood-{n}" for n in range(18))]
    changes = {
        path: page(
            "dining" if path == "/tables" else "oiled",
            path,
            title=f"Oiled tables by Acme: {path}",
            description=f"What to know about oiled tables: sizes, prices and delivery, {path}.",
            extra=f"<p>All about {path}.</p>",
            links=tuple(other for other in paths if other != path),
            head=NOINDEX if path == hidden else "",
        )
        for path in paths
    }
    return audited(site_with(changes))


@pytest.mark.parametrize("code", LEADING)
def test_a_technical_gap_and_its_recommendation_have_the_same_level(code: str) -> None:
    report = audited(site_with(DEFECTS[code]))
    (advice,) = (found for found in advised(report) if found.source_ref == code)
    assert advice.priority == report.findings[0].impact


@pytest.mark.parametrize("code", ON_PAPER)
def test_what_is_only_for_information_is_no_recommendation(code: str) -> None:
    assert advised(audited(site_with(DEFECTS[code]))) == ()


def test_markup_on_every_page_never_has_more_than_a_low_impact() -> None:
    bare = {path: page("dining", path, json_ld=None, open_graph=False) for path in ("/", "/tables")}
    impacts = {f.impact for f in audited(site_with(bare)).findings if "missing" in f.code}
    assert impacts == {"Low"}


def test_the_list_of_technical_gaps_is_in_order_of_their_levels() -> None:
    together = {
        **DEFECTS["open-graph-missing"],
        **DEFECTS["robots-blocks-search-bot"],
        "/care": page("oiled", "/care", title="Oak"),
    }
    ranks = [LEVELS[finding.impact] for finding in audited(site_with(together)).findings]
    assert len(ranks) == 3
    assert ranks == sorted(ranks)


def test_a_price_page_kept_out_of_search_is_what_to_do_first_however_large_the_site() -> None:
    report = large_site("/fees")
    (closed,) = (finding for finding in report.findings if finding.code == "noindex")
    assert closed.impact == "High"
    assert advised(report)[0].source_ref == "noindex"
    assert advised(report)[0].title.startswith("Remove noindex on /fees")


def test_one_page_among_many_that_nobody_looks_for_is_not() -> None:
    report = large_site("/wood-archive")
    (closed,) = (finding for finding in report.findings if finding.code == "noindex")
    assert closed.impact == "Low"


def test_pages_just_short_of_a_hundred_words_lack_less_than_pages_with_five() -> None:
    def impact(words: int) -> str:
        text = " ".join(f"word{n}" for n in range(words))
        thin = page("dining", "/tables", body=f"<h1>Tables</h1><p>{text}.</p>")
        report = audited(site_with({"/tables": thin}))
        return next(f.impact for f in report.findings if f.code == "thin-content")

    assert (impact(5), impact(94)) == ("Medium", "Low")


def test_a_thin_page_is_named_with_its_count_of_words() -> None:
    report = audited(site_with(DEFECTS["thin-content"]))
    assert report.findings[0].action.startswith("/tables has only 2 words of its own.")

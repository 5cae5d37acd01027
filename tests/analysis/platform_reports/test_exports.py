"""Exports of each platform, with the headers the platforms write, are read to the figure."""

from __future__ import annotations

import codecs
from datetime import date

import pytest

from presence.analysis.platform_reports import PlatformReport, read_report

GA4 = """# ----------------------------------------
# Traffic acquisition: Session default channel group
# Account: Marlow
# Property: marlow.example
# ----------------------------------------
#
# All Users
# Start date: 20260701
# End date: 20260928
Session default channel group,Sessions,Engaged sessions,Engagement rate,Key events,Total revenue
Grand total,1000,600,0.6,30,1500.5
Organic Search,900,540,0.6,25,1400
AI Assistant,100,60,0.6,5,100.5

# ----------------------------------------
# All Users
# Start date: 20260701
# End date: 20260928
Date,Sessions
20260701,10
"""


def read(text: str, name: str = "") -> PlatformReport:
    """The report in a text."""
    return read_report(text.encode(), name)


def table(report: PlatformReport) -> dict[str, dict[str, object]]:
    """Figures by name and column."""
    names = [column.name for column in report.columns]
    return {row.name: dict(zip(names, row.values, strict=True)) for row in report.rows}


def test_search_console_queries_are_read_with_their_rates_in_percent() -> None:
    report = read(
        'Top queries,Clicks,Impressions,CTR,Position\n"boots, warm",12,"1,234",0.97%,6.2\n'
        "hiking boots,5,900,0.56%,11.43\n"
    )
    assert (report.platform, report.subject, report.label) == (
        "search-console",
        "queries",
        "Top queries",
    )
    assert table(report)["boots, warm"] == {
        "Clicks": 12,
        "Impressions": 1234,
        "CTR": 0.97,
        "Position": 6.2,
    }
    assert report.columns[report.main].name == "Impressions"
    assert (report.first, report.last) == (None, None)


def test_search_console_pages_of_a_german_user_are_read_with_their_commas() -> None:
    report = read(
        "Häufigste Seiten;Klicks;Impressionen;CTR;Position\r\n"
        "https://a.example/x;80;2.000;4,0 %;9,28\r\nhttps://a.example/y;0;1.500;0,0 %;8,70\r\n"
    )
    assert (report.platform, report.subject) == ("search-console", "pages")
    assert report.rows[0].values == (80, 2000, 4.0, 9.28)
    assert report.rows[1].values == (0, 1500, 0.0, 8.7)


def test_search_console_by_date_covers_its_own_days() -> None:
    report = read("Date,Clicks,Impressions,CTR,Position\n2026-08-02,0,1,0%,6\n2026-08-01,0,0,,\n")
    assert report.subject == "dates"
    assert (report.first, report.last) == (date(2026, 8, 1), date(2026, 8, 2))
    assert report.rows[1].values == (0, 0, None, None)
    assert report.counts.unreadable == 0


def test_search_consoles_generative_report_has_impressions_only() -> None:
    report = read("Top pages,Impressions\nhttps://a.example/,41\nhttps://a.example/b,4 000\n")
    assert (report.platform, report.subject) == ("search-console-ai", "pages")
    assert [row.values for row in report.rows] == [(41,), (4000,)]


def test_bings_citations_are_read_by_page_and_by_grounding_query() -> None:
    pages = read("Page,Citations\nhttps://a.example/,13972\n")
    assert (pages.platform, pages.subject, pages.rows[0].values) == ("bing-ai", "pages", (13972,))
    queries = read(
        "Grounding Query,Intent,Topic,Citations,Citation Share\n"
        "best boots 2026,Research,Shoes,12,12.5%\n"
    )
    assert (queries.platform, queries.subject) == ("bing-ai", "queries")
    assert table(queries)["best boots 2026"] == {
        "Intent": "Research",
        "Topic": "Shoes",
        "Citations": 12,
        "Citation Share": 12.5,
    }


def test_bings_citations_by_day_are_no_citations_of_pages() -> None:
    report = read("Date,Citations,Cited Pages\n2026-03-01,12,4\n2026-03-02,9,3\n")
    assert (report.platform, report.subject) == ("bing-ai", "dates")
    assert (report.first, report.last) == (date(2026, 3, 1), date(2026, 3, 2))


def test_analytics_is_read_without_its_comments_totals_and_second_table() -> None:
    report = read(GA4)
    assert (report.platform, report.subject) == ("ga4", "sources")
    assert (report.first, report.last) == (date(2026, 7, 1), date(2026, 9, 28))
    assert list(table(report)) == ["Organic Search", "AI Assistant"]
    assert table(report)["AI Assistant"]["Key events"] == 5
    assert (report.counts.totals, report.counts.tables) == (1, 1)


def test_the_table_by_day_above_that_of_analytics_is_passed_over() -> None:
    days = "".join(f"{number:04},{number}\n" for number in range(90))
    report = read(f"# Start date: 20260701\n# End date: 20260928\nNth day,Sessions\n{days}\n{GA4}")
    assert list(table(report)) == ["Organic Search", "AI Assistant"]
    assert (report.first, report.last) == (date(2026, 7, 1), date(2026, 9, 28))


def test_a_landing_page_stays_apart_by_the_source_beside_it() -> None:
    report = read(
        "Landing page + query string,Session source / medium,Sessions,Key events\n"
        "/boots,chatgpt.com / referral,7,1.5\n/boots,google / organic,90,2\n/boots,google / organic"
        ",10,1\n"
    )
    assert (report.platform, report.subject) == ("ga4", "pages")
    assert [row.values for row in report.rows] == [
        ("chatgpt.com / referral", 7, 1.5),
        ("google / organic", 100, 3),
    ]
    assert report.counts.folded == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_matomo_is_read_as_it_writes_its_files(encoding: str) -> None:
    text = "Label,Unique visitors,Visits,Conversions\nchatgpt.com,8,11,2\nperplexity.ai,3,3,0\n"
    report = read_report(text.encode(encoding))
    assert (report.platform, report.subject) == ("matomo", "sources")
    assert table(report)["chatgpt.com"]["Visits"] == 11


def test_matomos_entry_pages_are_pages_by_their_entries() -> None:
    report = read(
        "label,nb_visits,entry_nb_visits,metadata_url\npricing,40,25,https://a.example/p\n"
    )
    assert (report.platform, report.subject) == ("matomo", "pages")
    assert report.columns[report.main].name == "entry_nb_visits"
    assert table(report)["pricing"]["metadata_url"] == "https://a.example/p"


def test_plausibles_sources_and_entry_pages_are_told_apart_by_their_names() -> None:
    name = "Plausible export marlow.example 2026-08-01  to 2026-08-28 .csv"
    sources = read(
        "name,visitors,bounce_rate,visit_duration\nChatGPT,90,41,63\nGoogle,8,2,3\n", name
    )
    assert (sources.platform, sources.subject) == ("plausible", "sources")
    assert (sources.first, sources.last) == (date(2026, 8, 1), date(2026, 8, 28))
    pages = read("name,unique_entrances,total_entrances,visit_duration\n/,90,120,63\n/b,8,9,3\n")
    assert (pages.subject, pages.columns[pages.main].name) == ("pages", "total_entrances")


def test_rows_of_one_name_are_joined_without_inventing_what_does_not_add_up() -> None:
    report = read(
        "Top pages,Clicks,Impressions,CTR,Position,Visitors,Odd figure\n"
        "https://a.example/,1,10,10%,2,5,7\nhttps://a.example/,2,20,10%,8,5,7\n"
    )
    clicks, shown, ctr, position, visitors, odd = report.rows[0].values
    assert (clicks, shown, ctr, position) == (3, 30, 10.0, 6.0)
    assert (visitors, odd) == (None, None)


def test_a_rate_without_its_sign_is_read_as_the_ratio_it_is() -> None:
    report = read("Top queries,Clicks,Impressions,CTR,Position\nboots,3,60,0.05,9\nb,0,9,0,8\n")
    assert [row.values[2] for row in report.rows] == [5.0, 0.0]


def test_columns_nobody_knows_are_kept_as_numbers_percent_or_text() -> None:
    report = read("Page,Citations,Trend,Share of answers,Note\n/a,1,4.5,12%,new\n/b,2,5.5,3%,\n")
    assert [(c.name, c.field, c.unit) for c in report.columns] == [
        ("Citations", "citations", "count"),
        ("Trend", "", "number"),
        ("Share of answers", "", "percent"),
        ("Note", "", "text"),
    ]


def test_a_byte_order_mark_behind_another_one_is_no_part_of_the_header() -> None:
    data = codecs.BOM_UTF8 + "\ufeffPage,Citations\n/a,1\n".encode()
    assert read_report(data).platform == "bing-ai"

"""Broken, hostile and wrong files are refused with what to do, or read with what was left out."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from presence.analysis.imported.model import ImportRefused
from presence.analysis.platform_reports import read_report
from presence.analysis.platform_reports.model import MOST_COLUMNS, MOST_ROWS
from presence.analysis.platform_reports.numbers import decimal_mark, number_of
from tests.analysis.platform_reports.test_exports import GA4, read

BING = "Page,Citations\n"


def refusal(data: bytes | str, name: str = "") -> str:
    """The sentence a file is refused with."""
    with pytest.raises(ImportRefused) as refused:
        read_report(data.encode() if isinstance(data, str) else data, name)
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The file is empty."),
        ("Filter,Value\nSearch type,Web\n", "Choose Pages.csv or Queries.csv"),
        ("Country,Clicks,Impressions,CTR,Position\nUS,1,2,50%,1\n", "This is Countries.csv"),
        ("Device,Impressions\nDesktop,30\n", "This is Devices.csv"),
        ("Keyword,Impressions,Clicks,CTR\nboots,1,1,1%\n", "search performance of Bing"),
        ("Page path and screen class,Views\n/,1\n", "“Pages and screens” of Google Analytics"),
        ("name,visitors\nFirefox,8\n", "sources.csv or entry_pages.csv"),
        ("Top pages,Last 28 days Clicks,Previous 28 days Clicks\n/,1,1\n", "comparison off"),
        ("# Startdatum: 20260701\nSeite,Aufrufe\n/,1\n", "Set Analytics to English"),
        ("Order,Amount\n17,3\n", "are not those of a report we can read: Order, Amount."),
        ("Top queries,Clicks,Impressions,CTR,Position\n", "no rows below its header"),
        (BING, "no rows below its header"),
        (BING + "/a,many\n", "No number can be read in the column “Citations”."),
        ("Date,Citations\nyesterday,1\n", "Write them as 2026-08-28."),
        (BING + '"/a,1\n', "a quoted cell does not end"),
        (
            '198.51.100.7 - - [20/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5\n',
            "This looks like an access log.",
        ),
    ],
)
def test_a_wrong_file_is_told_what_it_is_and_what_to_export(text: str, said: str) -> None:
    assert said in refusal(text)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04rest", "Unpack it and choose one CSV file"),
        (b"Page,Citations\n/a\0b,1\n", "not a text file"),
        (b"Page,Citations\n/caf\xe9,1\n", "neither UTF-8 nor UTF-16"),
        (b"%PDF-1.7 Page,Citations", "not a text file"),
        (b"x" * 10_000_001, "larger than 10 MB"),
    ],
)
def test_bytes_that_are_no_text_are_refused(data: bytes, said: str) -> None:
    assert said in refusal(data)


def test_more_rows_than_the_limit_are_refused_and_as_many_are_read() -> None:
    rows = [f"/p{number},{number}\n" for number in range(MOST_ROWS + 1)]
    assert "more than 25,000 rows" in refusal(BING + "".join(rows))
    assert len(read(BING + "".join(rows[:-1])).rows) == MOST_ROWS


def test_rows_that_are_left_out_do_not_get_around_the_limit() -> None:
    assert "more than 25,000 rows" in refusal(BING + "Total,1\n" * (2 * MOST_ROWS + 1))


def test_more_columns_than_the_limit_are_refused() -> None:
    wide = ",".join(f"c{number}" for number in range(MOST_COLUMNS))
    assert f"more than {MOST_COLUMNS} columns" in refusal(f"Page,Citations,{wide}\n/a,1\n")


def test_every_row_is_kept_folded_or_counted() -> None:
    huge = "/" + "x" * 1_000_000
    report = read(
        f"{BING}/a,1\n/a,2\n\n , \n,4\n{huge},5\n/b,6,7,8\n/c\nTotal,9\n/d,many\n/e,-3\n/f,9e9\n"
    )
    counts = report.counts
    assert {row.name: row.values[0] for row in report.rows} == {
        "/a": 3,
        "/c": None,
        "/d": None,
        "/e": None,
        "/f": None,
    }
    assert (counts.folded, counts.totals, counts.unnamed, counts.uneven) == (1, 1, 2, 1)
    assert counts.unreadable == 3
    left_out = counts.totals + counts.unnamed + counts.uneven
    assert counts.read == len(report.rows) + counts.folded + left_out


def test_headings_that_repeat_get_a_name_of_their_own() -> None:
    report = read("Page,Citations,Citations,,Note,Note\n/a,1,2,3,x,y\n")
    assert [column.name for column in report.columns] == [
        "Citations",
        "Citations (2)",
        "Column 4",
        "Note",
        "Note (2)",
    ]
    assert [column.field for column in report.columns] == ["citations", "", "", "", ""]


def test_a_formula_and_control_characters_are_only_text() -> None:
    report = read(f'{BING}"=HYPERLINK(""http://x"")",1\n"\u202e/a\x1b[31m\u2028b",2\n')
    assert [row.name for row in report.rows] == ['=HYPERLINK("http://x")', "/a [31m b"]


def test_a_query_that_begins_with_a_hash_is_no_comment() -> None:
    report = read("Top queries,Clicks,Impressions,CTR,Position\n#1 boots,1,2,50%,1\nb,1,2,50%,1\n")
    assert report.rows[0].name == "#1 boots"


@pytest.mark.parametrize(
    "name",
    ["a 2026-13-01 2026-13-02.csv", "2026-08-28.csv", "2026-08-28_2026-08-01.csv", "20260801"],
)
def test_a_name_that_gives_no_period_gives_none(name: str) -> None:
    report = read(BING + "/a,1\n", name)
    assert (report.first, report.last) == (None, None)


@pytest.mark.parametrize(
    ("cell", "mark", "whole", "value"),
    [
        ("1,234", None, True, 1234),
        ("1.234", None, True, 1234),
        ("1.234", ".", True, 1.234),
        ("1.234", None, False, 1.234),
        ("1,234", ".", False, 1234),
        ("0.333", None, True, 0.333),
        ("1.234.567", None, True, 1234567),
        ("1.234,56", None, True, 1234.56),
        ("1,23,456", None, True, 123456),
        ("1 234,5", None, True, 1234.5),
        ("1’234", None, True, 1234),
        ("12,5 %", None, False, 12.5),
        ("€12.50", None, False, 12.5),
        ("-3", None, True, -3),
        ("1e9", None, True, None),
        ("inf", None, True, None),
        ("nan", None, True, None),
        ("٣", None, True, None),
        ("9" * 400, None, True, None),
        ("1..2", None, True, None),
        ("", None, True, None),
        ("=1+1", None, True, None),
        ("0x10", None, True, None),
    ],
)
def test_a_number_is_read_as_it_was_meant_or_not_at_all(
    cell: str, mark: str | None, whole: bool, value: float | None
) -> None:
    assert number_of(cell, mark, whole=whole) == value


def test_cells_that_contradict_each_other_prove_no_decimal_mark() -> None:
    assert decimal_mark(["1,234", "12,5"]) == ","
    assert decimal_mark(["1,234", "12.5"]) == "."
    assert decimal_mark(["12,5", "12.5"]) is None
    assert decimal_mark(["1,234", "5"]) is None


def test_no_damage_to_a_file_does_anything_but_refuse_it_or_read_it() -> None:
    chance = random.Random(7)  # noqa: S311 - not for secrets
    for _ in range(400):
        data = bytearray(GA4.encode(chance.choice(["utf-8", "utf-16"])))
        for _ in range(chance.randint(1, 30)):
            place = chance.randrange(len(data))
            data[place : place + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3))
        with suppress(ImportRefused):
            report = read_report(bytes(data), "a.csv")
            assert all(len(row.values) == len(report.columns) for row in report.rows)

"""Ranks in lists and prose, citations with their owners, highlights, speed."""

from __future__ import annotations

from itertools import pairwise

import pytest

from presence.analysis.extraction import EntitySet, extract, highlights, owner_of, source_class
from presence.analysis.types import BrandProfile, Citation, Competitor
from tests.analysis.extraction.naming import competitors_named, read

THREE = ("Salomon", "Hoka")


def test_prose_ranks_by_first_affirmative_mention() -> None:
    text = "I have no data on Acme here. Hoka is soft, Salomon grips, and Acme lasts."
    assert read("Acme", text, competitors=THREE).positions == (
        ("hoka", 1),
        ("salomon", 2),
        ("brand", 3),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Here they are:\n1. Unknown One – soft\n2. Salomon – grip\n3. Acme – lasts",
        "Here they are:\n\n- **Unknown One**: soft\n- **Salomon**: grip\n- **Acme**: lasts\n",
        "1. **Unknown One**\n   - soft\n   - light\n\n2. **Salomon**\n   - grip\n\n3. **Acme**\n",
        "1. Unknown One\n\nIt is soft.\n\n2. Salomon\n\nIt grips.\n\n3. Acme\n\nIt lasts.",
        "### 1. Unknown One\nsoft\n### 2. Salomon\ngrip\n### 3. Acme\nlasts",
        "1. Unknown One\n1. Salomon\n1. Acme\n",
        "1) Unknown One\n2) Best grip: Salomon\n3) The Acme Runner",
        "| Brand | For |\n|---|---|\n| Unknown One | soft |\n| Salomon | grip |\n| Acme | all |",
    ],
)
def test_a_list_ranks_by_item_whoever_the_items_are(text: str) -> None:
    ranks = dict(read("Acme", text, competitors=THREE).positions)
    assert ranks == {"salomon": 2, "brand": 3}


def test_a_name_inside_an_item_does_not_take_its_rank() -> None:
    text = "1. Salomon – rivals Acme on grip\n2. Hoka – soft\n3. Acme – lasts"
    assert dict(read("Acme", text, competitors=THREE).positions)["brand"] == 3


def test_a_name_behind_a_list_ranks_after_its_items() -> None:
    text = "1. Salomon\n2. Unknown One\n3. Hoka\n\nAcme is sold too."
    assert dict(read("Acme", text, competitors=THREE).positions)["brand"] == 4


def test_an_absent_brand_has_no_rank() -> None:
    assert read("Acme", "Hoka is soft.", competitors=THREE).position_of("brand") is None


def test_the_simulators_labelled_lines_rank_owners_in_order() -> None:
    text = "Salomon: Our soles grip on wet rock. [1]\nAcme: Trail shoes that last. [2]"
    assert read("Acme", text, competitors=THREE).positions == (("salomon", 1), ("brand", 2))


def test_a_label_that_is_only_a_host_is_a_citation_and_no_mention() -> None:
    profile = BrandProfile(name="Vercel", prefixes=("vercel.com",))
    text = "See [vercel.com](https://vercel.com) for more."
    result = extract("a", text, EntitySet.of(profile), None)
    assert result.brand_named is False
    assert result.cited_owned is True
    assert result.citations is not None
    found = result.citations[0]
    assert (found.owner, found.source_class) == ("brand", "owned")
    assert text[found.start : found.end] == "[vercel.com](https://vercel.com)"


def test_no_citation_data_stays_unknown() -> None:
    profile = BrandProfile(name="Acme", prefixes=("acme.example",))
    result = extract("a", "Acme lasts.", EntitySet.of(profile), None)
    assert result.citations is None
    assert result.cited_owned is None


def test_an_empty_citation_list_is_a_real_zero() -> None:
    profile = BrandProfile(name="Acme", prefixes=("acme.example",))
    assert extract("a", "Acme lasts.", EntitySet.of(profile), ()).cited_owned is False


def test_a_retrieved_source_is_not_a_cited_one() -> None:
    profile = BrandProfile(name="Acme", prefixes=("acme.example",))
    source = Citation(url="https://acme.example/a", kind="retrieved")
    assert extract("a", "Acme lasts.", EntitySet.of(profile), (source,)).cited_owned is False


def test_a_brand_without_urls_has_no_citation_rate() -> None:
    source = Citation(url="document:Guide.docx", owner="brand")
    result = read("Acme", "Acme: It lasts. [1]", citations=(source,))
    assert result.citations is not None
    assert result.citations[0].source_class == "owned"
    assert result.cited_owned is None


def test_the_longest_prefix_owns_a_url() -> None:
    kings = Competitor("kings", "Kings", prefixes=("nba.com/kings",))
    suns = Competitor("suns", "Suns", prefixes=("nba.com/suns",))
    profile = BrandProfile(name="League", prefixes=("nba.com",), competitors=(kings, suns))
    prefixes = EntitySet.of(profile).prefixes
    assert owner_of("https://www.nba.com/kings/news", prefixes) == "kings"
    assert owner_of("https://nba.com/suns", prefixes) == "suns"
    assert owner_of("https://nba.com/kingston", prefixes) == "brand"
    assert owner_of("https://stats.nba.com/x", prefixes) == "brand"
    assert owner_of("https://notnba.com/kings", prefixes) is None


def test_two_sites_on_one_machine_are_told_apart_by_their_port() -> None:
    competitor = Competitor("beta", "Beta", website="http://127.0.0.1:8002/")
    profile = BrandProfile(name="Acme", website="http://127.0.0.1:8001", competitors=(competitor,))
    prefixes = EntitySet.of(profile).prefixes
    assert owner_of("http://127.0.0.1:8001/shoes", prefixes) == "brand"
    assert owner_of("http://127.0.0.1:8002/shoes", prefixes) == "beta"
    assert owner_of("http://127.0.0.1:8003/shoes", prefixes) is None


def test_a_prefix_without_port_owns_every_port_of_its_host() -> None:
    prefixes = EntitySet.of(BrandProfile(name="Acme", prefixes=("acme.example",))).prefixes
    assert owner_of("https://acme.example:8443/x", prefixes) == "brand"


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://www.reddit.com/r/running", "community"),
        ("https://en.wikipedia.org/wiki/Shoe", "reference"),
        ("https://www.nhs.gov.uk/feet", "institutional"),
        ("https://www.stanford.edu/x", "institutional"),
        ("https://ox.ac.uk/x", "institutional"),
        ("https://magazine.example/best", "editorial"),
    ],
)
def test_sources_of_nobody_are_classed_by_host(url: str, kind: str) -> None:
    assert source_class(url, None) == kind


def test_highlights_mark_verbatim_spans_in_order_without_overlap() -> None:
    text = "**Acme** and [Salomon](https://salomon.example) and box; I know no Hoka."
    profile = BrandProfile(
        name="Acme",
        competitors=(*competitors_named("Salomon", "Box"), Competitor("h", "Hoka")),
    )
    marks = highlights(text, extract("a", text, EntitySet.of(profile), None))
    spans = [(text[m.start : m.end], m.kind) for m in marks]
    assert ("Acme", "brand") in spans
    assert ("Salomon", "competitor") in spans
    assert all(a.end <= b.start for a, b in pairwise(marks))


def test_the_same_answer_reads_the_same_twice() -> None:
    text = "1. Salomon\n2. Acme – excellent"
    assert read("Acme", text, competitors=THREE) == read("Acme", text, competitors=THREE)

"""Page facts: what is read from raw HTML, and what hostile HTML cannot do."""

from __future__ import annotations

import json
import time

import pytest

from presence.analysis.crawler import read_page
from presence.analysis.types import Fetched, PageFacts
from tests.analysis.fakes import START

URL = "https://a.example/shop/page"


def facts(
    body: str | bytes, content_type: str = "text/html", *headers: tuple[str, str]
) -> PageFacts:
    raw = body.encode() if isinstance(body, str) else body
    answer = Fetched(
        URL, URL, 200, (("content-type", content_type), *headers), raw, (), START, 12.0, 20.0
    )
    return read_page(answer, 1)


def test_head_and_text_are_read() -> None:
    page = facts(
        "<html lang='de'><head><title> A  page </title>"
        "<meta name=Description content='Say &amp; do'>"
        "<link rel=canonical href='/shop/page'><meta property='og:title' content='T'>"
        "<meta name=googlebot content='NoSnippet'>"
        "<link rel=alternate hreflang=en href='/en'></head>"
        "<body><nav>Menu</nav><h1>Head <b>line</b></h1><p>One<br>two.</p>"
        "<footer>Foot</footer></body>"
    )
    assert (page.title, page.description, page.language) == ("A page", "Say & do", "de")
    assert page.canonical == URL
    assert page.open_graph == (("og:title", "T"),)
    assert page.robots_meta == (("googlebot", "nosnippet"),)
    assert page.hreflang == (("en", "https://a.example/en"),)
    assert page.headings == ((1, "Head line"),)
    assert page.main_text == "Head line\nOne\ntwo."


def test_scripts_menus_and_hidden_elements_are_not_text() -> None:
    page = facts(
        "<body><p>Seen.</p><script>var hidden = 1</script><style>p{}</style><div hidden>No</div>"
        "<div style='display:none'>No</div><noscript>No</noscript><template>No</template></body>"
    )
    assert page.main_text == "Seen."


def test_links_are_absolute_without_fragment_and_follow_the_base_element() -> None:
    page = facts(
        "<head><base href='https://b.example/x/'></head><body><a href='y#z'>Y</a>"
        "<a href='mailto:a@example.com'>m</a><a href='/q' rel='nofollow sponsored'>Q</a></body>"
    )
    assert [(link.url, link.label, link.rel) for link in page.links] == [
        ("https://b.example/x/y", "Y", ()),
        ("https://b.example/q", "Q", ("nofollow", "sponsored")),
    ]


def test_json_ld_graphs_are_taken_apart_and_broken_blocks_kept_with_their_error() -> None:
    page = facts(
        '<script type="application/ld+json">{"@context":"https://schema.org","@graph":['
        '{"@type":"WebSite","name":"A"},{"@type":["Organization","Brand"]}]}</script>'
        '<script type="application/ld+json">{"@type": }</script>'
    )
    assert [item.types for item in page.structured] == [("WebSite",), ("Organization", "Brand"), ()]
    assert "schema.org" in page.structured[0].raw
    assert page.structured[2].error is not None


def test_json_ld_nested_a_million_deep_is_an_error_not_a_crash() -> None:
    deep = "[" * 100_000
    page = facts(f'<script type="application/ld+json">{deep}</script>')
    assert page.structured[0].error is not None


def test_microdata_becomes_one_object_with_nested_items() -> None:
    page = facts(
        '<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Table</span>'
        '<div itemprop="offers" itemscope itemtype="https://schema.org/Offer">'
        '<meta itemprop="price" content="640"></div></div>'
    )
    (item,) = page.structured
    assert item.types == ("Product",)
    assert (
        item.raw == '{"@type": "Product", "name": "Table", '
        '"offers": {"@type": "Offer", "price": "640"}}'
    )


def test_microdata_that_stands_elsewhere_is_joined_by_its_reference() -> None:
    page = facts(
        '<div itemscope itemtype="https://schema.org/LocalBusiness" itemref="a b gone">'
        '<span itemprop="name">Birch</span></div>'
        '<p id="a">Call <span itemprop="telephone">030 1</span></p>'
        '<div id="b" itemprop="address" itemscope itemtype="https://schema.org/PostalAddress">'
        '<span itemprop="addressLocality">Kiel</span></div>'
    )
    [item] = page.structured
    assert json.loads(item.raw) == {
        "@type": "LocalBusiness",
        "name": "Birch",
        "telephone": "030 1",
        "address": {"@type": "PostalAddress", "addressLocality": "Kiel"},
    }


def test_microdata_that_refers_to_itself_ends() -> None:
    page = facts(
        '<div id="x" itemscope itemtype="https://schema.org/Thing" itemref="y x">'
        '<b itemprop="name">A</b></div>'
        '<div id="y"><i itemprop="part" itemscope itemref="x"><b itemprop="name">B</b></i></div>'
    )
    assert all(item.error is None for item in page.structured)
    assert len(page.structured) == 1


def test_microdata_whose_items_all_refer_to_each_other_is_read_at_once() -> None:
    names = " ".join(f"n{k}" for k in range(60))
    body = "".join(
        f'<div id="n{k}" itemprop="p" itemscope itemref="{names}"></div>' for k in range(60)
    )
    started = time.process_time()
    facts(f'<div itemscope itemref="{names}"></div>{body}')
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    "markup",
    [
        "<h1>FAQ</h1><h3>How long does it take?</h3><p>About six weeks.</p><h3>Next</h3><p>x</p>",
        "<dl><dt>How long does it take?</dt><dd>About six weeks.</dd></dl>",
        "<details><summary>How long does it take?</summary><p>About six weeks.</p></details>",
        "<button>How long does it take?</button><div>About six weeks.</div><h2>Else</h2>",
    ],
)
def test_visible_questions_are_found_with_their_answers(markup: str) -> None:
    assert facts(markup).questions == (("How long does it take?", "About six weeks."),)


@pytest.mark.parametrize(
    "markup",
    ["<h1>Wood or veneer?</h1><p>Both have their place here.</p>", "<p>Ready? Go on then.</p>",
     "<h2>Why wait?</h2><h2>Prices</h2><p>They are low.</p>"],
)  # fmt: skip
def test_rhetorical_questions_are_not_questions_with_answers(markup: str) -> None:
    assert facts(markup).questions == ()


@pytest.mark.parametrize(
    "body",
    [
        "<body><div id=root></div><script src=/app.js></script></body>",
        "<body><div id=app><p>Loading, please wait a moment while we fetch the page for you.</p>"
        "</div><noscript>You need to enable JavaScript to run this app.</noscript>"
        "<script src=/a.js></script></body>",
    ],
)
def test_a_page_that_leaves_its_text_to_scripts_is_noticed(body: str) -> None:
    assert facts(body).needs_javascript


def test_a_page_with_scripts_and_text_is_not_called_script_only() -> None:
    body = (
        f"<body><div id=root><p>{'Plenty of words here. ' * 20}</p></div><script></script></body>"
    )
    assert not facts(body).needs_javascript


def test_a_login_form_is_noticed() -> None:
    assert facts("<form><input type=PASSWORD name=p></form>").login_form


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("<p>Größe</p>".encode("latin-1"), "text/html; charset=ISO-8859-1"),
        (b"<meta charset=windows-1252>" + "<p>Größe</p>".encode("cp1252"), "text/html"),
        ("<p>Größe</p>".encode(), "text/html"),
        (b"\xef\xbb\xbf" + "<p>Größe</p>".encode(), "text/html; charset=latin-1"),
        ("<p>Größe</p>".encode("utf-16"), "text/html"),
        ("<p>Größe</p>".encode("latin-1"), "text/html; charset=x-does-not-exist"),
        ("<p>Größe</p>".encode(), 'text/html; charset="rot13"'),
    ],
)
def test_text_survives_every_way_to_name_a_charset(body: bytes, content_type: str) -> None:
    assert facts(body, content_type).main_text == "Größe"


def test_nesting_of_any_depth_and_stray_bytes_are_read() -> None:
    page = facts(b"\x00\xff" + b"<div>" * 300 + b"<p>Deep down.</p>")
    assert "Deep down." in page.main_text


@pytest.mark.parametrize(
    "bomb",
    [
        "<div>" * 200_000,
        "<div/>" * 200_000,
        "<svg><div></div>" + "<x/>" * 200_000,
        "".join(f"<b class={n}>" for n in range(400)) + "<p>x" * 100_000,
        "<a" * 500_000,
        f"<p {' '.join(f'a{n}=1' for n in range(20_000))}>",
        "<table>" * 100_000,
        "<p>x</p>" * 500_000,
    ],
    ids=["div", "selfclosed", "svg", "formatting", "unfinished", "attributes", "table", "flat"],
)
def test_markup_made_to_stall_the_parser_is_read_within_seconds(bomb: str) -> None:
    started = time.process_time()
    page = facts(f"<h1>Before the bomb</h1>{bomb}")
    assert time.process_time() - started < 10
    assert page.headings == ((1, "Before the bomb"),)


def test_a_large_ordinary_page_is_read_to_its_end() -> None:
    icon = "<svg><path d='M0'/><path d='M1'/></svg>"
    row = f"<ul><li>{icon}<a href='/x'><b>word</b></a><br><img src=i><p>More<p>text</ul>"
    page = facts(f"<h1>Long</h1>{row * 3_000}<h2>The very end</h2>")
    assert page.headings[-1] == (2, "The very end")


def test_compression_and_robots_headers_come_from_the_answer() -> None:
    page = facts("<p>x</p>", "text/html", ("content-encoding", "br"), ("x-robots-tag", "noindex"))
    assert page.compressed
    assert page.robots_headers == ("noindex",)


def test_an_empty_body_is_a_page_without_anything() -> None:
    page = facts(b"")
    assert (page.main_text, page.word_count, page.links) == ("", 0, ())


def test_an_answer_in_a_script_without_spaces_is_an_answer() -> None:
    markup = "<h3>お届けはいつですか？</h3><p>ご注文から六週間でお届けします。</p>"
    assert facts(markup).questions == (
        ("お届けはいつですか？", "ご注文から六週間でお届けします。"),
    )


@pytest.mark.parametrize(
    ("attributes", "content_type", "read"),
    [
        ('lang="en-GB" xml:lang="de"', "text/html", "en-GB"),
        ('xml:lang="de"', "text/html; charset=utf-8", ""),
        ('xml:lang="de"', "application/xhtml+xml", "de"),
        ("", "text/html", ""),
    ],
)
def test_a_page_says_its_language_with_lang_and_with_xml_lang_only_in_xhtml(
    attributes: str, content_type: str, read: str
) -> None:
    page = facts(f"<html {attributes}><body><p>Text</p></body></html>", content_type=content_type)
    assert page.language == read

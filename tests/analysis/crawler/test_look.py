"""The first look at an address: what it reports, and that it obeys robots.txt."""

from __future__ import annotations

import base64

import pytest

from presence.analysis.crawler.icons import MAX_ICON
from presence.analysis.crawler.look import look
from presence.analysis.types import FetchProblem
from tests.analysis.fakes import FakeFetcher, FakePage, text_page

HOME = "https://harrow.example/"
ROBOTS = "https://harrow.example/robots.txt"
ICON = "https://harrow.example/favicon.ico"
PAGE = "<html><head><title> Harrow  Cycles </title></head><body>" + "We repair bicycles. " * 40
PNG = b"\x89PNG\r\n\x1a\n" + bytes(60)


def site(**pages: FakePage | str) -> FakeFetcher:
    """A site with a home page, plus `robots` and `icon` when given."""
    places = {"home": HOME, "robots": ROBOTS, "icon": ICON}
    return FakeFetcher({places[name]: page for name, page in {"home": PAGE, **pages}.items()})


def image(body: bytes, kind: str) -> FakePage:
    """An image of a declared type."""
    return FakePage(body, headers=(("content-type", kind),))


async def test_a_plain_site_is_reachable_with_title_and_nothing_in_the_way() -> None:
    found = await look(HOME, site())
    assert (found.reachable, found.final_url, found.title) == (True, HOME, "Harrow Cycles")
    assert (found.robots, found.favicon, found.reason) == ("missing", None, None)


@pytest.mark.parametrize(
    ("rules", "verdict"),
    [
        ("User-agent: *\nAllow: /", "allowed"),
        ("User-agent: GPTBot\nDisallow: /", "allowed"),
        ("User-agent: PresenceBot\nDisallow: /\n\nUser-agent: *\nAllow: /", "disallowed"),
        ("User-agent: *\nDisallow: /", "disallowed"),
    ],
)
async def test_the_verdict_is_that_of_robots_txt_for_our_crawler(rules: str, verdict: str) -> None:
    found = await look(HOME, site(robots=text_page(rules)))
    assert found.robots == verdict


async def test_a_page_we_may_not_read_is_not_fetched() -> None:
    fetcher = site(robots=text_page("User-agent: *\nDisallow: /"))
    found = await look(HOME, fetcher)
    assert fetcher.urls == [ROBOTS]
    assert found.reachable is True
    assert found.reason == "The site's robots.txt asks our crawler to stay away."


async def test_a_robots_txt_that_fails_is_named() -> None:
    found = await look(HOME, site(robots=FakePage("", status=503)))
    assert found.robots is None
    assert found.reason == "The site's robots.txt answers with an error, so crawlers stay away."


async def test_an_unreachable_site_gives_the_fetchers_own_sentence() -> None:
    problem = FetchProblem("dns-failed", "The address harrow.example could not be found.")
    found = await look(HOME, site(home=FakePage(problem=problem), robots=FakePage(problem=problem)))
    assert (found.reachable, found.reason) == (False, problem.message)


REFUSED = FakePage(problem=FetchProblem("connect-failed", "harrow.example did not accept it."))
UNKNOWN = FakePage(problem=FetchProblem("dns-failed", "The address harrow.example is unknown."))


@pytest.mark.parametrize(
    ("problem", "answers"),
    [
        (REFUSED, "http://harrow.example/"),
        (REFUSED, "https://www.harrow.example/"),
        (UNKNOWN, "https://www.harrow.example/"),
        (UNKNOWN, "http://www.harrow.example/"),
    ],
)
async def test_a_site_that_does_not_answer_is_found_without_https_or_with_www(
    problem: FakePage, answers: str
) -> None:
    fetcher = FakeFetcher({HOME: problem, ROBOTS: problem, answers: PAGE})
    found = await look(HOME, fetcher)
    assert (found.reachable, found.found_url, found.title) == (True, answers, "Harrow Cycles")


async def test_a_site_without_www_is_found_for_whoever_typed_it() -> None:
    typed = "https://www.harrow.example/shop"
    fetcher = FakeFetcher({typed: UNKNOWN, "https://harrow.example/shop": PAGE})
    assert (await look(typed, fetcher)).found_url == "https://harrow.example/shop"


async def test_an_unknown_name_is_not_asked_without_https() -> None:
    fetcher = FakeFetcher({HOME: UNKNOWN, ROBOTS: UNKNOWN})
    found = await look(HOME, fetcher)
    assert (found.reachable, found.found_url) == (False, None)
    assert not [url for url in fetcher.urls if url.startswith("http://harrow.example")]


async def test_a_name_that_would_be_bare_without_www_is_not_asked() -> None:
    typed = "https://www.redis/"
    fetcher = FakeFetcher({typed: UNKNOWN, "https://www.redis/robots.txt": UNKNOWN})
    found = await look(typed, fetcher)
    assert (found.reachable, found.found_url) == (False, None)
    assert all(url.startswith(typed) for url in fetcher.urls)


async def test_a_site_that_answers_with_https_alone_is_found_for_whoever_typed_http() -> None:
    fetcher = FakeFetcher({"http://harrow.example/": REFUSED, HOME: PAGE})
    assert (await look("http://harrow.example/", fetcher)).found_url == HOME


async def test_a_site_that_answers_is_asked_for_nowhere_else() -> None:
    fetcher = site(home=FakePage("", status=403))
    assert (await look(HOME, fetcher)).found_url is None
    assert all(url.startswith(HOME) for url in fetcher.urls)


async def test_a_number_has_no_www() -> None:
    address = "https://192.0.2.7/"
    fetcher = FakeFetcher({address: REFUSED})
    await look(address, fetcher)
    assert not [url for url in fetcher.urls if "www." in url]


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ('<meta name="description" content=" Bicycles repaired\nwhile you wait. ">',
         "Bicycles repaired while you wait."),
        ('<meta property="og:description" content="We repair what others sell.">',
         "We repair what others sell."),
        ('<meta name="description" content="Home"><meta property="og:description" content="">',
         "We repair bicycles, and lend you one meanwhile."),
    ],
    ids=["summary", "shared", "first sentence"],
)  # fmt: skip
async def test_a_site_describes_itself(head: str, said: str) -> None:
    opening = "<p>Welcome</p><p>We repair bicycles, and lend you one meanwhile.</p>"
    page = f"<html><head>{head}</head><body>{opening}{'<p>More of it.</p>' * 30}</body></html>"
    assert (await look(HOME, site(home=page))).description == said


async def test_an_error_page_describes_nothing() -> None:
    assert (await look(HOME, site(home=FakePage(PAGE, status=404)))).description is None


async def test_a_redirect_to_another_host_reports_where_it_ends_and_its_robots_txt() -> None:
    away = "https://www.harrow.example/"
    fetcher = FakeFetcher(
        {
            HOME: FakePage(location=away, status=301),
            away: PAGE,
            f"{away}robots.txt": text_page("User-agent: *\nDisallow: /"),
        }
    )
    found = await look(HOME, fetcher)
    assert (found.final_url, found.robots) == (away, "disallowed")


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (FakePage("", status=403), "The site refused our visit with status 403."),
        (FakePage("", status=404), "The address answers with an error (status 404)."),
        (FakePage("%PDF", headers=(("content-type", "application/pdf"),)),
         "The address is not a web page."),
        (FakePage(f"{PAGE}<form><input type=password name=p><button>Log in</button></form>"),
         "The site asks for a login, so only its public pages can be analysed."),
        (FakePage("<html><body><div id=root></div><script src=/a.js></script></body></html>"),
         "The page shows its text only with JavaScript, which AI crawlers do not run."),
    ],
    ids=["forbidden", "not found", "no page", "login wall", "script only"],
)  # fmt: skip
async def test_what_is_in_the_way_is_said_in_one_sentence(page: FakePage, reason: str) -> None:
    found = await look(HOME, site(home=page))
    assert (found.reachable, found.reason) == (True, reason)


@pytest.mark.parametrize(
    ("icon", "kind"),
    [
        (image(PNG, "image/png"), "image/png"),
        (image(PNG, "image/x-icon"), "image/png"),
        (image(b"\x00\x00\x01\x00" + bytes(9), "image/vnd.microsoft.icon"), "image/x-icon"),
        (image(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"), "image/svg+xml"),
        (image(b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"), "image/webp"),
    ],
)
async def test_a_small_icon_is_handed_out_as_what_its_bytes_are(icon: FakePage, kind: str) -> None:
    found = await look(HOME, site(icon=icon))
    body = icon.body if isinstance(icon.body, bytes) else icon.body.encode()
    assert found.favicon == f"data:{kind};base64,{base64.b64encode(body).decode()}"


@pytest.mark.parametrize(
    "icon",
    [
        image(b"<html>not found</html>", "image/png"),
        image(b"<svg onload=alert(1)>", "text/html"),
        image(PNG + bytes(MAX_ICON), "image/png"),
        FakePage(PNG, status=404),
    ],
    ids=["a page", "svg called html", "too large", "missing"],
)
async def test_anything_else_is_no_icon(icon: FakePage) -> None:
    assert (await look(HOME, site(icon=icon))).favicon is None


DRAWN = """<?xml version="1.0"?><!-- made by hand --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
 "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg">
<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><style>path{fill:red}</style>
<g fill="url(#a)"><path d="M0 0h9"/></g><use href="#b"/></svg>"""


async def test_a_drawing_is_an_icon() -> None:
    assert (await look(HOME, site(icon=image(DRAWN.encode(), "image/svg+xml")))).favicon


@pytest.mark.parametrize(
    "acting",
    [
        "<script>alert(1)</script>",
        "<x:script xmlns:x='http://www.w3.org/2000/svg'>alert(1)</x:script>",
        "<!--><script>alert(1)</script>-->",
        "<path\nonload = 'alert(1)'/>",
        "<path d='M0 0'onload='alert(1)'/>",
        "<foreignObject><p>Hello</p></foreignObject>",
        "<a href='javascript:alert(1)'><path/></a>",
        "<use xlink:href='https://evil.example/a.svg#a'/>",
        "<image href='https://evil.example/seen.png'/>",
        "<image href = 'data:image/svg+xml;base64,AA'/>",
        "<use href='&#104;ttps://evil.example/#a'/>",
        "<animate attributeName='href' to='javascript:alert(1)'/>",
        "<style>@import 'https://evil.example/a.css';</style>",
        "<path fill='url( https://evil.example/a)'/>",
        "<?xml-stylesheet href='https://evil.example/a.css'?>",
        "<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>",
    ],
)
async def test_a_drawing_that_acts_or_leads_elsewhere_is_no_icon(acting: str) -> None:
    drawn = DRAWN.replace("<defs>", f"{acting}<defs>")
    icon = image(drawn.encode(), "image/svg+xml")
    assert (await look(HOME, site(icon=icon))).favicon is None


@pytest.mark.parametrize("href", ["data:image/png;base64,AA", "javascript:alert(1)", "file:///x"])
async def test_an_icon_that_is_not_on_the_web_is_not_asked_for(href: str) -> None:
    fetcher = site(home=PAGE.replace("<head>", f'<head><link rel="shortcut icon" href="{href}">'))
    assert (await look(HOME, fetcher)).favicon is None
    assert len(fetcher.urls) == 2

"""Ready fixes: markup and lines a customer can paste, filled from the page itself.

Invariant: a fix contains only words of the page and its address, escaped for where they go.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from urllib.parse import urlsplit

from presence.analysis.documents.passages import sentences
from presence.analysis.types import BrandProfile, PageFacts

_DESCRIPTION_MAX = 155
_MAX_LISTED = 50


def attribute(text: str) -> str:
    """Text escaped for a double-quoted attribute."""
    return html.escape(" ".join(text.split()), quote=True)


def first_heading(page: PageFacts) -> str:
    """The page's h1, else its first heading, else what its address says."""
    found = [text for level, text in page.headings if level == 1]
    found = found or [text for _, text in page.headings]
    if found:
        return found[0]
    return urlsplit(page.final_url).path.strip("/").rpartition("/")[2].replace("-", " ").title()


def summary(page: PageFacts) -> str:
    """First sentences of the page, at most 155 characters, cut between words."""
    headings = {text for _, text in page.headings}
    body = [line for line in page.main_text.split("\n") if line not in headings]
    chosen = ""
    for sentence in sentences(" ".join(body)[:2_000]):
        joined = f"{chosen} {sentence}".strip()
        if len(joined) > _DESCRIPTION_MAX:
            break
        chosen = joined
    if chosen:
        return chosen
    text = " ".join(body) or first_heading(page)
    return text if len(text) <= _DESCRIPTION_MAX else text[:152].rpartition(" ")[0] + " …"


def title_tag(page: PageFacts, profile: BrandProfile) -> str:
    """A title element from the main heading and the brand."""
    heading = first_heading(page)
    text = f"{heading} | {profile.name}" if heading and profile.name not in heading else heading
    return f"<title>{html.escape(text or profile.name)}</title>"


def description_tag(page: PageFacts) -> str:
    """A meta description from the page's own first sentences."""
    return f'<meta name="description" content="{attribute(summary(page))}">'


def open_graph_tags(page: PageFacts, missing: Iterable[str]) -> str:
    """The Open Graph properties the page lacks."""
    values = {
        "og:title": page.title or first_heading(page),
        "og:description": page.description or summary(page),
        "og:type": "website",
        "og:url": page.canonical or page.final_url,
    }
    return "\n".join(
        f'<meta property="{name}" content="{attribute(values[name])}">'
        for name in missing
        if name in values
    )


def json_ld_block(data: dict[str, object]) -> str:
    """A script element; `</` is escaped so that no text can end it early."""
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False, indent=2)
    safe = text.replace("</", r"<\/")
    return f'<script type="application/ld+json">\n{safe}\n</script>'


def page_schema(page: PageFacts, profile: BrandProfile, home: bool) -> str:
    """Organization for the home page, otherwise a WebPage that names its publisher."""
    image = dict(page.open_graph).get("og:image")
    about = page.description or summary(page)
    if home:
        data: dict[str, object] = {
            "@type": "Organization",
            "name": profile.name,
            "url": page.final_url,
            "description": profile.description or about,
        }
        if image:
            data["logo"] = image
        return json_ld_block(data)
    data = {
        "@type": "WebPage",
        "name": page.title or first_heading(page),
        "url": page.final_url,
        "description": about,
        "publisher": {"@type": "Organization", "name": profile.name},
    }
    return json_ld_block(data)


def faq_schema(page: PageFacts) -> str:
    """FAQPage from the questions and answers visible on the page."""
    entries: list[dict[str, object]] = [
        {
            "@type": "Question",
            "name": question,
            "acceptedAnswer": {"@type": "Answer", "text": answer},
        }
        for question, answer in page.questions
    ]
    return json_ld_block({"@type": "FAQPage", "mainEntity": entries})


def robots_lines(bots: Iterable[str], pattern: str = "/") -> str:
    """One group that allows the bots what a rule took from them (allow wins a tie)."""
    return "\n".join([*(f"User-agent: {bot}" for bot in bots), f"Allow: {pattern or '/'}"])


def sitemap_xml(pages: Iterable[PageFacts]) -> str:
    """A sitemap of the crawled pages, at most 50 of them."""
    listed = [page.canonical or page.final_url for page in pages][:_MAX_LISTED]
    entries = (f"  <url><loc>{html.escape(url)}</loc></url>" for url in dict.fromkeys(listed))
    lines = "\n".join(entries)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{lines}\n</urlset>"
    )


def llms_txt(pages: Iterable[PageFacts], profile: BrandProfile) -> str:
    """A draft of llms.txt from titles and descriptions (llmstxt.org), at most 50 pages."""
    listed = list(pages)[:_MAX_LISTED]
    about = profile.description or (summary(listed[0]) if listed else "")
    lines = [f"# {_line(profile.name)}", "", f"> {_line(about)}", "", "## Pages", ""]
    for page in listed:
        title = _line(page.title or first_heading(page)).replace("[", "(").replace("]", ")")
        said = _line(page.description)
        lines.append(f"- [{title}]({page.final_url})" + (f": {said}" if said else ""))
    return "\n".join(lines) + "\n"


def _line(text: str) -> str:
    """One line without markup: text of a page adds neither lines nor elements of its own."""
    return html.escape(" ".join(text.split()), quote=False)

"""Ready fixes: markup and lines a customer can paste, filled from the page itself.

Invariant: a fix contains only words of the page and its address, escaped for where they go.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable

from presence.analysis.audit.wording import first_heading, plain, summary
from presence.analysis.types import BrandProfile, PageFacts

_MAX_LISTED = 50


def attribute(text: str) -> str:
    """Text escaped for a double-quoted attribute."""
    return html.escape(plain(text), quote=True)


def title_tag(page: PageFacts, profile: BrandProfile) -> str:
    """A title element from the main heading and the brand."""
    heading = first_heading(page)
    text = f"{heading} | {profile.name}" if heading and profile.name not in heading else heading
    return f"<title>{html.escape(plain(text or profile.name))}</title>"


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


def page_schema(page: PageFacts, profile: BrandProfile) -> str:
    """A WebPage that names its publisher."""
    return json_ld_block(
        {
            "@type": "WebPage",
            "name": plain(page.title) or first_heading(page),
            "url": page.final_url,
            "description": plain(page.description) or summary(page),
            "publisher": {"@type": "Organization", "name": profile.name},
        }
    )


def faq_schema(page: PageFacts) -> str:
    """FAQPage from the questions and answers visible on the page."""
    entries: list[dict[str, object]] = [
        {
            "@type": "Question",
            "name": plain(question),
            "acceptedAnswer": {"@type": "Answer", "text": plain(answer)},
        }
        for question, answer in page.questions
    ]
    return json_ld_block({"@type": "FAQPage", "mainEntity": entries})


def robots_lines(bots: Iterable[str], pattern: str = "/") -> str:
    """One group that allows the bots what a rule took from them (allow wins a tie)."""
    return "\n".join([*(f"User-agent: {bot}" for bot in bots), f"Allow: {pattern or '/'}"])


def sitemap_xml(pages: Iterable[PageFacts]) -> str:
    """A sitemap of public pages, at most 50 of them."""
    listed = list(pages)[:_MAX_LISTED]
    lines = "\n".join(f"  <url><loc>{html.escape(page.final_url)}</loc></url>" for page in listed)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{lines}\n</urlset>"
    )


def llms_txt(pages: Iterable[PageFacts], profile: BrandProfile) -> str:
    """A draft of llms.txt from titles and descriptions (llmstxt.org), at most 50 public pages."""
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
    return plain(text).replace("<", "&lt;").replace(">", "&gt;")

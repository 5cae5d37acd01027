"""Readable text of a parsed page, block by block, in one walk over its tree.

Invariant: text of scripts, menus, footers, consent banners and hidden elements is in no block.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from presence.analysis.crawler.furniture import LANDMARKS, consent_boxes

_SKIPPED = (
    "script", "style", "noscript", "template", "nav", "aside", "footer", "svg", "iframe", "select",
    "textarea", "object", "canvas", "head", "dialog", "math",
)  # fmt: skip
_BLOCKS = (
    "address", "article", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hr", "label", "legend", "li", "main", "ol", "option", "p", "pre", "section", "summary",
    "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "button", "br",
)  # fmt: skip
_HIDDEN = (
    f'[hidden],[aria-hidden="true"],[style*="display:none"],[style*="display: none"],{LANDMARKS}'
)
_KEPT_HEADERS = "main header, article header, [role=main] header"


class Block(NamedTuple):
    """Text of one block; `kind` is its tag, to distinguish `h2`, `dt`, `summary`, `li` and `p`."""

    kind: str
    text: str

    @property
    def level(self) -> int:
        """Heading level 1..6, 0 for anything else."""
        return int(self.kind[1]) if self.kind in _HEADINGS else 0


_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def _tag_ids() -> tuple[dict[int, str], frozenset[int], int, int]:
    """Lexbor's numbers for the tags above: comparing integers keeps the walk cheap."""
    parser = LexborHTMLParser("<p>x</p>")
    kinds: dict[int, str] = {}
    skipped: set[int] = set()
    for tag in (*_BLOCKS, *_SKIPPED):
        node = parser.create_node(tag)
        if tag in _SKIPPED:
            skipped.add(node.tag_id)
        else:
            kinds[node.tag_id] = tag
    paragraph = parser.css_first("p")
    text = paragraph.first_child if paragraph is not None else None
    header = parser.create_node("header").tag_id
    return kinds, frozenset(skipped), text.tag_id if text is not None else -1, header


_KINDS, _SKIP_IDS, _TEXT_ID, _HEADER_ID = _tag_ids()
_CLOSE: Final = None
_MIN_MAIN_WORDS = 30
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_MAX_BLOCKS = 20_000


def read_blocks(parser: LexborHTMLParser) -> list[Block]:
    """Blocks of the main content in document order.

    The page's `main` element when it holds text, else its body. `header` counts only inside
    `main` or an article, where it introduces the text.
    """
    body = parser.body
    if body is None:
        return []
    skipped = {node.mem_id for node in body.css(_HIDDEN)} | consent_boxes(body)
    kept_headers = {node.mem_id for node in body.css(_KEPT_HEADERS)}
    main = body.css_first("main, [role=main]")
    if main is not None:
        found = _walk(main, skipped, kept_headers)
        if sum(len(block.text.split()) for block in found) >= _MIN_MAIN_WORDS:
            return found
    return _walk(body, skipped, kept_headers)


def _walk(root: LexborNode, hidden: set[int], kept_headers: set[int]) -> list[Block]:
    """Depth first with an explicit stack: nesting depth is the page's choice, not ours."""
    blocks: list[Block] = []
    parts: list[str] = []
    kinds: list[str] = ["p"]
    first = root.first_child
    stack: list[LexborNode | None] = [first] if first is not None else []
    while stack and len(blocks) < _MAX_BLOCKS:
        node = stack.pop()
        if node is _CLOSE:
            _flush(blocks, parts, kinds.pop())
            continue
        sibling = node.next
        if sibling is not None:
            stack.append(sibling)
        tag = node.tag_id
        if tag == _TEXT_ID:
            parts.append(node.text_content or "")
            continue
        if tag in _SKIP_IDS or (hidden and node.mem_id in hidden):
            continue
        if tag == _HEADER_ID and node.mem_id not in kept_headers:
            continue
        kind = _KINDS.get(tag)
        if kind is not None:
            _flush(blocks, parts, kinds[-1])
            kinds.append(kind)
            stack.append(_CLOSE)
        child = node.first_child
        if child is not None:
            stack.append(child)
    _flush(blocks, parts, kinds[-1])
    return blocks


def count_words(text: str) -> int:
    """Words between spaces; in scripts without spaces two characters count as one word."""
    words = len(text.split())
    if text.isascii():
        return words
    return words + len(_UNSPACED.findall(text)) // 2


def _flush(blocks: list[Block], parts: list[str], kind: str) -> None:
    if not parts:
        return
    text = " ".join("".join(parts).split())
    parts.clear()
    if text:
        blocks.append(Block(kind, text))

"""Lays out the blocks of an e-mail, as MJML and as plain text.

Invariant: every value is escaped, and the text says whatever the table says.
"""

from __future__ import annotations

from html import escape

from presence.domains.messaging.service.mail.emails import EmailBlock, EmailLine

_HEAD = (
    '        <mj-text css-class="ink" font-size="18px" font-weight="650" line-height="1.3"'
    ' padding="12px 0 2px">{title}</mj-text>'
)
_ABOUT = (
    '        <mj-text css-class="quiet" color="#6c655c" font-size="13px" padding="0 0 8px">'
    "{text}</mj-text>"
)
_TABLE = (
    '        <mj-table css-class="facts" color="#2b2721" font-size="15px" line-height="1.4"'
    ' padding="0 0 14px">{rows}</mj-table>'
)
_ROW = (
    '<tr class="fact" style="border-top:1px solid #e6e1da">'
    '<td class="label" style="padding:9px 12px 9px 0;color:#6c655c">{label}</td>'
    '<td style="padding:9px 0;text-align:right;white-space:nowrap;'
    'font-variant-numeric:tabular-nums">'
    "{value}{note}</td></tr>"
)
_NOTE = '<br /><span class="{kind}" style="font-size:13px;color:{color}">{text}</span>'
_TEXT = '        <mj-text css-class="ink">{text}</mj-text>'
_QUIET, _UP, _DOWN = ("label", "#6c655c"), ("up", "#1f7a4d"), ("down", "#b3372b")


def html_of(block: EmailBlock) -> list[str]:
    """A block as MJML elements."""
    parts = [_HEAD.format(title=escape(block.title))]
    if block.about:
        parts.append(_ABOUT.format(text=escape(block.about)))
    if block.facts:
        parts.append(_TABLE.format(rows="".join(_row(fact) for fact in block.facts)))
    parts += [_TEXT.format(text=_link(*line)) for line in block.lines]
    if block.pointer:
        parts.append(_TEXT.format(text=_link(*block.pointer)))
    return parts


def plain_of(block: EmailBlock, colon: str) -> str:
    """A block as text, with a colon as typeset in the reader's language."""
    parts = [block.title]
    if block.about:
        parts.append(block.about)
    for fact in block.facts:
        note = f", {fact.note}" if fact.note else ""
        parts.append(f"{fact.label}{colon} {fact.value}{note}")
    parts += [words for words, _ in block.lines]
    if block.pointer:
        parts.append("{}\n{}".format(*block.pointer))
    return "\n".join(parts)


def _row(fact: EmailLine) -> str:
    value = f"<strong>{escape(fact.value)}</strong>"
    if fact.href:
        value = f'<a href="{escape(fact.href)}" style="text-decoration:none">{value}</a>'
    note = ""
    if fact.note:
        kind, color = _QUIET if fact.rose is None else _UP if fact.rose else _DOWN
        note = _NOTE.format(kind=kind, color=color, text=_note(fact))
    return _ROW.format(label=escape(fact.label), value=value, note=note)


def _note(fact: EmailLine) -> str:
    if not fact.note_href:
        return escape(fact.note)
    style = "color:inherit;text-decoration:underline"
    return (
        f'<a class="said" href="{escape(fact.note_href)}" style="{style}">{escape(fact.note)}</a>'
    )


def _link(words: str, href: str) -> str:
    return f'<a href="{escape(href)}">{escape(words)}</a>'

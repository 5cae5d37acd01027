"""Renders an e-mail: MJML to HTML that every mail client displays, and the same as plain text.

Invariant: every value is escaped; both parts say the same, and neither loads external content.
"""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from functools import cache
from html import escape
from string import Template
from uuid import UUID

from mjml import mjml2html

from presence.core.settings import MailSettings
from presence.domains.messaging.service.mail.blocks import html_of, plain_of
from presence.domains.messaging.service.mail.emails import Email, EmailRequest
from presence.domains.messaging.service.mail.words import FOLDER, EmailText, worded

_LINE = '        <mj-text css-class="{kind}"{extra}>{text}</mj-text>'
_BUTTON = '        <mj-button href="{href}">{text}</mj-button>'


def render(template: str, email: Email, request: EmailRequest, mail_id: UUID) -> EmailMessage:
    """The complete message; its Message-ID is derived from `mail_id` and never changes."""
    wording = worded(template, email.locale, email.time_zone, email.values)
    settings = request.settings.mail
    message = EmailMessage()
    message["Subject"] = wording.subject
    message["From"] = settings.sender
    message["To"] = email.to
    message["Date"] = format_datetime(request.now)
    message["Message-ID"] = message_id(mail_id, settings)
    message["Auto-Submitted"] = "auto-generated"
    if settings.reply_to:
        message["Reply-To"] = settings.reply_to
    if email.unsubscribe:
        message["List-Unsubscribe"] = f"<{email.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(_plain(wording, email))
    message.add_alternative(_html(wording, email), subtype="html")
    message["Content-Language"] = wording.language  # last: setting content drops such headers
    return message


def message_id(mail_id: UUID, settings: MailSettings) -> str:
    """The same for every attempt, so that an e-mail sent twice is recognised as one."""
    domain = parseaddr(settings.sender)[1].rpartition("@")[2] or make_msgid().rpartition("@")[2]
    return f"<{mail_id.hex}@{domain}>"


@cache
def _layout() -> Template:
    return Template((FOLDER / "layout.mjml").read_text(encoding="utf-8"))


def _html(wording: EmailText, email: Email) -> str:
    body = [_LINE.format(kind="ink", extra="", text=escape(line)) for line in wording.lines]
    for block in email.blocks:
        body += html_of(block)
    if email.button:
        href = escape(email.button)
        body.append(_BUTTON.format(href=href, text=escape(wording.button)))
        small = ' color="#6c655c" font-size="14px"'
        address = f'{escape(wording.common["address"])} <a href="{href}">{href}</a>'
        body.append(_LINE.format(kind="quiet", extra=small, text=address))
    body += [_LINE.format(kind="ink", extra="", text=escape(line)) for line in wording.after]
    marked_up = _layout().substitute(
        language=wording.language,
        subject=escape(wording.subject),
        preview=escape(wording.lines[0]),
        product=escape(wording.common["product"]),
        heading=escape(wording.heading),
        body="\n".join(body),
        footer=_footer(wording, email),
    )
    html: str = mjml2html(marked_up)
    return html


def _footer(wording: EmailText, email: Email) -> str:
    said = escape(wording.common["footer"].format(to=email.to))
    if not email.unsubscribe:
        return said
    link = f'<a href="{escape(email.unsubscribe)}">{escape(wording.common["unsubscribe"])}</a>'
    return f"{said} {link}"


def _plain(wording: EmailText, email: Email) -> str:
    colon = wording.common["colon"]
    blocks = [plain_of(block, colon) for block in email.blocks]
    parts = [wording.heading, *wording.lines, *blocks]
    if email.button:
        parts.append(f"{wording.button}{colon}\n{email.button}")
    parts += wording.after
    footer = wording.common["footer"].format(to=email.to)
    if email.unsubscribe:
        footer += f"\n{wording.common['unsubscribe']}{colon} {email.unsubscribe}"
    return "\n\n".join([*parts, f"-- \n{wording.common['product']}\n{footer}"]) + "\n"

"""Shows the e-mails that a local product stores instead of sending: plain pages, no script.

Invariant: a name from an address is looked up in the folder's listing, never joined to a path.
"""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from pathlib import Path

from presence.adapters.mail import OUTBOX
from presence.core.errors import NotFound
from presence.core.settings import Settings

MAIL_CSP = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_LINK = re.compile(r"https?://\S+")
_MOST = 200
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"></head>
<body>{body}</body></html>"""


def list_page(settings: Settings) -> str:
    """Every stored e-mail, newest first."""
    rows = "".join(
        f'<li><a href="/dev/outbox/{escape(path.stem)}">{escape(str(mail["Subject"]))}</a>'
        f" to {escape(str(mail['To']))}, {escape(str(mail['Date']))}</li>"
        for path, mail in _mails(settings)
    )
    text = f"<ul>{rows}</ul>" if rows else "<p>No mail yet.</p>"
    note = "<p>Mails of this product are kept here because no mail server is configured.</p>"
    return _PAGE.format(title="Outbox", body=f"<h1>Outbox</h1>{note}{text}")


def mail_page(settings: Settings, name: str) -> str:
    """Headers and text of one e-mail. Raises NotFound for an unknown one."""
    mail = _mail(settings, name)
    headers = "".join(
        f"<dt>{escape(key)}</dt><dd>{escape(str(value))}</dd>" for key, value in mail.items()
    )
    text = _LINK.sub(
        lambda m: f'<a href="{m.group()}">{m.group()}</a>', escape(_part(mail, "plain"))
    )
    body = (
        f'<p><a href="/dev/outbox">Outbox</a></p><h1>{escape(str(mail["Subject"]))}</h1>'
        f'<p><a href="/dev/outbox/{escape(name)}/html">As a mail program shows it</a></p>'
        f"<pre>{text}</pre><dl>{headers}</dl>"
    )
    return _PAGE.format(title=escape(str(mail["Subject"])), body=body)


def html_part(settings: Settings, name: str) -> str:
    """The HTML of one e-mail. Raises NotFound for an unknown one."""
    return _part(_mail(settings, name), "html")


def _mails(settings: Settings) -> list[tuple[Path, EmailMessage]]:
    files = sorted(
        (settings.state_dir / OUTBOX).glob("*.eml"), key=lambda p: p.stat().st_mtime, reverse=True
    )
    return [(path, _read(path)) for path in files[:_MOST]]


def _mail(settings: Settings, name: str) -> EmailMessage:
    for path in (settings.state_dir / OUTBOX).glob("*.eml"):
        if path.stem == name:
            return _read(path)
    raise NotFound("We could not find that mail.")


def _read(path: Path) -> EmailMessage:
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)  # noqa: S101 - what the default policy makes
    return message


def _part(mail: EmailMessage, kind: str) -> str:
    body = mail.get_body((kind,))
    return str(body.get_content()) if body is not None else ""

"""The page behind "Stop these messages": plain HTML that needs neither scripts nor a session.

Invariant: opening it changes nothing; only its button does.
"""

from __future__ import annotations

from html import escape

STOP_CSP = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
_STYLE = """
:root { color-scheme: light dark; --page: #faf8f5; --card: #fff; --line: #e6e1da; --ink: #2b2721;
  --quiet: #6c655c; --accent: #0f7478; --on: #fff }
@media (prefers-color-scheme: dark) { :root { --page: #131211; --card: #1c1a18; --line: #34312d;
  --ink: #efece8; --quiet: #b9b3ab; --accent: #4fc1bd; --on: #06201f } }
body { margin: 0; padding: 24px 16px; background: var(--page); color: var(--ink);
  font: 16px/1.55 Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif }
main { max-width: 480px; margin: 8vh auto 0; padding: 28px; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; box-sizing: border-box }
p.product { margin: 0 0 20px; font-weight: 600 } h1 { margin: 0 0 8px; font-size: 22px;
  line-height: 1.3 } p { margin: 0 0 20px; color: var(--quiet) }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 0 20px; border: 0;
  border-radius: 8px; background: var(--accent); color: var(--on); cursor: pointer }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
a { color: var(--accent) }
"""
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>{title} - Presence</title>
<style>{style}</style></head>
<body><main><p class="product">Presence</p><h1>{title}</h1><p>{text}</p>{form}</main></body></html>
"""
_FORM = '<form method="post" action="{action}"><button>{button}</button></form>'
_SETTINGS = '<p><a href="/dashboard/settings/notifications">All notification settings</a></p>'


def ask_page(what: str) -> str:
    """Asks whether to stop."""
    text = f"You will not get {what} any more. Mails about your account itself still arrive."
    return _page("Stop these messages?", text, "?", "Stop these messages")


def stopped_page(what: str) -> str:
    """Confirms that messages are stopped, and offers to undo it."""
    return _page("Stopped", f"You will not get {what} any more.", "?again=1", "Send them again")


def resumed_page(what: str) -> str:
    """Confirms that messages are sent again."""
    return _page("They will come again", f"You will get {what} as before.", "?", "Stop them")


def unknown_page(reason: str) -> str:
    """Explains why the address is invalid."""
    return _page("This link does not work", reason, None, "")


def _page(title: str, text: str, action: str | None, button: str) -> str:
    form = "" if action is None else _FORM.format(action=escape(action), button=escape(button))
    return _PAGE.format(
        title=escape(title), style=_STYLE, text=escape(text), form=form + "<br>" + _SETTINGS
    )

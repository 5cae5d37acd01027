"""The pages a customer sees: checkout, portal, invoice.

Invariant: every page says that it is a stand-in; every text that came from outside is escaped.
"""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape

from presence_standins.stripe import portal, subscriptions
from presence_standins.stripe.account import PAYS, REFUSES, Account, Resource

# What the customer can choose: the card's number as shown, what the bank says now and later.
CARDS = {
    "4242424242424242": ("4242 4242 4242 4242 · pays", PAYS, PAYS),
    "4000000000000002": ("4000 0000 0000 0002 · declined", REFUSES, REFUSES),
    "4000000000000341": ("4000 0000 0000 0341 · pays now, refused at renewal", PAYS, REFUSES),
}
_STYLE = """
:root{color-scheme:light dark;--ink:#1a1f36;--soft:#5b6478;--line:#dfe3ea;--paper:#fff;
--back:#f4f5f8;--act:#4f46e5;--bad:#b42318}
@media(prefers-color-scheme:dark){:root{--ink:#eceef4;--soft:#a3abbd;--line:#343a4a;--paper:#1c202b;
--back:#12151d;--act:#7c75ff;--bad:#ff9a8f}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}main{max-width:30rem;margin:6vh auto;padding:2rem;
background:var(--paper);border:1px solid var(--line);border-radius:12px}
@media(max-width:32rem){main{margin:0;border-width:0 0 1px;border-radius:0;padding:1.25rem}}
.note{margin:0;padding:.6rem 1rem;text-align:center;font-size:.875rem;color:var(--soft);
border-bottom:1px solid var(--line)}h1{font-size:1.25rem;margin:0 0 .25rem}
.sum{font-size:2rem;font-weight:650;margin:0 0 1rem}.soft{color:var(--soft)}
label{display:block;font-weight:600;margin:1rem 0 .35rem}select,button,a.b{width:100%;font:inherit;
padding:.7rem .9rem;border-radius:8px;border:1px solid var(--line);background:var(--paper);
color:var(--ink);min-height:44px}button{margin-top:.75rem;cursor:pointer}
button.go{background:var(--act);border-color:var(--act);color:#fff;font-weight:600}
@media(prefers-color-scheme:dark){button.go{color:#0d0f16}}
a{color:var(--act)}.bad{color:var(--bad);font-weight:600}table{width:100%;border-collapse:collapse;
margin:1rem 0}td{padding:.45rem 0;border-top:1px solid var(--line)}td:last-child{text-align:right}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
"""


def checkout(account: Account, session: Resource, problem: str = "") -> str:
    """The hosted payment page of a session."""
    if session["status"] != "open":
        back = session["success_url"] if session["status"] == "complete" else session["cancel_url"]
        title = f"This checkout is {session['status']}"
        return _page(title, f"<h1>{title}</h1><p>{_link(back, 'Back to the shop')}</p>")
    row = next(account.every("item", session=session["id"]))
    every = row["price"]["recurring"]["interval"]
    amount = money(session["amount_total"], session["currency"])
    return _page(
        f"Subscribe to {row['description']}",
        f"<h1>Subscribe to {escape(row['description'])}</h1>"
        f'<p class="sum">{amount} <span class="soft" style="font-size:1rem">per {every}</span></p>'
        f"{_problem(problem)}<form method='post'>{_cards()}"
        f"<button class='go' name='do' value='pay'>Subscribe and pay {amount}</button></form>"
        f"<p>{_link(session['cancel_url'], 'Leave without paying')}</p>",
    )


def manage(account: Account, session: Resource, back: str, problem: str = "") -> str:
    """The customer portal, or the one step of its flow."""
    kind = (session["flow"] or {}).get("type")
    if kind == "subscription_update_confirm":
        body = _confirmation(account, session)
    elif kind == "payment_method_update":
        body = f"<h1>Update your payment method</h1>{_card_form()}"
    else:
        body = _home(account, session)
    return _page("Manage your plan", f"{_problem(problem)}{body}<p>{_link(back, 'Go back')}</p>")


def invoice(account: Account, shown: Resource, problem: str = "") -> str:
    """The hosted page of an invoice."""
    rows = "".join(
        f"<tr><td>{escape(line['description'])}</td>"
        f"<td>{money(line['amount'], line['currency'])}</td></tr>"
        for line in shown["lines"]["data"]
    )
    pay = "<form method='post'><button class='go'>Pay now</button></form>"
    return _page(
        f"Invoice {shown['number']}",
        f"<h1>Invoice {escape(str(shown['number']))}</h1>"
        f"<p class='sum'>{money(shown['amount_due'], shown['currency'])}</p>"
        f"<p>{escape(str(shown['status']).capitalize())} · {day(shown['created'])}</p>"
        f"{_problem(problem)}<table>{rows}</table>{pay if shown['status'] == 'open' else ''}",
    )


def money(cents: int, currency: str) -> str:
    """`$49.00`; a credit has a minus."""
    sign = "-" if cents < 0 else ""
    symbol = "$" if currency == "usd" else f"{currency.upper()} "
    return f"{sign}{symbol}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def day(moment: int) -> str:
    """`29 February 2028`."""
    return f"{datetime.fromtimestamp(moment, UTC):%-d %B %Y}"


def _confirmation(account: Account, session: Resource) -> str:
    wanted = session["flow"]["subscription_update_confirm"]
    sub = account.get("subscription", wanted["subscription"])
    old = subscriptions.item_of(sub)["price"]
    new = account.get("price", wanted["items"][0]["price"])
    rows = "".join(
        f"<tr><td>{label}: {escape(account.get('product', price['product'])['name'])}</td>"
        f"<td>{money(price['unit_amount'], price['currency'])} per"
        f" {price['recurring']['interval']}</td></tr>"
        for label, price in (("Now", old), ("New", new))
    )
    return (
        f"<h1>Confirm your new plan</h1><table>{rows}</table>"
        "<p class='soft'>The rest of the running period is credited and the new plan is charged"
        " now.</p><form method='post'><button class='go' name='do' value='confirm'>Confirm"
        "</button></form>"
    )


def _home(account: Account, session: Resource) -> str:
    parts = ["<h1>Your plan</h1>"]
    for sub in subscriptions.live(account, customer=session["customer"]):
        item = subscriptions.item_of(sub)
        name = escape(account.get("product", item["price"]["product"])["name"])
        ends = sub["cancel_at"]
        state = f"ends on {day(ends)}" if ends else f"renews on {day(item['current_period_end'])}"
        parts.append(
            f"<p><strong>{name}</strong> · {sub['status'].replace('_', ' ')} · {state}</p>"
        )
        if portal.allows(account, session, "subscription_cancel"):
            do, text = ("resume", "Don't cancel plan") if ends else ("cancel", "Cancel plan")
            parts.append(
                f"<form method='post'><input type='hidden' name='subscription' value='{sub['id']}'>"
                f"<button name='do' value='{do}'>{text}</button></form>"
            )
    rows = "".join(
        f"<tr><td>{_link(i['hosted_invoice_url'], day(i['created']))}</td>"
        f"<td>{money(i['total'], i['currency'])} · {i['status']}</td></tr>"
        for i in reversed(list(account.every("invoice", customer=session["customer"])))
        if i["hosted_invoice_url"]
    )
    card = _card_form() if portal.allows(account, session, "payment_method_update") else ""
    return f"{''.join(parts)}{card}<table>{rows}</table>"


def _card_form() -> str:
    return (
        f"<form method='post'>{_cards()}"
        "<button class='go' name='do' value='card'>Use this card</button></form>"
    )


def _cards() -> str:
    options = "".join(f"<option value='{n}'>{text}</option>" for n, (text, *_) in CARDS.items())
    return f"<label for='card'>Card</label><select id='card' name='card'>{options}</select>"


def _problem(text: str) -> str:
    return f"<p class='bad' role='alert'>{escape(text)}</p>" if text else ""


def _link(address: str | None, text: str) -> str:
    return f"<a href='{escape(address, quote=True)}'>{escape(text)}</a>" if address else ""


def _page(title: str, body: str) -> str:
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width,initial-scale=1'>"
        f"<title>{escape(title)} – stand-in</title><style>{_STYLE}</style></head><body>"
        "<p class='note'>This is a stand-in for Stripe. No money moves.</p>"
        f"<main>{body}</main></body></html>"
    )

"""Handlers of the hosted pages: what the buttons of `pages` do.

Invariant: a page acts through the same functions a test calls, so both leave the same traces.
"""

from __future__ import annotations

from aiohttp import web

from presence_standins.stripe import checkout, pages, portal, timeline
from presence_standins.stripe.account import PAYS
from presence_standins.stripe.customers import default_card
from presence_standins.stripe.model import StripeModel
from presence_standins.stripe.problems import Problem
from presence_standins.stripe.receipt import pdf

DECLINED = "Your card was declined. Please try a different card."


class HostedPages:
    """The pages of one model."""

    def __init__(self, model: StripeModel) -> None:
        self._account = model.account

    def add_to(self, app: web.Application) -> None:
        """Register the paths."""
        app.router.add_get("/c/pay/{id}", self.show_checkout)
        app.router.add_post("/c/pay/{id}", self.pay)
        app.router.add_get("/p/session/{id}", self.show_portal)
        app.router.add_post("/p/session/{id}", self.use_portal)
        app.router.add_get("/i/{id}", self.show_invoice)
        app.router.add_post("/i/{id}", self.pay_invoice)
        app.router.add_get("/i/{id}/pdf", self.download)

    async def show_checkout(self, request: web.Request) -> web.Response:
        """The payment page."""
        session = self._account.get("checkout.session", request.match_info["id"])
        return _html(pages.checkout(self._account, session))

    async def pay(self, request: web.Request) -> web.Response:
        """Pay with the chosen card, then go to the success address."""
        session = self._account.get("checkout.session", request.match_info["id"])
        _, now, later = await _card(request)
        if session["status"] == "open" and not checkout.pay(self._account, session["id"], now):
            return _html(pages.checkout(self._account, session, DECLINED), 402)
        if session["status"] != "complete":
            return _html(pages.checkout(self._account, session), 410)
        if later != PAYS:
            self._account.banks[default_card(self._account, session["customer"]) or ""] = later
        raise web.HTTPSeeOther(checkout.success_address(session))

    async def show_portal(self, request: web.Request) -> web.Response:
        """The portal or the step of its flow."""
        session = self._account.get("billing_portal.session", request.match_info["id"])
        return _html(pages.manage(self._account, session, portal.way_back(session)))

    async def use_portal(self, request: web.Request) -> web.Response:
        """Do what a button says; a finished flow leads back to the product."""
        session = self._account.get("billing_portal.session", request.match_info["id"])
        form = await request.post()
        try:
            match form.get("do"):
                case "confirm":
                    portal.confirm(self._account, session["id"])
                case "card":
                    _, _, later = await _card(request)
                    portal.new_card(self._account, session["customer"], later)
                case "cancel":
                    portal.cancel(self._account, str(form["subscription"]))
                case "resume":
                    portal.resume(self._account, str(form["subscription"]))
        except Problem as problem:
            back = portal.way_back(session)
            return _html(pages.manage(self._account, session, back, str(problem)), problem.status)
        there = portal.way_back(session) if session["flow"] else request.path
        raise web.HTTPSeeOther(there)

    async def show_invoice(self, request: web.Request) -> web.Response:
        """The invoice's page."""
        shown = self._account.get("invoice", request.match_info["id"])
        return _html(pages.invoice(self._account, shown))

    async def pay_invoice(self, request: web.Request) -> web.Response:
        """Pay an open invoice with the customer's card."""
        shown = self._account.get("invoice", request.match_info["id"])
        try:
            timeline.pay_by_hand(self._account, shown)
        except Problem as problem:
            return _html(pages.invoice(self._account, shown, str(problem)), problem.status)
        raise web.HTTPSeeOther(request.path)

    async def download(self, request: web.Request) -> web.Response:
        """The invoice as PDF."""
        shown = self._account.get("invoice", request.match_info["id"])
        return web.Response(
            body=pdf(shown),
            content_type="application/pdf",
            headers={"Content-Disposition": f'attachment; filename="{shown["number"]}.pdf"'},
        )


async def _card(request: web.Request) -> tuple[str, str, str]:
    form = await request.post()
    chosen = str(form.get("card", ""))
    return pages.CARDS.get(chosen, pages.CARDS["4242424242424242"])


def _html(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")

"""Mails as a customer meets them: waiting for one, following its link."""

from __future__ import annotations

import asyncio
import re

from presence_standins.smtp import Kept, Sink
from tests.e2e.people import Customer

MAIL_WITHIN_S = 60.0


async def arrived(mailbox: Sink, address: str, subject: str) -> Kept:
    """The mail with that in its subject, once it is there."""
    async with asyncio.timeout(MAIL_WITHIN_S):
        while True:
            for kept in mailbox.to(address):
                if subject in str(kept.message["Subject"]):
                    return kept
            await asyncio.sleep(0.1)


def link_in(kept: Kept, path: str) -> str:
    """The e-mail's link to a page."""
    found = re.search(rf"https?://[^/\s]+{re.escape(path)}\S+", kept.part("plain"))
    assert found is not None
    return found.group()


async def confirm(mailbox: Sink, customer: Customer) -> None:
    """Confirm the customer's address with the link of the mail."""
    email = (await customer.http.get("/api/user")).json()["email"]
    mail = await arrived(mailbox, email, "Confirm your email address")
    body = {"token": link_in(mail, "/auth").partition("#")[2]}
    answer = await customer.http.post("/api/v1/auth/verify", json=body)
    assert answer.is_success, answer.text

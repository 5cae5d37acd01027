"""E-mail in tests: sends what is queued at once and keeps it for the test to read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from email.message import EmailMessage

import asyncpg
from fastapi import FastAPI

import presence.domains.messaging.jobs  # noqa: F401 - registers the job
from presence.core.mail import Mailer
from presence.jobs.context import run_job
from tests.factories.runs import worker_hands

_TAKE = """
DELETE FROM procrastinate_jobs WHERE id IN (
  SELECT id FROM procrastinate_jobs WHERE task_name = $1 AND status = 'todo' ORDER BY id)
RETURNING id, args, task_name
"""
SEND = "mail.send"


@dataclass
class Post:
    """A mailer that keeps messages; `trouble` is raised instead, one for each message."""

    app: FastAPI
    admin: asyncpg.Connection
    sent: list[EmailMessage] = field(default_factory=list)
    trouble: list[Exception] = field(default_factory=list)

    async def send(self, message: EmailMessage) -> None:
        """Keep one message."""
        if self.trouble:
            raise self.trouble.pop(0)
        self.sent.append(message)

    async def deliver(self, job: str = SEND) -> list[EmailMessage]:
        """Run every waiting job of a name; the messages handed over by it, oldest first."""
        before = len(self.sent)
        rows = sorted(await self.admin.fetch(_TAKE, job), key=lambda row: row["id"])
        state = self.app.state
        async with worker_hands(state.database, state.settings) as hands:
            carried: Mailer = self
            resources = replace(hands, mailer=carried, settings=state.settings)
            for row in rows:
                await run_job(row["task_name"], resources, 1, json.loads(row["args"]))
        return self.sent[before:]

    async def token(self, address: str, subject: str) -> str:
        """The secret of the newest link sent to an address."""
        await self.deliver()
        for message in reversed(self.sent):
            if message["To"] == address and message["Subject"] == subject:
                return token_in(message)
        raise AssertionError(f"no {subject!r} to {address}: {self.subjects(address)}")

    def subjects(self, address: str) -> list[str]:
        """Subjects of what was sent to an address, oldest first."""
        return [str(m["Subject"]) for m in self.sent if m["To"] == address]


def text_of(message: EmailMessage, kind: str = "plain") -> str:
    """One part of a message."""
    body = message.get_body((kind,))
    assert body is not None
    return str(body.get_content())


def token_in(message: EmailMessage) -> str:
    """What follows the # of the message's link."""
    found = re.search(r"#([\w-]{20,})", text_of(message))
    assert found is not None, text_of(message)
    return found.group(1)

"""Digests in the languages of mails: one language throughout, whatever is quoted."""

from __future__ import annotations

import re

import asyncpg
import pytest

from presence.db.session import Database
from presence.domains.messaging.service.mail.words import catalogue, phrases
from presence.domains.results.service.score_words import BASES, SCORES, STANDS_FOR
from presence.jobs.context import JobResources
from tests.factories.moving import analysed, issued, reader, say_moved
from tests.factories.post import Post, text_of
from tests.factories.runs import make_brand


@pytest.mark.parametrize(
    ("locale", "subject_line", "foreign"),
    [
        ("fr-FR", "Harrow : Couverture +6 points", "ouvertes"),
        ("es-ES", "Harrow: Cobertura +6 puntos", "abiertas"),
        ("de-DE", "Harrow: Abdeckung +6 Punkte", "Offene"),
    ],
)
async def test_a_digest_is_in_the_readers_language_throughout(
    locale: str,
    subject_line: str,
    foreign: str,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    post: Post,
) -> None:
    theirs = await make_brand(database, await reader(database, locale=locale))
    run_id = await analysed(database, hands, theirs)
    await say_moved(database, admin, theirs, run_id, points=6.4)
    (message,) = await issued(hands, theirs.tenant, post)
    assert message["Subject"] == subject_line
    assert foreign in text_of(message)
    english = {*phrases("digest", "en").values(), *catalogue("en").common.values(), "Next: "}
    for phrase in english - {"Presence", "{brand} ({workspace})", "{amount} points"}:
        for said in re.split(r"{\w+}", phrase):
            if len(said.strip()) > 3:
                assert said not in text_of(message), phrase


def test_a_digest_names_scores_as_reports_do() -> None:
    said = phrases("digest", "en")
    assert {name: said[f"score-{name}"] for name in SCORES} == SCORES
    assert {name: said[f"score-{name}"] for name in STANDS_FOR} == STANDS_FOR
    assert {name: said[f"basis-{name}"] for name in BASES} == BASES

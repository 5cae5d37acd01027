"""The digest as one e-mail about all of a person's brands.

Invariant: a number is written as its screen writes it and links to that screen; without an analysis
in the period no e-mail is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from presence.core.clock import zone_of
from presence.domains.identity import service as identity
from presence.domains.messaging.models import DigestIssue
from presence.domains.messaging.queries import digests as queries
from presence.domains.messaging.service.addresses import screen_address
from presence.domains.messaging.service.digests.content import (
    BrandNews,
    EarlierMove,
    moved_by,
    news_of,
)
from presence.domains.messaging.service.mail.emails import (
    Email,
    EmailBlock,
    EmailLine,
    EmailRequest,
    email_writer,
)
from presence.domains.messaging.service.mail.unsubscribing import DIGEST, stop_address
from presence.domains.messaging.service.mail.words import (
    day_text,
    local_day,
    phrases,
    quotation,
    spoken_language,
)
from presence.domains.results.service.score_words import SCORES, amount_text, score_text

TEMPLATE = "digest"
_CHARTED = {"content", "technical", "overall"}  # the scores that Analytics charts
_CHART_DAYS = timedelta(days=27)
_QUESTIONS = 3  # how many are named in an e-mail; the rest are only counted
_WHOLE_BLOCKS = 3  # up to this many brands are shown in full


@dataclass(frozen=True, slots=True)
class _Reader:
    """The reader: their language's phrases, and where links lead."""

    request: EmailRequest
    language: str
    time_zone: str
    several: bool

    def say(self, phrase: str, **values: object) -> str:
        return phrases(TEMPLATE, self.language)[phrase].format_map(values)

    def points(self, points: float) -> str:
        return self.say("points", amount=amount_text(points))

    def steps(self, titles: Sequence[str]) -> str:
        """What to do first, in order, if an e-mail in the reader's language can quote it."""
        first = quotation(TEMPLATE, self.language, "action")
        then = quotation(TEMPLATE, self.language, "further")
        if first is None or then is None:
            return self.say("action")
        return first.format(title=titles[0]) + "".join(then.format(title=t) for t in titles[1:])

    def day(self, news: BrandNews) -> str:
        return local_day(news.analysed_at, self.language, self.time_zone)

    def link(self, path: str, news: BrandNews, **view: str | date) -> str:
        return self.request.link(screen_address(path, news.workspace_id, news.id, **view))


@email_writer(TEMPLATE)
async def digest(request: EmailRequest) -> Email | None:
    """What changed; None without data, for an unconfirmed address, or after unsubscribing."""
    issue = await queries.issue(request.session, request.subject_id)
    person = await identity.profile_of(request.session, request.user_id)
    if issue is None or not person.email_verified or await _stopped(request, issue):
        return None
    news = await news_of(request.session, issue, person.time_zone)
    if not news:
        return None
    language = spoken_language(TEMPLATE, person.locale)
    several = len({one.workspace for one in news}) > 1
    reader = _Reader(request, language, person.time_zone, several)
    since = local_day(issue.since, language, person.time_zone)
    moved = [one for one in news if one.moved]
    kind = "moved" if moved else "quiet" if any(one.compared for one in news) else "first"
    return Email(
        to=person.email,
        locale=person.locale,
        time_zone=person.time_zone,
        values={
            "subject": _subject(reader, moved, issue),
            "heading": reader.say(f"heading-{kind}"),
            "intro": reader.say(f"intro-{kind}", since=since),
        },
        button=reader.link("/dashboard", news[0]),
        unsubscribe=await stop_address(request, DIGEST),
        blocks=tuple(_blocks(reader, news)),
        due_at=issue.slot if issue.kind == "regular" else None,
    )


async def _stopped(request: EmailRequest, issue: DigestIssue) -> bool:
    row = await queries.locked(request.session)
    return issue.kind == "regular" and (row is None or row.frequency == "off")


def _subject(reader: _Reader, moved: Sequence[BrandNews], issue: DigestIssue) -> str:
    if len(moved) > 1:
        return reader.say("subject-several", brand=moved[0].name, count=len(moved) - 1)
    for name, score in moved[0].results.scores.by_metric().items() if moved else ():
        if points := score and moved_by(score.delta):
            what, change = _label(reader, moved[0], name), reader.points(points)
            return reader.say("subject-moved", brand=moved[0].name, what=what, change=change)
    return reader.say(f"subject-{issue.cadence}")


def _blocks(reader: _Reader, news: Sequence[BrandNews]) -> list[EmailBlock]:
    whole = [one for one in news if one.has_news or len(news) <= _WHOLE_BLOCKS]
    rest = [one for one in news if one not in whole]
    blocks = [_brand(reader, one) for one in whole]
    if rest:
        facts = tuple(_score(reader, one, "overall", _title(reader, one)) for one in rest)
        blocks.append(EmailBlock(reader.say("others"), facts=tuple(f for f in facts if f)))
    heads = {one.workspace: one.log_head for one in news if one.log_head}
    if heads:
        said = "; ".join(f"{workspace}: {head}" for workspace, head in heads.items())
        blocks.append(EmailBlock(reader.say("log"), reader.say("log-heads", heads=said)))
    return blocks


def _title(reader: _Reader, news: BrandNews) -> str:
    if reader.several and news.workspace and news.workspace != news.name:
        return reader.say("in-workspace", brand=news.name, workspace=news.workspace)
    return news.name


def _brand(reader: _Reader, news: BrandNews) -> EmailBlock:
    scores = [_score(reader, news, name, _label(reader, news, name)) for name in SCORES]
    basis = news.results.basis
    about = [
        reader.say("analyzed", day=reader.day(news)),
        reader.say(f"basis-{basis}") if basis else "",
        reader.say("unreadable") if news.results.unreadable else "",
    ]
    earlier = tuple(_earlier(reader, news, move) for move in news.earlier)
    pointer = None
    if news.actions:
        pointer = (reader.steps(news.actions), reader.link("/dashboard/recommendations", news))
    facts = tuple(fact for fact in (*scores, *_gaps(reader, news)) if fact)
    lines = (*_ended(reader, news), *_unanswered(reader, news), *earlier)
    return EmailBlock(_title(reader, news), ". ".join(filter(None, about)), facts, lines, pointer)


def _label(reader: _Reader, news: BrandNews, name: str) -> str:
    """The name of a score, or of what it stands for where that differs."""
    score = news.results.scores.by_metric()[name]
    return reader.say(f"score-{(score and score.stands_for) or name}")


def _unanswered(reader: _Reader, news: BrandNews) -> list[tuple[str, str]]:
    """The questions that the brand's own texts do not answer, for display beside the coverage."""
    asked = news.results.unanswered
    if not asked:
        return []
    link = reader.link("/dashboard/ai-visibility-gaps/content", news)
    more = len(asked) - _QUESTIONS
    shown = " · ".join(asked[:_QUESTIONS]) + (f" (+{more})" if more > 0 else "")
    return [(reader.say("unanswered", questions=shown), link)]


def _ended(reader: _Reader, news: BrandNews) -> list[tuple[str, str]]:
    """What is not compared any more, because an assistant answers differently."""
    link = reader.link("/dashboard/analytics", news)
    said = ((name, day_text(day, reader.language)) for name, day in news.ended)
    return [(reader.say("ended", engine=name, day=day), link) for name, day in said]


def _earlier(reader: _Reader, news: BrandNews, move: EarlierMove) -> tuple[str, str]:
    """The sentence, and a link to that score's history on that day."""
    said = reader.say(
        "earlier",
        what=reader.say(f"score-{move.reading.metric}"),
        change=reader.points(move.reading.points or 0.0),
        day=local_day(move.at, reader.language, reader.time_zone),
    )
    if move.reading.metric not in _CHARTED:
        return said, reader.link("/dashboard", news)
    day = move.at.astimezone(zone_of(reader.time_zone)).date()
    view: dict[str, str | date] = {
        "metric": move.reading.metric,
        "from": day - _CHART_DAYS,
        "to": day,
    }
    return said, reader.link("/dashboard/analytics", news, **view)


def _score(reader: _Reader, news: BrandNews, name: str, label: str) -> EmailLine | None:
    score = news.results.scores.by_metric()[name]
    if score is None:
        return None
    points = moved_by(score.delta)
    return EmailLine(
        label,
        score_text(score),
        reader.points(points) if points else "",
        reader.link("/dashboard", news, evidence=name),
        rose=points > 0 if points else None,
    )


def _gaps(reader: _Reader, news: BrandNews) -> list[EmailLine]:
    facts, gaps = [], news.results.gaps
    for aspect, phrase, section in (
        ("content", "gaps", gaps.content),
        ("technical", "issues", gaps.technical),
    ):
        found, note = news.issues[aspect], ""
        if found.new or found.closed:
            note = reader.say("counted", new=found.new, closed=found.closed)
        link = reader.link(f"/dashboard/ai-visibility-gaps/{aspect}", news)
        counted = reader.link("/dashboard/ai-visibility-gaps", news)
        facts.append(EmailLine(reader.say(phrase), str(section.open), note, link, counted))
    return facts

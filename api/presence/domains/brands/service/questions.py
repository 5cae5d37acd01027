"""Interprets a customer's own question: wording, intent, topic and whether it names the brand.

Invariant: a question that names the brand is branded whoever wrote it and whatever intent was
stated, so it can never enter a headline number; one that disguises the name is rejected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.panel import (
    BrandNaming,
    intent_of,
    prompt_id,
    question_locale,
    topic_among,
)
from presence.analysis.types.answers import Intent
from presence.core.errors import ValidationFailed
from presence.domains.brands.models import Brand
from presence.domains.brands.queries import prompts as queries
from presence.domains.brands.records import NewPrompt
from presence.domains.brands.service.brands import profile_of
from presence.domains.brands.wording import (
    LONGEST,
    LONGEST_TOPIC,
    SHORTEST,
    TOO_LONG,
    TOO_SHORT,
    TOPIC_TOO_LONG,
    fold,
)

NUL = "Text must not contain the NUL character"
HIDDEN = (
    "This question hides your brand's name behind look-alike or invisible characters. "
    "Write the name plainly or leave it out"
)


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question ready to be stored; two with equal `folded` text are the same question."""

    key: str
    text: str
    folded: str
    intent: Intent
    topic: str
    locale: str
    branded: bool


class QuestionParser:
    """Parses questions for one brand."""

    def __init__(self, naming: BrandNaming, language: str, locale: str, topics: Sequence[str]):
        self._naming = naming
        self._language = language
        self._locale = locale
        self._topics = topics

    def read(self, new: NewPrompt) -> ParsedQuestion:
        """Parse a question into its stored form. Raises ValidationFailed at `/text` or `/topic`."""
        text = " ".join(new.text.split())
        if "\x00" in text or "\x00" in (new.topic or ""):
            raise ValidationFailed.at("/text", NUL, "nul")
        if len(text) < SHORTEST or not any(char.isalnum() for char in text):
            raise ValidationFailed.at("/text", TOO_SHORT, "string-too-short")
        if len(text) > LONGEST:
            raise ValidationFailed.at("/text", TOO_LONG, "string-too-long")
        topic = " ".join((new.topic or "").split())
        if len(topic) > LONGEST_TOPIC:
            raise ValidationFailed.at("/topic", TOPIC_TOO_LONG, "string-too-long")
        naming = self._naming.naming(text)
        if naming == "hidden":
            raise ValidationFailed.at("/text", HIDDEN, "hidden-brand")
        stated = None if new.intent == "branded" else new.intent
        intent = "branded" if naming else stated or intent_of(text, self._language)
        return ParsedQuestion(
            key=prompt_id(text, intent, self._locale),
            text=text,
            folded=fold(text),
            intent=intent,
            topic=topic or topic_among(text, self._topics, self._language),
            locale=self._locale,
            branded=naming is not None,
        )


async def reader_for(session: AsyncSession, brand: Brand) -> QuestionParser:
    """A reader set up for this brand, with the topics its prompts already have."""
    profile = await profile_of(session, brand)
    topics = [name for name, _, _ in await queries.topics(session, brand.id) if name]
    return QuestionParser(
        BrandNaming(profile, brand.tag_lines), profile.language, question_locale(profile), topics
    )


async def duplicate_of(
    session: AsyncSession, brand_id: UUID, question: ParsedQuestion
) -> UUID | None:
    """The active or paused prompt that already asks the same question."""
    for row in await queries.with_text(session, brand_id, question.folded):
        if row.status in queries.LISTED:
            return row.id
    return None

"""Matches questions that were answered in another system with the brand's prompts, or stores them.

Invariant: a question that has only imported answers is never asked and never counts as a prompt.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.panel import BrandNaming, intent_of, prompt_id, question_locale
from presence.core.ids import new_id
from presence.domains.brands.models import Prompt
from presence.domains.brands.queries import prompts as queries
from presence.domains.brands.records import StoredPrompt
from presence.domains.brands.service.brands import profile_of
from presence.domains.brands.service.managing import require_writable_row
from presence.domains.brands.service.panel import stored
from presence.domains.brands.wording import LONGEST, LONGEST_TOPIC, fold

NOT_GIVEN = "Question not given"


async def prompts_for_texts(
    session: AsyncSession, brand_id: UUID, texts: Iterable[str]
) -> dict[str, StoredPrompt]:
    """The brand's matching prompt for each given text; texts without one are stored but not asked.

    An empty text stands for a question that was not recorded. Raises NotFound, and Conflict if the
    plan paused the brand.
    """
    brand = await require_writable_row(session, brand_id, lock=True)
    profile = await profile_of(session, brand)
    naming, locale = BrandNaming(profile, brand.tag_lines), question_locale(profile)
    known = {row.folded: row for row in reversed(await queries.all_of(session, brand_id))}
    found: dict[str, StoredPrompt] = {}
    for text in dict.fromkeys(texts):
        asked = " ".join(text.replace("\x00", " ").split())[:LONGEST] or NOT_GIVEN
        folded = fold(asked)
        if folded not in known:
            branded = naming.naming(asked) is not None
            intent = "branded" if branded else intent_of(asked, profile.language)
            key = prompt_id(asked, intent, locale)
            row = await queries.find_key(session, brand_id, key) or Prompt(
                id=new_id(),
                brand_id=brand_id,
                key=key,
                text=asked,
                folded=folded,
                intent=intent,
                topic=profile.name[:LONGEST_TOPIC] if branded else "",
                locale=locale,
                branded=branded,
                status="answers-only",
                origin="imported",
                version=1,
            )
            session.add(row)
            known[folded] = row
        found[text] = stored(known[folded])
    await session.flush()
    return found

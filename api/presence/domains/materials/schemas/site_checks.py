"""Site checks on the wire."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import StringConstraints

from presence.analysis.types import Robots
from presence.domains.materials.records import INVALID_URL, SiteCheckRef
from presence.http.schemas import ApiIn, ApiOut


class SiteCheckIn(ApiIn):
    """The address of a website, with or without a scheme."""

    sentences: ClassVar[dict[str, str]] = {"url": INVALID_URL}

    url: Annotated[str, StringConstraints(min_length=1, max_length=2_048)]


class SiteCheckStarted(ApiOut):
    """A website check in progress; `url` is the normalized address."""

    id: UUID
    url: str


class SiteCheckOut(ApiOut):
    """The result of a website check so far; `reason` is a sentence when there is a problem.

    `foundUrl` is the address that answered when the requested one did not: with http or https
    instead, or with or without `www.`. `description` is how the site describes itself.
    """

    id: UUID
    url: str
    status: Literal["checking", "done"]
    reachable: bool | None = None
    final_url: str | None = None
    title: str | None = None
    favicon: str | None = None
    robots: Robots | None = None
    reason: str | None = None
    found_url: str | None = None
    description: str | None = None

    @classmethod
    def of(cls, check: SiteCheckRef) -> SiteCheckOut:
        """The wire form of a check."""
        found = check.result
        if found is None:
            return cls(id=check.id, url=check.url, status="checking")
        return cls(
            id=check.id,
            url=check.url,
            status="done",
            reachable=found.reachable,
            final_url=found.final_url,
            title=found.title,
            favicon=found.favicon,
            robots=found.robots,
            reason=found.reason,
            found_url=found.found_url,
            description=found.description,
        )

"""What a member opened to the outside, on the wire."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from presence.http.schemas import ApiOut


class MemberChannelOut(ApiOut):
    """A share link, a webhook or the Slack channel."""

    kind: Literal["share-link", "webhook", "slack"]
    id: UUID
    name: str


class MemberChannelsOut(ApiOut):
    """The active share links, webhooks and Slack channel of one member."""

    data: list[MemberChannelOut]

"""Message contents: JSON for programs, and the same as text for Slack.

Invariant: a message is composed once and stored; every attempt sends the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from presence.core.settings import Settings
from presence.domains.messaging.service.addresses import screen_address
from presence.domains.messaging.service.digests.content import BrandNews, moved_by
from presence.domains.messaging.service.endpoints.events import DIGEST, TEST, subject_name, type_of
from presence.domains.messaging.service.mail.words import FALLBACK, catalogue
from presence.domains.messaging.service.notifications.kinds import path_of
from presence.domains.messaging.service.notifications.notices import Notice
from presence.domains.results.schemas.results import DeltaOut, MeasuredOut
from presence.domains.results.service.score_words import (
    SCORES,
    change_text,
    score_label,
    score_text,
)

_TEST_TEXT = "This is a test message of Presence. Messages of this workspace arrive here."
_SENT = {"value", "low", "high", "n", "unit", "model", "stands_for"}
_QUIET = "Nothing significant moved."


class Payload(TypedDict):
    """A message as receivers read it; `data` depends on its type."""

    type: str
    timestamp: str
    data: dict[str, Any]


def notice_payload(
    settings: Settings,
    workspace_id: UUID | None,
    notice: Notice,
    subject_id: UUID,
    moment: datetime,
) -> Payload:
    """The payload for an event of a workspace."""
    data: dict[str, Any] = dict(notice.data)
    name = subject_name(notice.kind)
    if name is not None:
        data[name] = str(subject_id)
    if notice.brand_id is not None:
        data["brandId"] = str(notice.brand_id)
    path = path_of(notice.kind, workspace_id, notice.brand_id)
    data["url"] = f"{settings.http.origin}{path}"
    return _payload(notice.kind, moment, data)


def trial_payload(moment: datetime) -> Payload:
    """The payload of a test."""
    return _payload(TEST, moment, {"text": _TEST_TEXT})


def digest_payload(
    settings: Settings, news: list[BrandNews], since: datetime, until: datetime
) -> Payload:
    """What changed in the workspace, with the numbers of the dashboard."""
    data = {
        "since": since.isoformat(),
        "until": until.isoformat(),
        "moved": any(one.moved for one in news),
        "brands": [_brand(settings, one) for one in news],
    }
    return _payload(DIGEST, until, data)


def body_of(payload: Mapping[str, Any]) -> bytes:
    """The bytes that are signed and sent to a webhook."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def slack_body(kind: str, payload: Mapping[str, Any]) -> bytes:
    """The same for Slack: a plain line for notifications, and blocks for the channel."""
    data = payload["data"]
    title, lines = _worded(kind, data)
    text = "\n".join([f"*{_escaped(title)}*", *lines])
    blocks: list[dict[str, Any]] = [_section(text[:2_900])]
    if data.get("url"):
        button = {"type": "button", "text": _plain("Open in Presence"), "url": data["url"]}
        blocks.append({"type": "actions", "elements": [button]})
    return json.dumps({"text": title, "blocks": blocks}, ensure_ascii=False).encode()


def _payload(kind: str, moment: datetime, data: Mapping[str, Any]) -> Payload:
    stamp = moment.isoformat(timespec="milliseconds")
    return {"type": type_of(kind), "timestamp": stamp, "data": dict(data)}


def _brand(settings: Settings, news: BrandNews) -> dict[str, Any]:
    scores, gaps = news.results.scores.by_metric(), news.results.gaps
    opened = {"content": gaps.content.open, "technical": gaps.technical.open}
    return {
        "brandId": str(news.id),
        "brandName": news.name,
        "analyzedAt": news.analysed_at.isoformat(),
        "url": settings.http.origin + screen_address("/dashboard", news.workspace_id, news.id),
        "scores": {
            name: {
                **score.model_dump(include=_SENT),
                "change": score.delta and score.delta.model_dump(),
            }
            for name, score in scores.items()
            if score
        },
        "gaps": {
            aspect: {"open": opened[aspect], "new": found.new, "closed": found.closed}
            for aspect, found in news.issues.items()
        },
        "unreadable": news.results.unreadable,
        "unanswered": news.results.unanswered,
        "nextAction": news.actions[0] if news.actions else None,
        "nextActions": news.actions,
    }


def _worded(kind: str, data: Mapping[str, Any]) -> tuple[str, list[str]]:
    if kind == TEST:
        return data["text"], []
    if kind == DIGEST:
        lines = [line for brand in data["brands"] for line in _brand_lines(brand)]
        return ("What moved this week" if data["moved"] else _QUIET), lines
    subject = catalogue(FALLBACK).templates[f"notice-{kind}"].subject
    said = {"name": "", **{key: "" if value is None else value for key, value in data.items()}}
    return subject.format_map(said), []


def _brand_lines(brand: Mapping[str, Any]) -> list[str]:
    lines = [f"<{brand['url']}|{_escaped(brand['brandName'])}>"]
    if brand["unreadable"]:
        lines.append(f"• {_escaped(brand['unreadable'])}")
    for name in SCORES:
        score = brand["scores"].get(name)
        if score:
            delta = score["change"] and DeltaOut.model_validate(score["change"])
            change = f", {change_text(delta)}" if moved_by(delta) else ""
            said = score_text(MeasuredOut.model_validate(score))
            lines.append(f"• {score_label(name, score.get('standsFor'))}: {said}{change}")
    for place, action in enumerate(brand["nextActions"], 1):
        lines.append(f"• Next, {place}: {_escaped(action)}")
    return lines


def _section(text: str) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def _plain(text: str) -> dict[str, str]:
    return {"type": "plain_text", "text": text}


def _escaped(text: str) -> str:
    """Escape what Slack would interpret as a link or a mention."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

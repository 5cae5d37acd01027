"""The console's routes about what is sent: webhooks, their messages, e-mails, notifications."""

from __future__ import annotations

from uuid import UUID

from presence.core.masking import masked_address
from presence.db.tenancy import TenantBinding, bind
from presence.domains.messaging.admin_schemas import (
    MailRecordOut,
    NotificationRecordOut,
    OutgoingMessageRecordOut,
    ScheduleRecordOut,
    WebhookRecordOut,
)
from presence.domains.messaging.queries import console as lists
from presence.domains.messaging.service import support
from presence.domains.operators.context import OperatorCallDep, console, current_operation
from presence.domains.operators.resources import Resource, act, add_resource, enter, found
from presence.domains.operators.schemas import ReasonIn
from presence.http.session import NowDep, SessionDep

router = console("messaging")
webhooks = Resource("webhooks", lists.WEBHOOKS, WebhookRecordOut, {"url": masked_address})
messages = Resource("outgoing-messages", lists.MESSAGES, OutgoingMessageRecordOut)
mails = Resource("mail-log", lists.MAILS, MailRecordOut)
notifications = Resource("notifications", lists.NOTIFICATIONS, NotificationRecordOut)
schedules = Resource("schedules", lists.SCHEDULES, ScheduleRecordOut)
for resource in (webhooks, messages, mails, notifications, schedules):
    add_resource(router, resource)


@act(router, webhooks, "disable")
async def disable(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Disable a webhook.

    Nothing is sent to it until it is enabled again.
    """
    current_operation().before["status"] = (await enter(session, webhooks, key))["status"]
    await support.disable_endpoint(session, key)


@act(router, webhooks, "enable")
async def enable(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Enable a webhook."""
    current_operation().before["status"] = (await enter(session, webhooks, key))["status"]
    await support.enable_endpoint(session, key)


@act(router, messages, "resend")
async def resend_message(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Send a message again.

    The message keeps its id.
    """
    row = await enter(session, messages, key)
    current_operation().before["status"] = row["status"]
    await support.resend_message(session, key, row["endpoint_status"], now)


@act(router, mails, "resend")
async def resend_mail(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Send an e-mail again.

    It is written again; links and codes in it are new.
    """
    row = await found(session, mails, key)
    await bind(session, TenantBinding(None, row["user_id"]))
    current_operation().before["status"] = row["status"]
    await support.resend_mail(session, key, row["user_id"])

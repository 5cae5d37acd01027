"""Handing mails over to a mail server that speaks the real protocol, and keeping them locally."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from typing import Literal

import pytest

from presence.adapters.mail import OutboxMailer, SmtpMailer, mailer_of
from presence.core.mail import MailDelayed, MailRefused
from presence.core.settings import MailSettings, Settings
from presence_standins.smtp import Sink, smtp_sink

TO = "ada@example.com"


def message(to: str = TO) -> EmailMessage:
    """A short mail."""
    made = EmailMessage()
    made["From"], made["To"] = "Presence <no-reply@presence.test>", to
    made["Subject"], made["Message-ID"] = "Grüße", "<1@presence.test>"
    made.set_content("Hello")
    return made


def mailer(sink: Sink, **changes: object) -> SmtpMailer:
    """A mailer for the sink."""
    values = {"host": sink.host, "port": sink.port, "security": "none", "timeout_s": 5}
    return SmtpMailer(MailSettings.model_validate({**values, **changes}))


async def test_a_message_arrives_as_it_was_written() -> None:
    with smtp_sink() as sink:
        await mailer(sink).send(message())
    (kept,) = sink.to(TO)
    assert (kept.sender, kept.message["Subject"]) == ("no-reply@presence.test", "Grüße")
    assert kept.part("plain").strip() == "Hello"


@pytest.mark.parametrize("security", ["starttls", "tls"])
async def test_connection_and_account_are_protected(
    security: Literal["starttls", "tls"], monkeypatch: pytest.MonkeyPatch
) -> None:
    with smtp_sink(security, {"presence": "secret"}) as sink:
        monkeypatch.setenv("SSL_CERT_FILE", str(sink.certificate))
        account = {"username": "presence", "password": "secret"}
        await mailer(sink, security=security, **account).send(message())
    assert [(kept.encrypted, kept.account) for kept in sink.kept] == [(True, "presence")]


async def test_a_server_nobody_vouches_for_gets_nothing() -> None:
    with smtp_sink("starttls") as sink, pytest.raises(MailDelayed):
        await mailer(sink, security="starttls").send(message())
    assert sink.kept == []


async def test_a_server_without_encryption_gets_nothing_when_encryption_is_asked_for() -> None:
    with smtp_sink() as sink, pytest.raises(MailDelayed):
        await mailer(sink, security="starttls").send(message())
    assert sink.kept == []


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [("550 no", MailRefused), ("451 later", MailDelayed), ("554 spam", MailRefused)],
)
async def test_a_refusal_is_for_good_or_for_now(answer: str, trouble: type[Exception]) -> None:
    with smtp_sink() as sink:
        sink.answers.append(answer)
        with pytest.raises(trouble, match=answer[:3]):
            await mailer(sink).send(message())


@pytest.mark.parametrize(
    ("answer", "trouble"), [("550 unknown", MailRefused), ("450 busy", MailDelayed)]
)
async def test_a_refused_recipient_is_for_good_or_for_now(
    answer: str, trouble: type[Exception]
) -> None:
    with smtp_sink() as sink:
        sink.refused_recipients[TO] = answer
        with pytest.raises(trouble):
            await mailer(sink).send(message())


async def test_a_wrong_account_waits_for_somebody_to_put_it_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with smtp_sink("starttls", {"presence": "secret"}) as sink:
        monkeypatch.setenv("SSL_CERT_FILE", str(sink.certificate))
        wrong = mailer(sink, security="starttls", username="presence", password="other")
        with pytest.raises(MailDelayed, match="refused the account"):
            await wrong.send(message())


async def test_nobody_listening_is_for_now() -> None:
    with smtp_sink() as sink:
        gone = mailer(sink)
    with pytest.raises(MailDelayed):
        await gone.send(message())


async def test_the_outbox_keeps_one_file_for_each_message(tmp_path: Path) -> None:
    outbox = OutboxMailer(tmp_path / "outbox")
    await outbox.send(message())
    await outbox.send(message())
    (file,) = (tmp_path / "outbox").iterdir()
    assert file.name == "1.eml"
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({}, OutboxMailer),
        ({"mail": {"host": "mail.test"}}, SmtpMailer),
        ({"environment": "production"}, type(None)),
        ({"http": {"host": "0.0.0.0"}}, type(None)),  # noqa: S104 - what is refused
        ({"environment": "production", "mail": {"host": "mail.test"}}, SmtpMailer),
    ],
)
def test_mails_are_kept_only_where_nobody_else_can_read_them(
    values: dict[str, object], kind: type
) -> None:
    assert isinstance(mailer_of(Settings.model_validate(values)), kind)

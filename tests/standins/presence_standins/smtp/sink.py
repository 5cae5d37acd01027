"""The server itself, on a thread of its own, speaking real SMTP.

Invariant: a message is kept exactly when the client was told that it was accepted, unless the
fault `drop_after_data` was asked for, which keeps it and lets the client guess.
"""

from __future__ import annotations

import ssl
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Literal

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from presence_standins.certificates import self_signed

Security = Literal["none", "starttls", "tls"]
ACCEPTED = "250 OK"


@dataclass(frozen=True)
class Kept:
    """One accepted message."""

    sender: str
    recipients: tuple[str, ...]
    message: EmailMessage
    encrypted: bool
    account: str | None

    @property
    def id(self) -> str:
        """The Message-ID."""
        return str(self.message["Message-ID"])

    def part(self, kind: Literal["plain", "html"]) -> str:
        """The text or HTML of the message."""
        body = self.message.get_body((kind,))
        return str(body.get_content()) if body is not None else ""


@dataclass
class Sink:
    """What was kept, and the faults to play: each answer of `answers` is used up by one message."""

    host: str = "127.0.0.1"
    port: int = 0
    certificate: Path | None = None
    kept: list[Kept] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    refused_recipients: dict[str, str] = field(default_factory=dict)
    drop_after_data: int = 0
    tls: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def to(self, address: str) -> list[Kept]:
        """Messages for an address, oldest first."""
        with self._lock:
            return [kept for kept in self.kept if address in kept.recipients]

    async def handle_RCPT(
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        rcpt_options: list[str],
    ) -> str:
        """aiosmtpd's hook for a recipient."""
        if address in self.refused_recipients:
            return self.refused_recipients[address]
        envelope.rcpt_tos.append(address)
        return ACCEPTED

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """aiosmtpd's hook for a message."""
        with self._lock:
            answer = self.answers.pop(0) if self.answers else ACCEPTED
            if answer.startswith("250"):
                self.kept.append(_kept(session, envelope, self.tls))
            if self.drop_after_data > 0:
                self.drop_after_data -= 1
                transport: Any = server.transport
                transport.abort()
        return answer


@contextmanager
def smtp_sink(
    security: Security = "none",
    accounts: dict[str, str] | None = None,
    port: int = 0,
    host: str = "127.0.0.1",
) -> Iterator[Sink]:
    """A running server. With `accounts` (name to password) it takes mail of those only."""
    sink = Sink(host=host, tls=security == "tls")
    with tempfile.TemporaryDirectory() as folder:
        context = None
        if security != "none":
            sink.certificate, key = self_signed(Path(folder), host)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sink.certificate, key)
        controller = _Controller(
            sink,
            hostname=host,
            port=port,
            ssl_context=context if security == "tls" else None,
            tls_context=context if security == "starttls" else None,
            require_starttls=security == "starttls",
            authenticator=_authenticator(accounts or {}),
            auth_required=bool(accounts),
            auth_require_tls=security == "starttls",
        )
        controller.start()
        try:
            sink.port = controller.port
            yield sink
        finally:
            controller.stop()


class _Controller(Controller):
    def _trigger_server(self) -> None:
        """The library connects once to see that it runs, which needs the port that was chosen."""
        server: Any = self.server
        self.port = server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]  # the library's own


def _kept(session: Session, envelope: Envelope, tls: bool) -> Kept:
    content = envelope.content if isinstance(envelope.content, bytes) else b""
    message = message_from_bytes(content, policy=policy.default)
    auth: Any = session.auth_data
    return Kept(
        sender=str(envelope.mail_from),
        recipients=tuple(envelope.rcpt_tos),
        message=message,
        encrypted=tls or session.ssl is not None,
        account=auth.login.decode() if isinstance(auth, LoginPassword) else None,
    )


def _authenticator(accounts: dict[str, str]) -> Any:
    def check(server: SMTP, session: Session, envelope: Envelope, kind: str, data: Any) -> Any:
        right = isinstance(data, LoginPassword) and (
            accounts.get(data.login.decode()) == data.password.decode()
        )
        return AuthResult(success=right, auth_data=data, handled=right)

    return check

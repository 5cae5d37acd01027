"""A mail server that keeps what it is given: with TLS, accounts and faults when asked for."""

from presence_standins.smtp.sink import Kept, Sink, smtp_sink

__all__ = ["Kept", "Sink", "smtp_sink"]

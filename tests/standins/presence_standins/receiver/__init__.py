"""A server that takes webhooks: checks signatures by its own reading of the specification."""

from presence_standins.receiver.server import Receiver, Taken, receiver, verified

__all__ = ["Receiver", "Taken", "receiver", "verified"]

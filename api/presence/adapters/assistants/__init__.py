"""Assistants through their makers' own SDKs, behind the `AssistantEngine` port."""

from presence.adapters.assistants.factory import Assistants

__all__ = ["Assistants"]

"""Makes engines and closes what they opened."""

from __future__ import annotations

from presence.analysis.ports import AssistantEngine, EngineAccess


class Assistants:
    """An `EngineFactory`: one client per access, kept until `aclose`."""

    def __call__(self, access: EngineAccess) -> AssistantEngine:
        """The engine behind an access. ValueError for an unknown engine id."""
        raise ValueError(f"There is no engine {access.engine!r}.")

    async def aclose(self) -> None:
        """Close every client."""

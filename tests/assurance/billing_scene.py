"""One history's stage: its Stripe, its time, and the moment at which a process is killed.

All histories use one product; what differs per history is found through a context variable, so the
product is built once and still sees another Stripe and another clock in each. Invariant: time
passes only when a history says so.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

from presence.adapters.stripe import StripeGateway
from presence.core.settings import StripeSettings
from presence_standins.stripe import InProcessClient, StripeModel


class Killed(BaseException):
    """The process died here: like SIGKILL, it is no Exception that product code could handle."""


@dataclass
class Reaper:
    """Kills at a checkpoint: before and after each call of Stripe, and before each commit.

    `surprise` is something else that happens at one, `surprise_in` checkpoints from now.
    """

    left: int | None = None
    kills: int = 0
    surprise: Callable[[], None] | None = None
    surprise_in: int = 0

    def checkpoint(self) -> None:
        """Count down, and kill at the end of it."""
        if self.surprise is not None:
            self.surprise_in -= 1
            if self.surprise_in < 0:
                happens, self.surprise = self.surprise, None
                happens()
        if self.left is None:
            return
        self.left -= 1
        if self.left < 0:
            self.left = None
            self.kills += 1
            raise Killed


@dataclass
class Scene:
    """What one history plays on."""

    seed: int
    model: StripeModel
    settings: StripeSettings
    reaper: Reaper = field(default_factory=Reaper)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)  # noqa: S311 - repeatable chance
        self.gateway = StripeGateway(
            self.settings,
            monotonic=lambda: float(self.model.now),
            transport=InProcessClient(self.model, self.reaper.checkpoint),
        )

    @property
    def now(self) -> datetime:
        """The history's time."""
        return moment(self.model.now)


_scene: ContextVar[Scene] = ContextVar("scene")


def enter(scene: Scene) -> None:
    """Play on this stage from now on, in this task."""
    _scene.set(scene)


def checkpoint() -> None:
    """A kill is possible here, if a history is playing."""
    scene = _scene.get(None)
    if scene is not None:
        scene.reaper.checkpoint()


def moment(seconds: int) -> datetime:
    """Seconds since 1970 as aware UTC."""
    return datetime.fromtimestamp(seconds, UTC)


class SceneClock:
    """The product's clock: the time of the history that is playing."""

    def now(self) -> datetime:
        """Current aware UTC time."""
        return _scene.get().now

    def monotonic(self) -> float:
        """Seconds, never going back."""
        return float(_scene.get().model.now)

    async def sleep(self, seconds: float) -> None:
        """Waiting takes no real time; only histories move the clock."""


class SceneGateway:
    """The product's payment gateway: the real one, connected to the Stripe of the history."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_scene.get().gateway, name)

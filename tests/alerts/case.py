"""Form of the cases of an alert: samples that make it fire, and alike ones that must not.

Series are in promtool's notation, a value a minute: `5+1x60` is 5, 6, … 65; `_x10` is ten minutes
of nothing. `at` is when is looked. Invariant: what keeps silent differs from what fires by being
below the limit, too short, too little or absent.
"""

from __future__ import annotations

from dataclasses import dataclass

Series = dict[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """`fires` and each of `also` and `silent` are input series, a value each `step`; `labels`
    narrow which alert is meant. `absent` says that nothing at all is a fault too.
    """

    fires: Series
    silent: tuple[Series, ...]
    at: str
    labels: str = ""
    step: str = "1m"
    also: tuple[Series, ...] = ()
    absent: bool = False

    def firing(self) -> tuple[Series, ...]:
        """Every input that must make it fire."""
        return (self.fires, *self.also, *([{}] if self.absent else []))

"""Assistants for tests and trials: local servers that speak each provider's documented protocol.

`world` what the engines know · `said` what they say · `dialects` each wire format · `script`
which request fails how · `counts` what a provider's meters show · `server` all of it in one
process. Invariant: no answer pretends to come from a real assistant; nothing leaves the machine.
"""

from presence_standins.engines.script import OTHER_MODEL, Rule
from presence_standins.engines.server import ENGINES, EngineStandIns, start
from presence_standins.engines.world import DEFAULT_WORLD, KnownBrand, Source, World, load_world

__all__ = [
    "DEFAULT_WORLD",
    "ENGINES",
    "OTHER_MODEL",
    "EngineStandIns",
    "KnownBrand",
    "Rule",
    "Source",
    "World",
    "load_world",
    "start",
]

"""The simulator: an in-process engine whose answers quote the brand and its competitors."""

from presence.analysis.simulator.composer import NO_SOURCE
from presence.analysis.simulator.embedding import MiniLM, load_embedder
from presence.analysis.simulator.engine import SIMULATOR_VERSION, Simulator
from presence.analysis.simulator.phrasing import PHRASINGS, phrasings

__all__ = [
    "NO_SOURCE",
    "PHRASINGS",
    "SIMULATOR_VERSION",
    "MiniLM",
    "Simulator",
    "load_embedder",
    "phrasings",
]

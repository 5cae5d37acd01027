"""Tables: what-if experiments, and experiments with controls."""

from presence.domains.experiments.models.experiment import Experiment
from presence.domains.experiments.models.what_if import WhatIf

__all__ = ["Experiment", "WhatIf"]

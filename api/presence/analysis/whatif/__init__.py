"""What would happen to simulated visibility if the brand's texts were different."""

from presence.analysis.whatif.edits import Edit, EditRefused, applied_share, apply_edits
from presence.analysis.whatif.experiment import (
    WHAT_IF_VERSION,
    ExperimentResult,
    PromptOutcome,
    experiment,
)

__all__ = [
    "WHAT_IF_VERSION",
    "Edit",
    "EditRefused",
    "ExperimentResult",
    "PromptOutcome",
    "applied_share",
    "apply_edits",
    "experiment",
]

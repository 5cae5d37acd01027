"""Tables: what-if experiments."""

from presence.domains.experiments.models.what_if import WhatIf

__all__ = ["WhatIf"]

"""Where traces of calls go, and of how many."""

from __future__ import annotations

from pydantic import BaseModel, Field


class TelemetrySettings(BaseModel):
    """Traces. `endpoint` is the base address of an OTLP/HTTP collector; empty keeps none.

    `sample_ratio` of the calls that read are traced, and every call a person's press caused.
    """

    endpoint: str = ""
    sample_ratio: float = Field(default=0.01, ge=0, le=1)

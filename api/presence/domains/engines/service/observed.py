"""One call of a provider as it shows in metrics and traces, by OpenTelemetry's names for them.

Invariant: what was asked and answered is in neither.
"""

from __future__ import annotations

from time import perf_counter

from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from presence.analysis.ports import AssistantEngine
from presence.analysis.types import Question, RawAnswer
from presence.core import metrics
from presence.core.telemetry import span

_OPERATION = "chat"


async def ask_observed(engine: AssistantEngine, question: Question) -> RawAnswer:
    """`engine.ask`, measured; raises what it raises."""
    spec = engine.spec
    attributes = {
        "gen_ai.operation.name": _OPERATION,
        "gen_ai.provider.name": spec.id,
        "gen_ai.request.model": spec.model,
    }
    started = perf_counter()
    with span(f"{_OPERATION} {spec.model}", SpanKind.CLIENT, attributes) as call:
        raw = await engine.ask(question)
        _describe(call, raw)
    _count(spec.id, raw, perf_counter() - started)
    return raw


def _describe(call: Span, raw: RawAnswer) -> None:
    call.set_attribute("gen_ai.response.model", raw.model)
    if raw.input_tokens is not None:
        call.set_attribute("gen_ai.usage.input_tokens", raw.input_tokens)
    if raw.output_tokens is not None:
        call.set_attribute("gen_ai.usage.output_tokens", raw.output_tokens)
    if raw.error_code:
        call.set_attribute("error.type", raw.error_code)
        call.set_status(Status(StatusCode.ERROR))


def _count(engine: str, raw: RawAnswer, seconds: float) -> None:
    metrics.gen_ai_duration.labels(engine, _OPERATION, raw.error_code).observe(seconds)
    for kind, tokens in (("input", raw.input_tokens), ("output", raw.output_tokens)):
        if tokens is not None:
            metrics.gen_ai_tokens.labels(engine, kind).observe(tokens)
    if raw.error_code == "rate-limited":
        metrics.provider_rate_limited.labels(engine).inc()

"""Traces: one from the press of a button over the request and its jobs to each call of a provider.

    browser ──traceparent header──▶ request ──job argument──▶ job ──▶ call of a provider

Invariant: a span exists only below one that is recorded, so an untraced request pays for one
comparison; no span holds content, an address typed by a customer or a person's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.trace import (
    NonRecordingSpan,
    Span,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
)

from presence.core.settings import Settings

TRACE_ARGUMENT: Final = "traceparent"
Attributes = Mapping[str, str | int | float | bool]
_SAMPLED = TraceFlags(TraceFlags.SAMPLED)
_NOTHING = trace.INVALID_SPAN


class _Recording:
    """What this process does with spans; replaced whole by `start_telemetry`."""

    def __init__(self, provider: TracerProvider, processor: SpanProcessor, ratio: float) -> None:
        self.provider, self.processor, self.ratio = provider, processor, ratio
        self.tracer = provider.get_tracer("presence")


_recording: _Recording | None = None


def start_telemetry(
    settings: Settings, service: str, exporter: SpanExporter | None = None
) -> Callable[[], None]:
    """Record spans of this process from now on; returns what ends that and sends the rest.

    Without an endpoint nothing is recorded. `exporter` takes the collector's place, span by span.
    """
    global _recording
    endpoint = settings.telemetry.endpoint.rstrip("/")
    if exporter is None and not endpoint:
        return lambda: None
    provider = TracerProvider(
        resource=Resource.create(
            {"service.name": f"presence-{service}", "service.version": settings.revision}
        ),
        sampler=ALWAYS_ON,  # whether to record is decided before a span is begun
    )
    processor: SpanProcessor = (
        SimpleSpanProcessor(exporter)
        if exporter is not None
        else BatchSpanProcessor(_collector(endpoint))
    )
    provider.add_span_processor(processor)
    mine = _recording = _Recording(provider, processor, settings.telemetry.sample_ratio)

    def stop() -> None:
        global _recording
        provider.shutdown()
        if _recording is mine:
            _recording = None

    return stop


def _collector(endpoint: str) -> SpanExporter:
    # Imported only where traces are kept: it takes a fifth of a second.
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
        OTLPSpanExporter,
    )

    return OTLPSpanExporter(endpoint=f"{endpoint}/v1/traces", timeout=5)


def sample_ratio() -> float | None:
    """Which part of untraced requests to begin a trace for; None when nothing is recorded."""
    return None if _recording is None else _recording.ratio


def read_traceparent(value: str) -> SpanContext | None:
    """The context that a W3C `traceparent` names; None for anything malformed or not sampled."""
    parts = value.split("-")
    if len(parts) != 4 or [len(part) for part in parts] != [2, 32, 16, 2] or parts[0] != "00":
        return None
    try:
        trace_id, span_id, flags = (int(part, 16) for part in parts[1:])
    except ValueError:
        return None
    if not trace_id or not span_id or not flags & TraceFlags.SAMPLED:
        return None
    return SpanContext(trace_id, span_id, is_remote=True, trace_flags=_SAMPLED)


def traceparent() -> str | None:
    """The current recorded span as W3C `traceparent`; None outside one."""
    context = trace.get_current_span().get_span_context()
    if not context.trace_flags & TraceFlags.SAMPLED or not context.is_valid:
        return None
    return f"00-{context.trace_id:032x}-{context.span_id:016x}-01"


def current_ids() -> tuple[str, str] | None:
    """Trace and span id of the current span, for a line of the log; None outside a trace."""
    context = trace.get_current_span().get_span_context()
    if not context.is_valid:
        return None
    return f"{context.trace_id:032x}", f"{context.span_id:016x}"


@contextmanager
def root_span(
    name: str, kind: SpanKind, parent: SpanContext | None, attributes: Attributes
) -> Iterator[Span]:
    """A recorded span below `parent`, or the first of a new trace; nothing when not recording."""
    recording = _recording
    if recording is None:
        yield _NOTHING
        return
    above = Context() if parent is None else trace.set_span_in_context(NonRecordingSpan(parent))
    with _begun(recording, name, kind, attributes, above) as begun:
        yield begun


@contextmanager
def span(name: str, kind: SpanKind, attributes: Attributes) -> Iterator[Span]:
    """A span below the current one where that is recorded; else nothing."""
    recording = _recording
    if recording is None or not trace.get_current_span().is_recording():
        yield _NOTHING
        return
    with _begun(recording, name, kind, attributes, None) as begun:
        yield begun


@contextmanager
def _begun(
    recording: _Recording, name: str, kind: SpanKind, attributes: Attributes, above: Context | None
) -> Iterator[Span]:
    with recording.tracer.start_as_current_span(
        name,
        above,
        kind,
        dict(attributes),
        record_exception=False,  # its text may quote what a customer wrote
        set_status_on_exception=False,
    ) as begun:
        try:
            yield begun
        except BaseException as error:
            begun.set_attribute("error.type", type(error).__name__)
            begun.set_status(Status(StatusCode.ERROR))
            raise


def record_press(
    context: SpanContext, name: str, started_ns: int, ended_ns: int, attributes: Attributes
) -> None:
    """A span that a browser measured under ids of its own."""
    recording = _recording
    if recording is None:
        return
    recording.processor.on_end(
        ReadableSpan(
            name,
            context=SpanContext(context.trace_id, context.span_id, False, _SAMPLED),
            resource=Resource.create({"service.name": "presence-web"}),
            kind=SpanKind.CLIENT,
            attributes=dict(attributes),
            start_time=started_ns,
            end_time=ended_ns,
        )
    )

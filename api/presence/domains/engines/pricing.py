"""What an answer costs: the price table, the cost of one answer, the estimate for a run.

Invariant: money is Decimal in USD; a model without a known price costs what the most expensive
known model of its engine costs, so that an unknown model never looks free. A compatible server has
no price unless the settings give one: only its operator knows what it costs.

Prices are the providers' list prices; `ops/docs/engines.md` names sources and dates.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_UP, Decimal

from presence.analysis.types import EngineSpec
from presence.core.settings import EngineSettings, ModelPrice, Settings
from presence.domains.engines.registry import FREE

MILLION = Decimal(1_000_000)
CENT_MILLIONTH = Decimal("0.000001")


def _usd(input_: str, output: str, *, search: str = "0", request: str = "0") -> ModelPrice:
    return ModelPrice(
        input=Decimal(input_),
        output=Decimal(output),
        search=Decimal(search),
        request=Decimal(request),
    )


PRICES: dict[str, dict[str, ModelPrice]] = {
    "chatgpt": {
        "gpt-6-luna": _usd("0.10", "0.50", search="0.010"),
        "gpt-5.6-luna": _usd("0.20", "1.20", search="0.010"),
        "gpt-5.6-terra": _usd("2.00", "12.00", search="0.010"),
    },
    "perplexity": {
        "sonar": _usd("1.00", "1.00", request="0.005"),
        "sonar-pro": _usd("3.00", "15.00", request="0.006"),
        "sonar-reasoning-pro": _usd("2.00", "8.00", request="0.006"),
    },
    "gemini": {
        "gemini-3.5-flash-lite": _usd("0.30", "2.50", search="0.014"),
        "gemini-3.1-flash-lite": _usd("0.25", "1.50", search="0.014"),
        "gemini-3.8-flash": _usd("1.50", "7.50", search="0.014"),
    },
    "claude": {
        "claude-haiku-5-5": _usd("0.10", "0.50", search="0.010"),
        "claude-haiku-4-5": _usd("1.00", "5.00", search="0.010"),
        "claude-sonnet-5-5": _usd("2.00", "10.00", search="0.010"),
        "claude-opus-5-5": _usd("4.00", "20.00", search="0.010"),
    },
    "compatible": {},
}


@dataclass(frozen=True, slots=True)
class ExpectedUsage:
    """What one answer is expected to use; estimates are on the high side."""

    input_tokens: int
    output_tokens: int
    searches: int


# Search results are billed as input if the provider adds them to the prompt.
EXPECTED: dict[str, ExpectedUsage] = {
    "chatgpt": ExpectedUsage(10_000, 1_000, 1),
    "perplexity": ExpectedUsage(100, 700, 1),
    "gemini": ExpectedUsage(200, 1_000, 2),
    "claude": ExpectedUsage(14_000, 1_000, 1),
    "compatible": ExpectedUsage(200, 1_000, 0),
}


def price(
    settings: Settings,
    engine_id: str,
    model: str,
    input_tokens: int | None,
    output_tokens: int | None,
    searches: int | None,
) -> Decimal:
    """USD for one billed answer, rounded up to a millionth; unknown amounts count as zero."""
    if engine_id in FREE:
        return Decimal(0)
    rate = rate_of(settings.engines, engine_id, model)
    tokens = rate.input * (input_tokens or 0) + rate.output * (output_tokens or 0)
    total = tokens / MILLION + rate.search * (searches or 0) + rate.request
    return total.quantize(CENT_MILLIONTH, ROUND_UP)


def unit_price(settings: Settings, engine_id: str, model: str) -> Decimal:
    """USD that one answer is expected to cost."""
    if engine_id in FREE:
        return Decimal(0)
    use = EXPECTED[engine_id]
    return price(settings, engine_id, model, use.input_tokens, use.output_tokens, use.searches)


def estimate(settings: Settings, spec: EngineSpec, answers: int) -> Decimal:
    """USD that `answers` answers of an engine are expected to cost."""
    return unit_price(settings, spec.id, spec.model) * answers


def rate_of(engines: EngineSettings, engine_id: str, model: str) -> ModelPrice:
    """The rates of a model by its id, the beginning of a dated id, or the engine's highest."""
    known = {**PRICES[engine_id], **engines.prices}
    fitting = [name for name in known if model == name or model.startswith(f"{name}-")]
    if fitting:
        return known[max(fitting, key=len)]
    own = PRICES[engine_id].values()
    return max(own, key=lambda rate: rate.input + rate.output, default=ModelPrice())

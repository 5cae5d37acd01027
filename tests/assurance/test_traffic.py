"""Quick tier of the assurance `traffic`, and numbers that it must not accept."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from presence.entrypoints.commands.read_log import as_object
from tests.analysis.traffic.logs import summarize
from tests.assurance import traffic
from tests.assurance.frame import Deadline
from tests.assurance.traffic_lines import Maker, Truth


@pytest.mark.timeout(400)
def test_counts_equal_the_truth_in_bounded_memory() -> None:
    outcome = traffic.run(traffic.QUICK, 7, Deadline(300))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete, outcome.counts
    assert outcome.counts["lines"] == 2 * 2 * 3_000 + 20_000


def read(seed: int) -> tuple[dict[str, Any], Truth]:
    maker = Maker("cloudflare", seed)
    log = b"".join(maker.lines(2_000))
    return as_object(summarize(log)), maker.truth


@pytest.mark.parametrize("name", ["lines", "parsed", "wrong", "duplicates", "people"])
def test_a_number_that_is_off_by_one_is_a_violation(name: str) -> None:
    found, truth = read(3)
    assert traffic.differences(found, truth) == 0
    assert traffic.differences(found | {name: found[name] + 1}, truth) == 1


@pytest.mark.parametrize("name", ["requests", "errors", "verified", "claimed", "contradicted"])
def test_a_bots_number_that_is_off_by_one_is_a_violation(name: str) -> None:
    found, truth = read(4)
    spoilt = copy.deepcopy(found)
    spoilt["bots"][0][name] += 1
    assert traffic.differences(spoilt, truth) == 1

"""Quick tier of the assurance `ssrf`, and a packet that it must notice."""

from __future__ import annotations

import pytest

from tests.assurance import netspace, ssrf
from tests.assurance.frame import Deadline
from tests.assurance.ssrf_attack import Scales, Seen, Tried

LACKING = "no network of its own is granted here; tests/adapters asks the same without packets"


@pytest.mark.timeout(400)
async def test_not_one_packet_goes_to_a_forbidden_address() -> None:
    if not netspace.is_granted():
        pytest.skip(LACKING)
    outcome = await ssrf.run(ssrf.QUICK, 7, Deadline(300))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete
    for name, scale in ssrf.QUICK.items():
        refused, races = outcome.counts[f"{name}RacesRefused"], outcome.counts[f"{name}Races"]
        assert outcome.counts[f"{name}Vectors"] == scale.vectors
        assert 0 < refused < races == scale.races, name


@pytest.mark.parametrize(
    "seen",
    [
        Seen(control_packets=5, forbidden_packets=1),
        Seen(control_packets=0),
        Seen(control_packets=5, packets_lost=3),
        Seen({"poster": Tried(vectors=2, let_through=1)}, control_packets=5),
        Seen({"transport": Tried(ordinary=2, blocked=1)}, control_packets=5),
    ],
    ids=[
        "a packet to a forbidden address",
        "a control that was not noticed",
        "packets nobody looked at",
        "a forbidden address that answered",
        "an ordinary address that did not",
    ],
)
def test_what_must_not_happen_is_a_violation(seen: Seen) -> None:
    assert ssrf.judge(ssrf.QUICK, seen).violations == 1


@pytest.mark.parametrize(
    "lacking", ["vectors", "races", "ordinary"], ids=lambda part: f"{part} not all sent"
)
@pytest.mark.parametrize("scales", [ssrf.QUICK, ssrf.FULL], ids=["quick", "full"])
def test_what_was_not_sent_is_no_whole_tier(scales: Scales, lacking: str) -> None:
    asked = {
        name: Tried(7_000, each.vectors or 7_000, each.races, ordinary=each.ordinary)
        for name, each in scales.items()
    }
    assert ssrf.judge(scales, Seen(asked, control_packets=5)).complete
    setattr(asked["provider"], lacking, getattr(asked["provider"], lacking) - 1)
    assert not ssrf.judge(scales, Seen(asked, control_packets=5)).complete
    del asked["provider"]
    assert not ssrf.judge(scales, Seen(asked, control_packets=5)).complete

"""Two experiments that meet: said at registration, not weeks later."""

from __future__ import annotations

from tests.domains.experiments import test_experiments
from tests.domains.experiments.test_experiments import CHANGE, Lab

laboratory, lab = test_experiments.laboratory, test_experiments.lab


async def test_a_control_that_another_experiment_changes_is_an_overlap_too(lab: Lab) -> None:
    await lab.register()
    for last in range(6, 9):  # whichever half is drawn, one question is changed by the first
        asked = [str(p) for p in (lab.prompts[0], lab.prompts[1], *lab.prompts[6:last])]
        body = {**CHANGE, "promptIds": asked, "assignment": "by-lot"}
        refused = await lab.client.post(lab.path, json=body)
        assert refused.status_code == 409, refused.text

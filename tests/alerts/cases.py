"""The cases of every alert, by its name."""

from __future__ import annotations

from tests.alerts.case import Case
from tests.alerts.installation_cases import OF_INSTALLATION
from tests.alerts.reach_cases import OF_REACH
from tests.alerts.service_cases import OF_SERVICE

CASES: dict[str, Case] = OF_SERVICE | OF_INSTALLATION | OF_REACH

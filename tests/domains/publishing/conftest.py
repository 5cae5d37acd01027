"""What the tests of publishing share."""

from __future__ import annotations

import presence.domains.publishing.jobs  # noqa: F401 - registers the jobs
from tests.factories.analysed_brand import analysed, hands, owner, post

__all__ = ["analysed", "hands", "owner", "post"]

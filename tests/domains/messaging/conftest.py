"""What the tests of messaging share."""

from __future__ import annotations

from tests.factories.analysed_brand import analysed, hands, owner, post

__all__ = ["analysed", "hands", "owner", "post"]

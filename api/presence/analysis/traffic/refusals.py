"""Which answers prove that a server keeps an AI crawler out.

A page that is not there (404, 410) is an ordinary answer, and so is a bot that hangs up (499).
"""

from __future__ import annotations

from typing import Final

from presence.analysis.traffic.bots import is_ai_crawler

_REFUSALS: Final = frozenset({401, 403, 406, 407, 429, 451})


def is_shut_out(bot: str, purpose: str, status: int) -> bool:
    """Whether a request by this bot with this answer shows that an AI crawler is kept out.

    True for refusals and errors of the server (500 to 599); never for other bots or for people.
    """
    return is_ai_crawler(bot, purpose) and (status in _REFUSALS or 500 <= status <= 599)

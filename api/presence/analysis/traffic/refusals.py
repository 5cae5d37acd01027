"""Which answers prove that a server keeps an assistant's bot out.

A page that is not there (404, 410) is an ordinary answer, and so is a bot that hangs up (499).
"""

from __future__ import annotations

from typing import Final

_REFUSALS: Final = frozenset({401, 403, 406, 407, 429, 451})
_ASSISTANTS: Final = frozenset({"search", "user", "training", "agent"})


def is_shut_out(purpose: str, status: int) -> bool:
    """Whether a request with this purpose and answer shows that an assistant's bot is kept out.

    True for refusals and errors of the server (500 to 599); never for other bots or for people.
    """
    return purpose in _ASSISTANTS and (status in _REFUSALS or 500 <= status <= 599)

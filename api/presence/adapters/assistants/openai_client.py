"""The `openai` client as every engine that speaks its protocol uses it.

Invariant: one attempt, explicit limits, and nothing of the environment's account is added to a
request that carries somebody's own key.
"""

from __future__ import annotations

import httpx2
from openai import AsyncOpenAI

from presence.adapters.assistants.specs import address_of
from presence.adapters.assistants.transport import timeouts
from presence.analysis.ports import EngineAccess

_NO_KEY = "none"  # what servers without keys are sent; the SDK insists on one


def openai_client(access: EngineAccess, http: httpx2.AsyncClient) -> AsyncOpenAI:
    """A client with the credentials and address of `access`."""
    client = AsyncOpenAI(
        api_key=access.api_key or _NO_KEY,
        base_url=address_of(access),
        timeout=timeouts(access.timeout_s),
        max_retries=0,
        http_client=http,
    )
    client.organization = client.project = None  # the SDK would read them from the environment
    return client

"""Stripe's SDK talking to a model in the same process: no socket, no waiting.

Invariant: the SDK sees what it would see over the network, connection errors included.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable, Mapping
from typing import Any, NoReturn

import stripe
from multidict import CIMultiDict

from presence_standins.stripe.faults import ConnectionLost
from presence_standins.stripe.model import StripeModel

Checkpoint = Callable[[], None]


class InProcessClient(stripe.HTTPClient):
    """An HTTP client for `StripeClient(http_client=…)`; `checkpoint` runs before and after."""

    name = "in-process"

    def __init__(self, model: StripeModel, checkpoint: Checkpoint | None = None) -> None:
        super().__init__()
        self.model = model
        self._checkpoint = checkpoint or (lambda: None)

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: Any = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        """Answer from the model. Raises the SDK's connection error for a lost answer."""
        self._checkpoint()
        try:
            answer = self.model.api.handle(method.upper(), url, headers, post_data or "")
        except ConnectionLost:
            error = stripe.APIConnectionError("The connection broke.", should_retry=True)  # type: ignore[no-untyped-call]  # the library's own
            raise error from None
        finally:
            self._checkpoint()
        return answer.body.encode(), answer.status, CIMultiDict(answer.headers)

    def sleep_async(self, secs: float) -> Awaitable[None]:
        """The SDK's pause before a retry takes no time."""
        return _nothing()

    def request(self, *_: Any, **__: Any) -> NoReturn:
        """Only asynchronous calls."""
        raise NotImplementedError

    async def request_stream_async(
        self, *_: Any, **__: Any
    ) -> tuple[AsyncIterable[bytes], int, Mapping[str, str]]:
        """Stripe's streams are not modelled."""
        raise NotImplementedError

    def close(self) -> None:
        """Nothing to close."""

    async def close_async(self) -> None:
        """Nothing to close."""


async def _nothing() -> None:
    return None

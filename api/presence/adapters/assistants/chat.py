"""What the engines on the Chat Completions protocol share: sending a question, reading a choice.

Invariant: reasoning that a model prints before its answer is not part of the answer.
"""

from __future__ import annotations

import re
from typing import Final

from openai import AsyncOpenAI

from presence.adapters.assistants.reading import (
    Ending,
    Json,
    Malformed,
    ProviderReply,
    child,
    children,
    count_of,
    text_of,
)
from presence.adapters.assistants.transport import idempotent
from presence.analysis.types import Question

_THINKING: Final = re.compile(r"\s*<think>.*?(?:</think>\s*|\Z)", re.DOTALL)
_ENDINGS: Final[dict[str, Ending]] = {
    "stop": "complete",
    "end_turn": "complete",
    "length": "truncated",
    "tool_calls": "truncated",
    "function_call": "truncated",
    "content_filter": "refused",
}


async def ask(client: AsyncOpenAI, model: str, question: Question, extra: dict[str, object]) -> str:
    """The body of one completion. `extra` are fields beyond OpenAI's own protocol.

    No token limit is set: a small local model refuses one larger than its context window.
    """
    response = await client.chat.completions.with_raw_response.create(
        model=model,
        messages=[{"role": "user", "content": question.text}],
        extra_headers=idempotent(question.key),
        extra_body=extra or None,
    )
    return response.http_response.text


def read(payload: Json) -> ProviderReply:
    """The first choice and the tokens; citations are added by engines that give them."""
    choice = next(children(payload, "choices"), None)
    if choice is None:
        raise Malformed("There is no choice in the body.")
    message = child(choice, "message")
    refusal = text_of(message, "refusal")
    reason = text_of(choice, "finish_reason")
    usage = child(payload, "usage")
    return ProviderReply(
        text=_THINKING.sub("", text_of(message, "content"), count=1) or refusal,
        model=text_of(payload, "model"),
        ending="refused"
        if refusal
        else _ENDINGS.get(reason, "complete" if not reason else "unknown"),
        detail=refusal or reason,
        input_tokens=count_of(usage, "prompt_tokens"),
        output_tokens=count_of(usage, "completion_tokens"),
    )

"""How a command fails: one sentence on standard error, and its exit status."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer


def fail(sentence: object, cause: Exception | None = None, status: int = 1) -> NoReturn:
    """End the command with a sentence."""
    typer.echo(f"presence: {sentence}", err=True)
    raise typer.Exit(status) from cause


@contextmanager
def failing(*expected: type[Exception], status: int = 1) -> Iterator[None]:
    """End the command with the sentence of an expected error."""
    try:
        yield
    except expected as error:
        fail(error, error, status)

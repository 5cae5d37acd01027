"""Where an operator keeps the texts that customers agree to."""

from __future__ import annotations

from pydantic import BaseModel, FilePath


class LegalSettings(BaseModel):
    """Plain-text files in UTF-8; without one, a plain default is shown.

    Paragraphs are separated by empty lines; a line that begins with `# ` is a heading, the first
    of them the title.
    """

    terms: FilePath | None = None
    privacy: FilePath | None = None

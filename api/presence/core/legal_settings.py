"""The texts that customers agree to, as an operator keeps them.

Invariant: a file that cannot be shown stops the start, with a sentence that names its setting.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field, ValidationInfo


def _text_of(file: object, setting: ValidationInfo) -> str:
    """The words of a text file, without a mark of its encoding at its beginning."""
    name = f"PRESENCE_LEGAL__{str(setting.field_name).upper()}"
    try:
        return Path(str(file)).read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} names {file}, which is not text in UTF-8.") from error
    except OSError as error:
        raise ValueError(f"{name} names {file}, which cannot be read.") from error


OwnText = Annotated[str, BeforeValidator(_text_of)]


class LegalSettings(BaseModel):
    """Names of plain-text files in UTF-8, read once; without one, a plain default is shown.

    Paragraphs are separated by empty lines; a line that begins with `# ` is a heading, the first
    of them the title.
    """

    terms: OwnText | None = Field(default=None, repr=False)
    privacy: OwnText | None = Field(default=None, repr=False)

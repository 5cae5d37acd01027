"""Base models of the API: camelCase outside, snake_case inside, and the sentences of refusals.

Invariant: a request model names its sentence once per field (`sentences`); whatever is wrong with
that field (missing, wrong type, too short), the caller reads that sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Self, Union, get_args, get_origin

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import InitErrorDetails, PydanticCustomError

from presence.http.plain_text import HIDDEN, NAMING, NUL, WRITTEN, plain_text, written_text

_TOO_LONG = "string_too_long"
_NOT = "This is not a value of that kind"


def unit(name: str) -> Any:
    """Field metadata that says what a number counts."""
    return Field(json_schema_extra={"x-unit": name})


class ApiOut(BaseModel):
    """An answer: immutable, camelCase keys, built from dataclasses or rows by attribute."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        from_attributes=True,
        frozen=True,
        serialize_by_alias=True,
        json_schema_serialization_defaults_required=True,
    )

    @classmethod
    def from_row(cls, row: object, **computed: object) -> Self:
        """Built from a row's attributes of the same names and from what the row does not have."""
        own = {name: getattr(row, name) for name in cls.model_fields if name not in computed}
        return cls.model_validate({**own, **computed})


class ApiIn(BaseModel):
    """A request body: unknown members are ignored, text is trimmed of nothing and holds no NUL.

    What names something (`NAMING`) is one line without hidden characters, and what somebody writes
    (`WRITTEN`) hides and turns nothing, see `plain_text`.

    A number, a truth value and a day are what JSON says they are: `true` is not 1, nor 0 a day.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    sentences: ClassVar[dict[str, str]] = {}
    # Fields taken as they come: they look up a name as it was stored once, or quote somebody else.
    as_given: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="wrap")
    @classmethod
    def _speak(cls, data: Any, handler: Callable[[Any], Any]) -> Any:
        lines: list[InitErrorDetails] = []
        if isinstance(data, dict):
            data, lines = cls._plain_texts(data)
            lines += cls._of_another_type(data)
        reported = {line["loc"] for line in lines}
        try:
            model = handler(data)
        except ValidationError as error:
            found = error.errors(include_url=False)
            lines += [cls._translate(line) for line in found if line["loc"][:1] not in reported]
        if lines:
            raise ValidationError.from_exception_data(cls.__name__, lines)
        # guard: http.nul
        if isinstance(data, dict) and any("\x00" in text for text in _texts(data)):
            raise PydanticCustomError("nul", NUL)
        return model

    @classmethod
    def _plain_texts(cls, data: dict[str, Any]) -> tuple[dict[str, Any], list[InitErrorDetails]]:
        """`data` with its names in one spelling, and what holds a hidden character."""
        found, lines = dict(data), list[InitErrorDetails]()
        for member, info in cls.model_fields.items():
            check = _check_of(member)
            if member in cls.as_given or check is None:
                continue
            for name in {member, info.alias or member} & data.keys():
                try:
                    found[name] = check(data[name])
                except PydanticCustomError as error:
                    line = {"type": HIDDEN, "loc": (name,), "input": "", "msg": str(error)}
                    lines.append(cls._translate(line))
        return found, lines

    @classmethod
    def _of_another_type(cls, data: dict[str, Any]) -> list[InitErrorDetails]:
        """Plain members whose JSON type is not the described one, though Pydantic could read it."""
        return [
            cls._translate(
                {"type": f"{kind}_type", "loc": (name,), "input": data[name], "msg": _NOT}
            )
            for member, info in cls.model_fields.items()
            for name in {member, info.alias or member} & data.keys()
            for kind in _another_type(info.annotation, data[name])
        ]

    @classmethod
    def _translate(cls, line: Any) -> InitErrorDetails:
        field, kind = cls._field_of(line["loc"]), line["type"]
        sentence, ctx = cls.sentences.get(field or ""), line.get("ctx", {})
        if kind == HIDDEN:
            sentence = None
        if field and kind == _TOO_LONG and "max_length" in ctx:
            label = field.replace("_", " ").capitalize().replace("url", "URL")
            sentence = f"{label} must be at most {ctx['max_length']} characters"
        return InitErrorDetails(
            type=PydanticCustomError(kind, _literal(sentence or line["msg"])),
            loc=line["loc"],
            input=line["input"],
        )

    @classmethod
    def _field_of(cls, loc: tuple[int | str, ...]) -> str | None:
        if len(loc) == 0:
            return None
        for name, info in cls.model_fields.items():
            if loc[0] in (name, info.alias):
                return name
        return None


def _check_of(member: str) -> Callable[[object], object] | None:
    """What a member's text has to pass, by what it is called; None: it is neither."""
    if NAMING.search(member):
        return plain_text
    return written_text if WRITTEN.search(member) else None


# What JSON has for a type that Pydantic would also read from something else.
_IN_JSON: dict[Any, tuple[type, ...]] = {
    int: (int, float),
    float: (int, float),
    bool: (bool,),
    date: (str, date),
    datetime: (str, datetime),
    AwareDatetime: (str, datetime),
}


_UNIONS = (Union, UnionType)
_EXPONENT = re.compile(r"e-\d+$", re.IGNORECASE)


def is_mere_number(value: object) -> bool:
    """Whether a text has none of a day's inner dashes, and would be read as seconds since 1970.

    The dash of an exponent ("5e-49") is none of them.
    """
    return isinstance(value, str) and "-" not in _EXPONENT.sub("", value.strip()[1:])


def _another_type(annotation: Any, value: object) -> list[str]:
    """The name of the type that `value` should have had, where that can be told; else nothing."""
    members = get_args(annotation) if get_origin(annotation) in _UNIONS else (annotation,)
    plain = (get_args(kind)[0] if get_origin(kind) is Annotated else kind for kind in members)
    kinds = set(plain) - {NoneType}
    if value is None or not kinds or not kinds <= _IN_JSON.keys():
        return []
    fitting = {kind for name in kinds for kind in _IN_JSON[name]}
    fits = type(value) in fitting and not is_mere_number(value)
    return [] if fits else [min(kind.__name__ for kind in kinds)]


def _literal(message: str) -> str:
    """PydanticCustomError formats `{…}`; a sentence is taken as it is."""
    return message.replace("{", "{{").replace("}", "}}")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)

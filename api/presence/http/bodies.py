"""Request bodies that a route reads itself because they come in more than one form.

Invariant: whatever is wrong with such a body is answered like the framework's own refusals.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from presence.core.errors import FieldError, ValidationFailed

JSON_TYPE = "application/json"
FORM_TYPE = "multipart/form-data"
_Model = TypeVar("_Model", bound=BaseModel)


def media_type(request: Request) -> str:
    """The body's type without parameters, lower case, "" without one."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def json_of(body: bytes) -> Any:
    """The value of a JSON text. Raises ValidationFailed."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        problem = FieldError("", "The request body is not valid JSON", "json-invalid")
        raise ValidationFailed(problem.detail, errors=(problem,)) from error


def validated(model: type[_Model], data: Any) -> _Model:
    """A request model of `data`. Raises RequestValidationError, as for a declared body."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise RequestValidationError(
            [{**line, "loc": ("body", *line["loc"])} for line in error.errors()]
        ) from error

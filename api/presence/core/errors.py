"""One exception tree for every error that a caller may see.

    AppError
    ├── ValidationFailed   422   ├── Conflict            409
    ├── BadRequest         400   ├── PreconditionFailed  412
    ├── Unauthenticated    401   ├── FileTooLarge        413
    ├── Forbidden          403   ├── UnsupportedMedia    415
    ├── PlanLimitReached   403   ├── KeyReused           422
    ├── SwitchedOff        403   ├── RateLimited         429
    ├── NotFound           404   ├── Unavailable         503
    ├── Gone               410   ├── StillRunning        409
    ├── Closed             503   ├── Overloaded          503
    └── refused by the server before any route: HeadRefused 400, MethodRefused 405, TooSlow 408,
        TargetTooLong 414, Misdirected 421, HeadersTooLarge 431

Invariant: `http/errors.py` is the only place where one of these becomes a response; `message` is a
sentence that a customer may read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self


class BrokenOff(Exception):
    """What is being sent must go no further: the connection is cut, so that this is noticed."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """One field at fault: JSON pointer (`/email`), sentence, machine code."""

    pointer: str
    detail: str
    code: str = "invalid"


@dataclass(eq=False)
class AppError(Exception):
    """Base: a refusal with a stable machine code, an HTTP status and a sentence."""

    message: str
    errors: tuple[FieldError, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 500
    title: ClassVar[str] = "Error"

    @classmethod
    def at(cls, pointer: str, sentence: str, code: str = "invalid") -> Self:
        """The refusal of a single field."""
        return cls(sentence, errors=(FieldError(pointer, sentence, code),))

    def __str__(self) -> str:
        return self.message


class ValidationFailed(AppError):
    """The input breaks a rule; `errors` says which field and how."""

    code = "validation-failed"
    status = 422
    title = "Validation failed"


class BadRequest(AppError):
    """The call lacks something essential."""

    code = "bad-request"
    status = 400
    title = "Bad request"


class Unauthenticated(AppError):
    """Nobody is signed in, or the credentials are wrong."""

    code = "unauthenticated"
    status = 401
    title = "Not signed in"


class Forbidden(AppError):
    """Signed in, but this role or request origin may not do that."""

    code = "forbidden"
    status = 403
    title = "Not allowed"


class PlanLimitReached(AppError):
    """The plan does not allow it; `extra` has feature, limit, used, upgradeUrl."""

    code = "plan-limit"
    status = 403
    title = "Plan limit reached"


class SwitchedOff(AppError):
    """The feature is currently switched off, for everybody or for this workspace."""

    code = "feature-off"
    status = 403
    title = "Switched off"


class NotFound(AppError):
    """It does not exist, or belongs to somebody else: the caller cannot tell which."""

    code = "not-found"
    status = 404
    title = "Not found"


class Conflict(AppError):
    """The current state does not allow it."""

    code = "conflict"
    status = 409
    title = "Conflict"


class Closed(AppError):
    """The whole service is closed for maintenance; `headers` say when to come back."""

    code = "maintenance"
    status = 503
    title = "Closed for maintenance"


class Gone(AppError):
    """It existed once but no longer does; `extra` has the reason."""

    code = "gone"
    status = 410
    title = "Not available any more"


class StillRunning(AppError):
    """A call with the same Idempotency-Key has not finished yet."""

    code = "idempotency-in-progress"
    status = 409
    title = "Still running"


class KeyReused(AppError):
    """The Idempotency-Key was sent before with another request."""

    code = "idempotency-mismatch"
    status = 422
    title = "Idempotency-Key reused"


class PreconditionFailed(AppError):
    """It changed since the caller read it."""

    code = "precondition-failed"
    status = 412
    title = "Changed elsewhere"


class FileTooLarge(AppError):
    """The upload exceeds the size limit."""

    code = "file-too-large"
    status = 413
    title = "File too large"


class UnsupportedMedia(AppError):
    """The upload or body has an unsupported type."""

    code = "unsupported-media"
    status = 415
    title = "Unsupported file type"


class RateLimited(AppError):
    """Too many attempts; `headers` carries Retry-After in seconds."""

    code = "rate-limited"
    status = 429
    title = "Too many requests"


class QuotaUsedUp(RateLimited):
    """A person or a website has used up its share of one thing; everything else continues."""

    code = "quota-used-up"


class Unavailable(AppError):
    """A dependency does not respond, or is not configured."""

    code = "upstream-unavailable"
    status = 503
    title = "Unavailable"


class HeadRefused(BadRequest):
    """The request line or a header line is invalid; nothing else was read."""


class Misdirected(AppError):
    """The request names a host that is not ours."""

    code = "misdirected-request"
    status = 421
    title = "Unknown host"


class MethodRefused(AppError):
    """No resource here supports the method."""

    code = "method-not-allowed"
    status = 405
    title = "Method not allowed"


class TargetTooLong(AppError):
    """The address of the request is too long."""

    code = "address-too-long"
    status = 414
    title = "Address too long"


class HeadersTooLarge(AppError):
    """The header lines are too many or too long."""

    code = "headers-too-large"
    status = 431
    title = "Headers too large"


class TooSlow(AppError):
    """The request did not arrive in time."""

    code = "request-timeout"
    status = 408
    title = "Request timed out"


class Overloaded(AppError):
    """There are more calls than can be answered in time; `headers` say when to retry."""

    code = "overloaded"
    status = 503
    title = "Too busy"

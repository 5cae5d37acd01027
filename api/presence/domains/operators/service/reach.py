"""What staff acting as a customer may do in the customers' application: one table.

Invariant: reading shows what the screens show and hands out nothing that outlives the session: no
file, and no address that grants access. Writing requires an impersonation begun for writing and one
of the harmless permissions, and never creates anything that grants access: what support never held
need not be ended with the impersonation (ADR 0021). Routes with any other permission are refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from presence.core.errors import Forbidden
from presence.http.middleware import UNSAFE
from presence.http.permission import PUBLIC_NAME

ALLOWED = frozenset({"run", "brands", "settings"})
LEAVING = "/api/logout"
_READ_ONLY = "You are looking at this account for its owner: nothing can be changed here."
_BLOCKED = "This cannot be done while acting for a customer."
_FILES = "A customer's data cannot be downloaded while acting for them. Ask them to send the file."
_ACCESS = "Support cannot give access to a customer's results. Ask the customer to share them."
_TOKENS = "Tokens of log sources are the customer's to make."
_SIGN_IN_RULES = "How a customer's people sign in is theirs to decide."
# Reading that takes data along.
FILES = frozenset(
    {
        "/api/v1/answers/{answer_id}/raw",
        "/api/v1/audit-log/file",
        "/api/v1/exports",
        "/api/v1/exports/{view_export_id}",
        "/api/v1/exports/{view_export_id}/download",
        "/api/v1/brands/{brand_id}/traffic.csv",
        "/api/v1/brands/{brand_id}/traffic/funnel.csv",
        "/api/v1/brands/{brand_id}/traffic/platform-reports/{platform_report_id}/rows.csv",
        "/api/v1/brands/{brand_id}/traffic/uploads/{upload_id}/wrong-lines.csv",
        "/api/v1/files/{token}",
        "/api/v1/me/exports",
        "/api/v1/me/exports/{export_id}",
        "/api/v1/portfolio.csv",
        "/api/v1/reports/{report_id}/download",
        "/api/v1/runs/{run_id}/bundle",
    }
)
# Writing of a harmless permission that gives access or takes a protection away.
_WITHHELD = {
    "/api/v1/brands/{brand_id}/share-links": _ACCESS,
    "/api/v1/share-links/{share_id}": _ACCESS,
    "/api/v1/brands/{brand_id}/traffic/sources": _TOKENS,
    "/api/v1/brands/{brand_id}/traffic/sources/{source_id}/rotate": _TOKENS,
    "/api/v1/password-rule": _SIGN_IN_RULES,
}


class ReadOnly(Forbidden):
    """403: this impersonation is for reading only."""

    code = "impersonation_read_only"


class Blocked(Forbidden):
    """403: no impersonation may do this."""

    code = "impersonation_blocked"


@dataclass(frozen=True, slots=True)
class Call:
    """A request: method, declared path of its route, and permission; None for no route."""

    method: str
    path: str
    permission: str | None

    @property
    def public(self) -> bool:
        """Whether everybody gets the same response: routes declared so, and the web app itself."""
        return self.permission in (None, PUBLIC_NAME)


def refusal_of(call: Call, mode: str) -> Forbidden | None:
    """Why an impersonation of this mode may not do this; None if it may."""
    if call.path == LEAVING:
        return None
    changes = call.method in UNSAFE
    if changes and mode != "write":  # guard: impersonation.read-only
        return ReadOnly(_READ_ONLY)
    if call.path in FILES:  # guard: impersonation.files
        return Blocked(_FILES)
    if not changes:
        return None
    if call.path in _WITHHELD:  # guard: impersonation.gives-access
        return Blocked(_WITHHELD[call.path])
    if call.method == "DELETE" or call.permission not in ALLOWED:  # guard: impersonation.harmless
        return Blocked(_BLOCKED)
    return None

"""The complete audit log, and staff's notes: read, never changed."""

from __future__ import annotations

from presence.domains.operators.context import console
from presence.domains.operators.queries.lists import AUDIT, NOTES
from presence.domains.operators.resources import Resource, add_resource
from presence.domains.operators.schemas import AuditRecordOut, NoteRecordOut

router = console("operators")
add_resource(router, Resource("audit-log", AUDIT, AuditRecordOut))
add_resource(router, Resource("notes", NOTES, NoteRecordOut))

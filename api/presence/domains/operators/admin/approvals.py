"""What waits for a second pair of eyes; the slice that carries it out decides it."""

from __future__ import annotations

from presence.domains.operators.context import console
from presence.domains.operators.queries.lists import APPROVALS
from presence.domains.operators.resources import Resource, add_resource
from presence.domains.operators.schemas import ApprovalRecordOut

router = console("operators")
approvals = Resource("approvals", APPROVALS, ApprovalRecordOut)
add_resource(router, approvals)

"""The roles of staff by name; what each may do is in `service/permissions`."""

from __future__ import annotations

from typing import Literal, get_args

StaffRole = Literal["support-l1", "support-l2", "billing-ops", "admin", "auditor"]
ROLES: tuple[StaffRole, ...] = get_args(StaffRole)

"""The names of the staff roles; `service/permissions` says what each may do."""

from __future__ import annotations

from typing import Literal, get_args

StaffRole = Literal["support-l1", "support-l2", "billing-ops", "admin", "auditor"]
ROLES: tuple[StaffRole, ...] = get_args(StaffRole)

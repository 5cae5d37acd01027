"""The console's own routes: sign-in, staff, users, the audit log, jobs, impersonation."""

from fastapi import APIRouter

from presence.domains.operators.admin import (
    approvals,
    audit,
    flags,
    impersonations,
    jobs,
    provider,
    session,
    staff,
    users,
)

router = APIRouter()
for module in (session, provider, staff, users, audit, jobs, flags, approvals, impersonations):
    router.include_router(module.router)

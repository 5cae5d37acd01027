"""Routes of identity: sign-in with Google, links in e-mails, and a person's own account."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.identity.routes import account, google, links, passkeys, second_factor

router = APIRouter()
for module in (google, links, account, second_factor, passkeys):
    router.include_router(module.router)

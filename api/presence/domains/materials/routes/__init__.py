"""Materials of a brand, and the check of a site's address, one module per subject."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.materials.routes import materials, site_checks

router = APIRouter()
for module in (site_checks, materials):
    router.include_router(module.router)

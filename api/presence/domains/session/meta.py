"""The state of the service as every screen may know it.

Invariant: it reveals nothing about a customer except how the caller's own engines answer.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.build import product_version
from presence.core.settings import Settings
from presence.domains.billing.service.feature_flags import feature_states
from presence.domains.engines.records import Engine
from presence.domains.engines.service import list_engines
from presence.domains.session.meta_schemas import (
    BuildOut,
    EngineState,
    EngineStatusOut,
    FeatureFlagsOut,
    MaintenanceOut,
    MetaOut,
)


async def read_meta(session: AsyncSession, settings: Settings, now: datetime) -> MetaOut:
    """Build, features, engines of the caller's workspace, announced maintenance."""
    engines = [e for e in await list_engines(session, settings) if e.basis == "assistants"]
    maintenance, open_ = settings.maintenance, await feature_states(session, now)
    return MetaOut(
        build=BuildOut(version=product_version(), revision=settings.revision),
        features=FeatureFlagsOut(
            google_sign_in=settings.google.configured,
            online_payment=settings.stripe.configured,
            mail=bool(settings.mail.host),
            example=bool(settings.outbound.example_site),
            switched_off=[key for key, is_open in open_.items() if not is_open],
        ),
        engines=[_status(engine) for engine in engines if engine.status != "disabled"],
        maintenance=MaintenanceOut.model_validate(maintenance) if maintenance.message else None,
    )


def _status(engine: Engine) -> EngineStatusOut:
    health = engine.health
    known: EngineState = health.state if health is not None else "ok"
    return EngineStatusOut(
        id=engine.id,
        name=engine.name,
        state=known if engine.status == "connected" else "not-connected",
        until=health.until if health is not None else None,
    )

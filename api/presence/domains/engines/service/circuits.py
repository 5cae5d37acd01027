"""Whether our own keys' circuits are open, shown by every worker from shared state.

Invariant: read from the gates, never remembered: a circuit that closed while this worker was idle
is shown as closed.
"""

from __future__ import annotations

from datetime import timedelta

from presence.core import metrics
from presence.domains.engines.queries import gates
from presence.domains.engines.registry import ASSISTANTS
from presence.domains.engines.service.connections import deployment_gate
from presence.jobs.context import JobResources

# The longest pause of a gate. A circuit whose pause is over waits for somebody to try; when nobody
# has for as long again, nothing is known against the provider any more.
_LINGERS = timedelta(minutes=5)


async def show_circuits(resources: JobResources) -> None:
    """Set the gauge for every engine we have a key for; unreadable ones have no series."""
    known = {name: deployment_gate(resources.settings, name) for name in ASSISTANTS}
    ours = {name: gate for name, gate in known.items() if gate is not None}
    now = resources.clock.now()
    try:
        async with resources.database.transaction() as session:
            health = await gates.health(session, ours.values(), now)
    except Exception:
        metrics.provider_circuit.forget()
        raise
    for name, gate in ours.items():
        met = health.get(gate)
        is_open = met is not None and met.state == "down" and met.until + _LINGERS > now
        metrics.provider_circuit.labels(name).set(is_open)

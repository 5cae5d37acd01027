"""The restore drill in a cluster: recover the newest backup to a moment, compare, delete the copy.

    rows before ─ the moment ─ rows after        (the product goes on meanwhile)
    copy of the cluster, recovered to the moment ──▶ the same rows, and no broken invariant
    the product's key                            ──▶ opens what is sealed in the copy

Invariant: a table nobody wrote to around the moment must be the same in the copy, row for row; one
that was written to must lie between both looks. The copy is deleted whatever happens. Exit 0 only
when a copy was compared; the last line says what differs.

Runs in the product's image (ops/database/drill.yaml); LIVE_URL and COPY_URL are addresses of the
role auditor, PRESENCE_SECRETS__KEY the product's; the rest is read from the pod's own account.
"""

# ruff: noqa: T201 - a job says what it does

from __future__ import annotations

import asyncio
import json
import os
import ssl
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg

from presence.core.secrets import Vault, require_secrets
from presence.core.settings import Settings
from presence.db.backup.rows import Looked, look_at
from presence.oversight.invariants import INVARIANTS, Invariant
from presence.oversight.sealed import closed

ACCOUNT = Path("/var/run/secrets/kubernetes.io/serviceaccount")
GIVEN = Path(__file__).parent / "restored-cluster.json"  # the copy, without its moment
_PAUSE_S = 5.0


async def look(url: str) -> Looked:
    """Rows and checksum of every table, of one moment."""
    connection = await asyncpg.connect(url, timeout=30, command_timeout=3 * 3600)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return await look_at(connection)
    finally:
        await connection.close()


async def broken(url: str, among: Iterable[Invariant]) -> list[str]:
    """Names of the invariants that the rows break."""
    connection = await asyncpg.connect(url, timeout=30, command_timeout=3 * 3600)
    try:
        return [i.name for i in among if await connection.fetchval(i.sql)]
    finally:
        await connection.close()


def differences(before: Looked, after: Looked, copy: Looked) -> list[str]:
    """What the copy has and should not have, or the other way round."""
    found = [f"{name} is not in the copy" for name in sorted(before.keys() - copy.keys())]
    for name in sorted(before.keys() & after.keys() & copy.keys()):
        low, high = sorted((before[name][0], after[name][0]))
        if before[name] == after[name] != copy[name]:
            found.append(f"{name}: {copy[name][0]} rows, other than the {before[name][0]} it had")
        elif not low <= copy[name][0] <= high:
            found.append(f"{name}: {copy[name][0]} rows, not {low} to {high}")
    return found


class Cluster:
    """The copy, through the API server."""

    def __init__(self, server: str, account: Path, wanted: dict[str, Any]) -> None:
        self._wanted = wanted
        meta = wanted["metadata"]
        group = f"/apis/postgresql.cnpg.io/v1/namespaces/{meta['namespace']}/clusters"
        self._all, self._one = server + group, f"{server}{group}/{meta['name']}"
        self._account = account

    def create(self, moment: str) -> None:
        """Begin the recovery to this moment; a copy an earlier drill left is deleted first."""
        self.delete()
        recovery = self._wanted["spec"]["bootstrap"]["recovery"]
        recovery["recoveryTarget"] = {"targetTime": moment}
        self._ask("POST", self._all, self._wanted)

    def wait(self, within_s: float) -> None:
        """Until the copy answers. Raises TimeoutError."""
        ends = time.monotonic() + within_s
        while time.monotonic() < ends:
            status = self._ask("GET", self._one).get("status", {})
            if status.get("readyInstances"):
                return
            time.sleep(_PAUSE_S)
        raise TimeoutError(f"The copy was not ready after {within_s:.0f} s.")

    def delete(self) -> None:
        """And wait until it is gone; nothing to delete is fine."""
        try:
            self._ask("DELETE", self._one)
            while True:
                self._ask("GET", self._one)
                time.sleep(_PAUSE_S)
        except urllib.error.HTTPError as error:
            if error.code != 404:
                raise

    def _ask(self, method: str, address: str, body: object = None) -> dict[str, Any]:
        token = (self._account / "token").read_text()
        request = urllib.request.Request(  # noqa: S310 - the cluster's own server
            address,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        authority = self._account / "ca.crt"
        context = ssl.create_default_context(cafile=authority) if authority.exists() else None
        with urllib.request.urlopen(request, timeout=30, context=context) as answer:  # noqa: S310
            found: dict[str, Any] = json.load(answer)
            return found


async def drill(
    cluster: Cluster, live: str, copy: str, settle_s: float, within_s: float, vault: Vault
) -> int:
    """0 when the copy holds what it should and the key opens what is sealed in it.

    `settle_s`: until the moment is in the archive.
    """
    before = await look(live)
    moment = datetime.now(UTC).isoformat(timespec="milliseconds")
    await asyncio.sleep(1)
    after = await look(live)
    print(f"{len(before)} tables at {moment}", flush=True)
    await asyncio.sleep(settle_s)
    try:
        cluster.create(moment)
        cluster.wait(within_s)
        restored = await look(copy)
        wrong = differences(before, after, restored)
        lasting = [i for i in INVARIANTS if "now()" not in i.sql]  # what no hour changes
        wrong += [f"the copy breaks {name}" for name in await broken(copy, lasting)]
        wrong += await closed(copy, vault)
    finally:
        cluster.delete()
    rows = sum(count for count, _ in restored.values())
    print("; ".join(wrong) if wrong else f"{rows} rows of {len(restored)} tables are back")
    return 1 if wrong or not rows else 0


def main() -> int:
    """The drill of the pod's own cluster."""
    server = "https://kubernetes.default.svc"
    cluster = Cluster(server, ACCOUNT, json.loads(GIVEN.read_text()))
    live, copy = os.environ["LIVE_URL"], os.environ["COPY_URL"]
    keys = require_secrets(Settings())
    if not keys:
        print("PRESENCE_SECRETS__KEY is needed: a backup is tried together with its key.")
        return 1
    # CloudNativePG archives at least every five minutes.
    return asyncio.run(drill(cluster, live, copy, 400, 4 * 3600, Vault(keys)))


if __name__ == "__main__":
    sys.exit(main())

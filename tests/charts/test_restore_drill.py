"""The weekly drill: what it looks at, what it finds, and that its copy never stays."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import yaml  # type: ignore[import-untyped]  # no stubs among the development packages
from ops.database import drill

from presence.core.secrets import Vault, open_vault
from presence.db.key_check import check_key
from presence.db.session import Database
from presence.oversight.sealed import closed
from tests.architecture.tree import ROOT
from tests.charts import pods
from tests.charts.chart import read_yaml
from tests.charts.schemas import schema_complaints
from tests.conftest import Place
from tests.factories.people import make_tenant

PLACE = ROOT / "ops/database"
COPY = json.loads((PLACE / "restored-cluster.json").read_text())


class Server(ThreadingHTTPServer):
    """An API server that knows one cluster and makes it ready at the second look."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.cluster: dict[str, Any] | None = None
        self.seen: list[str] = []


class _Answers(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.cluster = {**body, "status": {}}
        self.server.seen.append("POST")
        self._answer(201, body)

    def do_GET(self) -> None:
        found = self.server.cluster
        self._answer(200 if found else 404, found or {})
        if found:
            found["status"] = {"readyInstances": 1}

    def do_DELETE(self) -> None:
        there = self.server.cluster is not None
        self.server.cluster = None
        self.server.seen.append("DELETE")
        self._answer(200 if there else 404, {})

    def _answer(self, status: int, body: object) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def api() -> Iterator[Server]:
    with Server() as found:
        thread = threading.Thread(target=found.serve_forever)
        thread.start()
        yield found
        found.shutdown()
        thread.join()


@pytest.fixture
def cluster(api: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> drill.Cluster:
    monkeypatch.setattr(drill, "_PAUSE_S", 0.01)
    (tmp_path / "token").write_text("of the pod")
    address = f"http://127.0.0.1:{api.server_port}"
    return drill.Cluster(address, tmp_path, json.loads(json.dumps(COPY)))


async def test_a_copy_that_holds_everything_passes_and_is_deleted(
    place: Place, database: Database, api: Server, cluster: drill.Cluster
) -> None:
    await make_tenant(database)
    url = place.url("auditor")
    assert await drill.drill(cluster, url, url, 0, 5, await vault(place)) == 0
    assert api.seen == ["DELETE", "POST", "DELETE"]
    assert api.cluster is None


async def vault(place: Place) -> Vault:
    """The key of the place, noted in it as a start does."""
    database = Database(place.url("customer"), place.settings().database)
    async with database.transaction() as session:
        await check_key(session, place.settings())
    await database.close()
    return open_vault(place.settings())


async def test_a_copy_whose_secrets_the_key_does_not_open_fails(
    place: Place, database: Database, admin: asyncpg.Connection, cluster: drill.Cluster
) -> None:
    right = await vault(place)
    tenant = await make_tenant(database)
    sealed = right.seal("an authenticator's secret", f"second_factor:{tenant.user_id}")
    await admin.execute(
        "INSERT INTO second_factor (user_id, key) VALUES ($1, $2)", tenant.user_id, sealed
    )
    url = place.url("auditor")
    assert await drill.drill(cluster, url, url, 0, 5, right) == 0
    assert await drill.drill(cluster, url, url, 0, 5, Vault([bytes(32)])) == 1
    assert await closed(url, Vault([bytes(32)])) == [
        "1 of 1 the constant of the key do not open with the key",
        "1 of 1 authenticator apps do not open with the key",
    ]


async def test_a_copy_that_cannot_be_reached_is_deleted_too(
    place: Place, api: Server, cluster: drill.Cluster
) -> None:
    nowhere = "postgresql://auditor@127.0.0.1:1/none"
    with pytest.raises(OSError, match="onnect"):
        await drill.drill(cluster, place.url("auditor"), nowhere, 0, 5, Vault([bytes(32)]))
    assert api.cluster is None


async def test_a_changed_row_is_a_difference(
    place: Place, database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    before = await drill.look(place.url("auditor"))
    await admin.execute("UPDATE users SET first_name = 'Eve' WHERE id = $1", tenant.user_id)
    copy = await drill.look(place.url("auditor"))
    (found,) = drill.differences(before, before, copy)
    assert found.startswith("users: ")


def test_a_table_that_was_written_to_may_lie_between_both_looks() -> None:
    before, after = {"run": (3, "a"), "users": (1, "u")}, {"run": (5, "b"), "users": (1, "u")}
    assert drill.differences(before, after, {"run": (4, "c"), "users": (1, "u")}) == []
    assert drill.differences(before, after, {"run": (2, "c"), "users": (1, "u")})
    assert drill.differences(before, after, {"run": (4, "c")}) == ["users is not in the copy"]


def documents(name: str) -> list[dict[str, Any]]:
    """The objects of a file."""
    return list(yaml.safe_load_all((PLACE / name).read_text()))


def test_the_drill_s_pod_is_restricted_and_may_touch_the_copy_only() -> None:
    manifests = documents("drill.yaml")
    assert schema_complaints(manifests) == []
    (job,) = [m for m in manifests if m["kind"] == "CronJob"]
    inside = {**job, "kind": "Job", "spec": job["spec"]["jobTemplate"]["spec"]}
    for rule in (pods.restricted, pods.amounts, pods.volumes, pods.images):
        assert rule([inside]) == []
    (role,) = [m for m in manifests if m["kind"] == "Role"]
    making, touching = role["rules"]
    assert making["verbs"] == ["create"]
    assert touching["resourceNames"] == [COPY["metadata"]["name"]]
    assert "*" not in str(role)


def test_the_alert_finds_the_drill_and_the_copy_finds_the_backups() -> None:
    (job,) = [m for m in documents("drill.yaml") if m["kind"] == "CronJob"]
    rule = (ROOT / "charts/presence/alerts/A-12-restore-test-age.yaml").read_text()
    (pattern,) = set(re.findall(r'cronjob=~"([^"]+)"', rule))
    assert re.fullmatch(pattern, job["metadata"]["name"])
    made = {m["kind"]: m for m in documents("cluster.yaml")}
    (origin,) = COPY["spec"]["externalClusters"]
    named = origin["plugin"]["parameters"]
    assert named["barmanObjectName"] == made["ObjectStore"]["metadata"]["name"]
    assert named["serverName"] == made["Cluster"]["metadata"]["name"]
    assert made["ScheduledBackup"]["spec"]["cluster"]["name"] == named["serverName"]
    values = read_yaml((ROOT / "charts/presence/values.yaml").read_text())
    assert values["metrics"]["rules"]["database"]["cluster"] == named["serverName"]


def test_acknowledged_writes_outlive_the_primary() -> None:
    made = {m["kind"]: m for m in documents("cluster.yaml")}
    spec = made["Cluster"]["spec"]
    assert spec["instances"] >= 3
    assert spec["postgresql"]["synchronous"] == {
        "method": "any",
        "number": 1,
        "dataDurability": "required",
    }
    assert spec["imageName"] == COPY["spec"]["imageName"]

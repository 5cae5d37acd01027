"""What happens in the test cluster, step by step, and what was seen.

Invariant: every step either adds what it saw or raises; none is skipped silently.
"""

# ruff: noqa: T201 - a command that says what it does

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from ops.cluster import world
from ops.cluster.control import Control
from ops.cluster.images import LATER, NEXT, THIS, Images
from ops.cluster.machine import ROOT, TOOLS, ClusterError, Machine, run, wait_for
from ops.cluster.node import NAMES, PAUSE, WORKERS, Node, connect
from ops.cluster.objects import absent, unwell
from ops.cluster.people import Customer, Load, client
from ops.cluster.product import Release, values

_IMAGES = (
    f"presence:{THIS}",
    f"presence:{NEXT}",
    f"presence-web:{THIS}",
    f"presence-admin:{THIS}",
    f"presence-standins:{THIS}",
    PAUSE,
)
ARCHIVE = "images.tar"


CUSTOMERS = 2
CONTROLLERS_S = 60.0


def commit_shown() -> str:
    """The commit that is checked out; images are built from it."""
    return run("git", "-C", ROOT, "rev-parse", "HEAD").strip()


def _all(work: Iterable[Callable[[], None]]) -> None:
    """Do everything at the same time."""
    with ThreadPoolExecutor() as pool:
        for done in [pool.submit(one) for one in work]:
            done.result()


class Story:
    """One run."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.seen: dict[str, Any] = {}
        self.seconds: dict[str, float] = {}
        self.load: dict[str, dict[str, Any]] = {}
        self.versions: dict[str, str] = {}

    @staticmethod
    def prepare(machine: Machine, home: Path) -> list[str]:
        """Build the images and write them where nodes find them."""
        images = Images(machine)
        images.start()
        commit = commit_shown()
        images.build(THIS, commit, "python", "standins", "web", "admin")
        images.build_next()
        images.make_pause(home)
        images.save(home / ARCHIVE, *_IMAGES)
        return sorted(_IMAGES)

    def tell(self) -> None:
        """From nothing to the way back."""
        self._nodes()
        self._admission()
        release = self._installation()
        with ExitStack() as open_clients:
            customers = [
                Customer(open_clients.enter_context(client(self.control.authority)))
                for _ in range(CUSTOMERS)
            ]
            for customer in customers:
                self._journey(customer)
            with self._under_load(customers, "upgrade"):
                release.upgrade(NEXT)
            self._upgraded(release)
            self.seconds["analysisAfterUpgrade"] = self._new_customer()
            with self._under_load(customers, "restart"):
                release.restart("api", "web", "worker", "operator")
            self._drain(customers, release)
            with self._under_load(customers, "rollback"):
                release.rollback()
            self._rolled_back(release)
            self.seconds["analysisByOldCodeOnNewSchema"] = self._new_customer()
        self.seconds |= release.seconds

    def _nodes(self) -> None:
        connect(self.machine)
        self.control = Control(self.machine, NAMES)
        self._step("control plane", self.control.start)
        nodes = [Node(name, self.machine, self.control) for name in NAMES]
        for node in nodes:
            node.start()
        archive = self.machine.home / ARCHIVE
        self._step("images", lambda: _all(partial(node.take, archive) for node in nodes))
        for node in nodes:
            node.join()
        self.seconds["nodesReady"] = wait_for(
            "Ready nodes", lambda: len(self._ready()) == len(NAMES), 180
        )
        info = self.control.get("nodes")[0]["status"]["nodeInfo"]
        self.versions = {
            k: info[k]
            for k in ("kubeletVersion", "containerRuntimeVersion", "kernelVersion", "osImage")
        }
        self.versions["helm"] = (TOOLS / "helm").readlink().name.removeprefix("helm-")
        self.versions["etcd"] = run("etcd", "--version").split()[2]

    def _ready(self) -> list[str]:
        return [
            str(n["metadata"]["name"])
            for n in self.control.get("nodes")
            for c in n["status"]["conditions"]
            if c["type"] == "Ready" and c["status"] == "True"
        ]

    def _admission(self) -> None:
        """Pod Security and the server's own validation refuse what they should."""
        for name in (world.PRODUCT, world.AROUND):
            self.control.apply(world.namespace(name))
        pod = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": "loose", "namespace": world.PRODUCT},
            "spec": {"containers": [{"name": "loose", "image": f"presence:{NEXT}"}]},
        }
        refused = self.control.refuses(pod)
        self.seen["podSecurityRefuses"] = "violates PodSecurity" in refused
        unknown = {**world.namespace("unknown"), "spec": {"nothingOfTheKind": True}}
        self.seen["unknownFieldRefused"] = "nothingOfTheKind" in self.control.refuses(unknown)

    def _installation(self) -> Release:
        self.database = world.ClusterDatabase(self.machine)
        keys = {
            "encryption-key": "cHJlc2VuY2UgcHJlc2VuY2UgcHJlc2VuY2UgMTIzNDU=",
            "stripe-secret-key": "sk_test_stand_in_0001",
            "stripe-webhook-secret": "whsec_stand_in_0001",
            "assistant-key": "stand-in-key-0001",
        }
        self.control.apply(
            world.secret("presence-database", self.database.secrets()),
            world.secret("presence-secrets", keys),
        )
        self._step("stand-ins", lambda: world.place(self.control, world.standins(THIS)))
        release = Release(self.control, values(self.machine.home / "values.json"))
        self._step("helm install", lambda: release.install(THIS))
        self._step("ingress", lambda: world.place(self.control, [world.ingress(self.control)]))
        self._step("helm test", release.test)
        kinds = (
            "deployments",
            "hpa",
            "pdb",
            "networkpolicies",
            "services",
            "ingresses",
            "serviceaccounts",
        )
        self.seen["objects"] = {k: len(self.control.get(k, world.PRODUCT)) for k in kinds}
        self._look_at_objects(release)
        managers = {
            m["manager"]
            for d in self.control.get("deployments", world.PRODUCT, "--show-managed-fields")
            for m in d["metadata"]["managedFields"]
            if m["operation"] == "Apply"
        }
        self.seen["serverSideApplyBy"] = sorted(managers)
        self.seen["podsByNode"] = self._pods_by_node(release)
        return release

    def _look_at_objects(self, release: Release) -> None:
        """What is declared and absent, or there and unwell; controllers may take a minute."""
        deadline = time.monotonic() + CONTROLLERS_S
        while True:
            declared, found = release.objects()
            self.seen["declared"] = len(declared)
            self.seen["absent"], self.seen["unwell"] = absent(declared, found), unwell(found)
            if not self.seen["absent"] + self.seen["unwell"] or time.monotonic() > deadline:
                return
            time.sleep(1)

    def _journey(self, customer: Customer) -> None:
        customer.register()
        took = round(customer.analyse(), 1)
        self.seconds.setdefault("firstAnalysis", took)
        summary = customer.summary()
        page = customer.dashboard()
        self.seen["journey"] = {
            "run": summary["run"]["status"],
            "dashboardBytes": len(page),
        }
        print(f"  register, analysis, dashboard: {took} s")

    def _new_customer(self) -> float:
        with client(self.control.authority) as http:
            new = Customer(http)
            new.register()
            return round(new.analyse(), 1)

    def _upgraded(self, release: Release) -> None:
        found = self.database.query("SELECT version_num FROM alembic_version")
        self.seen["upgrade"] = {"images": sorted(release.images()), "schema": found}
        if release.images() != {f"presence:{NEXT}"} or found != LATER:
            raise ClusterError(f"After the upgrade: {self.seen['upgrade']}.")

    def _rolled_back(self, release: Release) -> None:
        found = self.database.query("SELECT version_num FROM alembic_version")
        self.seen["rollback"] = {"images": sorted(release.images()), "schema": found}
        if release.images() != {f"presence:{THIS}"} or found != LATER:
            raise ClusterError(f"After the rollback: {self.seen['rollback']}.")

    def _drain(self, customers: list[Customer], release: Release) -> None:
        """Empty a node while people work: budgets let one pod of a component go at a time."""
        target = WORKERS[0]
        before = self._pods_by_node(release)
        with self._under_load(customers, "drain"):
            self._step(
                "drain",
                lambda: self.control.kubectl(
                    "drain",
                    target,
                    "--ignore-daemonsets",
                    "--delete-emptydir-data",
                    "--timeout=10m",
                    within_s=620,
                ),
            )
            release.settled()
        after = self._pods_by_node(release)
        self.control.kubectl("uncordon", target)
        self.seen["drain"] = {"node": target, "before": before, "after": after}
        if after.get(target):
            raise ClusterError(f"Pods are left on the emptied node: {after}")

    def _pods_by_node(self, release: Release) -> dict[str, int]:
        found: dict[str, int] = {}
        for pod in self.control.get("pods", world.PRODUCT, "--field-selector=status.phase=Running"):
            node = str(pod["spec"]["nodeName"])
            found[node] = found.get(node, 0) + 1
        return found

    @contextmanager
    def _under_load(self, customers: list[Customer], name: str) -> Iterator[None]:
        """Requests go on before, during and after; every answer is counted."""
        print(f"  {name} under load …", flush=True)
        started = time.monotonic()
        load = Load(customers, self.control.authority)
        with load:
            yield
        seconds = round(time.monotonic() - started, 1)
        self.load[name] = {
            "requests": load.requests,
            "failed": len(load.failures),
            "answers": dict(load.answers),
            "sessions": load.sessions,
            "slowestSeconds": round(load.slowest_s, 2),
            "seconds": seconds,
        }
        print(f"  {name}: {self.load[name]}", *load.failures[:10], sep="\n    ", flush=True)

    def _step(self, name: str, work: Callable[[], object]) -> None:
        started = time.monotonic()
        print(f"  {name} …", flush=True)
        work()
        took = round(time.monotonic() - started, 1)
        self.seconds[name] = took
        print(f"  {name}: {took} s", flush=True)

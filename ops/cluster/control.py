"""The control plane: etcd, API server, controller manager, scheduler, and names for services.

Invariant: everything listens inside the network namespace it was started in; nothing outside of it
can reach the cluster.
"""

from __future__ import annotations

import json
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ops.cluster.machine import TOOLS, ClusterError, Machine, run, wait_for

HOST = "10.40.0.1"
SERVER = f"https://{HOST}:6443"
SERVICES = "10.96.0.0/16"
FIRST_SERVICE = "10.96.0.1"
HOSTS = ("presence.example.com", "console.example.com")


@dataclass(frozen=True)
class Person:
    """Somebody the API server knows by a token."""

    name: str
    group: str
    token: str


class Control:
    """A running control plane and how to speak with it."""

    def __init__(self, machine: Machine, nodes: tuple[str, ...]) -> None:
        self._machine = machine
        self.home = machine.home / "control"
        self.home.mkdir(parents=True)
        people = [("admin", "system:masters"), ("system:kube-proxy", "")]
        people += [(f"system:node:{name}", "system:nodes") for name in nodes]
        self._people = {n: Person(n, g, secrets.token_hex(16)) for n, g in people}

    @property
    def authority(self) -> Path:
        """The certificate every server of the cluster is signed by."""
        return self.home / "ca.crt"

    def start(self) -> float:
        """Start all of it; seconds until the API server was ready."""
        self._certificates()
        self._tokens()
        place = self.home
        self._machine.start(
            "etcd",
            "etcd",
            "--data-dir",
            place / "etcd",
            "--unsafe-no-fsync",
            "--listen-client-urls",
            "http://127.0.0.1:2379",
            "--advertise-client-urls",
            "http://127.0.0.1:2379",
            "--listen-peer-urls",
            "http://127.0.0.1:2380",
        )
        self._machine.start("apiserver", TOOLS / "kube-apiserver", *self._api_flags())
        seconds = wait_for(
            "The API server's readiness",
            lambda: self.kubectl("get", "--raw", "/readyz") == "ok",
            180,
        )
        config = self.config("admin")
        self._machine.start(
            "controller-manager",
            TOOLS / "kube-controller-manager",
            f"--kubeconfig={config}",
            f"--service-account-private-key-file={place / 'accounts.key'}",
            f"--root-ca-file={self.authority}",
            "--use-service-account-credentials",
            "--leader-elect=false",
            "--controllers=*,-nodeipam",
        )
        self._machine.start(
            "scheduler", TOOLS / "kube-scheduler", f"--kubeconfig={config}", "--leader-elect=false"
        )
        self._machine.start(
            "names",
            sys.executable,
            "-m",
            "ops.cluster.names",
            HOST,
            SERVER,
            self.authority,
            self._people["admin"].token,
        )
        return seconds

    def kubectl(self, *words: str | Path, stdin: str = "", within_s: float = 600) -> str:
        """What kubectl printed, as the administrator."""
        return run(
            TOOLS / "kubectl",
            f"--kubeconfig={self.config('admin')}",
            *words,
            stdin=stdin,
            within_s=within_s,
        )

    def apply(self, *objects: dict[str, Any]) -> None:
        """Server-side apply; the server's own validation is strict."""
        self.kubectl(
            "apply",
            "--server-side",
            "--validate=strict",
            "-f",
            "-",
            stdin="\n".join(json.dumps(o) for o in objects),
        )

    def refuses(self, obj: dict[str, Any]) -> str:
        """The sentence an object is refused with; ClusterError when it is accepted."""
        try:
            self.apply(obj)
        except ClusterError as error:
            return str(error)
        raise ClusterError(f"The API server accepted {obj['metadata']}")

    def get(self, kind: str, namespace: str = "", *words: str) -> list[dict[str, Any]]:
        """Objects of a kind."""
        where = ["-n", namespace] if namespace else ["-A"]
        found = json.loads(self.kubectl("get", kind, *where, *words, "-o", "json"))
        items: list[dict[str, Any]] = found["items"]
        return items

    def helm(self, *words: str | Path) -> str:
        """What helm printed."""
        home = self.home / "helm"
        return run(
            "env",
            f"HOME={home}",
            f"KUBECONFIG={self.config('admin')}",
            TOOLS / "helm",
            *words,
            within_s=1500,
        )

    def config(self, name: str) -> Path:
        """A kubeconfig of one person."""
        return self.home / f"{name.replace(':', '-')}.yaml"

    def _certificates(self) -> None:
        """One authority, one certificate for the servers, a key for service accounts."""
        place = self.home
        new = (
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "1",
        )
        run(*new, "-keyout", place / "ca.key", "-out", self.authority, "-subj", "/CN=cluster-test")
        addresses = [f"IP:{a}" for a in (HOST, "127.0.0.1", FIRST_SERVICE)]
        names = "subjectAltName=" + ",".join([*addresses, *(f"DNS:{name}" for name in HOSTS)])
        run(
            *new,
            "-CA",
            self.authority,
            "-CAkey",
            place / "ca.key",
            "-addext",
            names,
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            "-keyout",
            place / "server.key",
            "-out",
            place / "server.crt",
            "-subj",
            "/CN=servers",
        )
        run("openssl", "genrsa", "-out", place / "accounts.key", "2048")

    def _tokens(self) -> None:
        lines = [
            f"{p.token},{p.name},{p.name}" + (f',"{p.group}"' if p.group else "")
            for p in self._people.values()
        ]
        tokens = self.home / "tokens.csv"
        tokens.write_text("\n".join(lines) + "\n")
        tokens.chmod(0o600)
        for person in self._people.values():
            cluster = {"server": SERVER, "certificate-authority": str(self.authority)}
            config = {
                "apiVersion": "v1",
                "kind": "Config",
                "current-context": "c",
                "clusters": [{"name": "c", "cluster": cluster}],
                "users": [{"name": "u", "user": {"token": person.token}}],
                "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
            }
            self.config(person.name).write_text(json.dumps(config))
            self.config(person.name).chmod(0o600)

    def _api_flags(self) -> list[str]:
        place = self.home
        return [
            "--etcd-servers=http://127.0.0.1:2379",
            "--secure-port=6443",
            f"--bind-address={HOST}",
            f"--advertise-address={HOST}",
            f"--tls-cert-file={place / 'server.crt'}",
            f"--tls-private-key-file={place / 'server.key'}",
            f"--token-auth-file={place / 'tokens.csv'}",
            f"--service-account-issuer={SERVER}",
            f"--service-account-key-file={place / 'accounts.key'}",
            f"--service-account-signing-key-file={place / 'accounts.key'}",
            "--authorization-mode=Node,RBAC",
            "--enable-admission-plugins=NodeRestriction",
            f"--service-cluster-ip-range={SERVICES}",
            f"--cert-dir={place}",
        ]

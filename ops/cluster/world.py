"""What stands around the product in the test cluster: a database, an ingress, the outside world.

Invariant: nothing here is part of the product; its pods keep Pod Security "restricted" as well.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from typing import Any

import asyncpg
from ops.cluster.control import HOST, Control
from ops.cluster.machine import Machine, wait_for

from presence.db.embedded import DATABASE, EmbeddedPostgres, prepare
from presence.db.roles import LOGIN_ROLES

AROUND = "around"
PRODUCT = "presence"
INGRESS = "10.96.0.80"
SHOP = f"http://shop.{AROUND}.svc.cluster.local:8080/"
DATABASE_PORT = 5432
_RESTRICTED = {"pod-security.kubernetes.io/enforce": "restricted"}


def namespace(name: str) -> dict[str, Any]:
    """A namespace that enforces Pod Security "restricted"."""
    return {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": {"name": name, "labels": _RESTRICTED},
    }


def secret(name: str, data: dict[str, str], kind: str = "Opaque") -> dict[str, Any]:
    """A secret of the product's namespace."""
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "type": kind,
        "stringData": data,
        "metadata": {"name": name, "namespace": PRODUCT},
    }


@dataclass(frozen=True)
class Server:
    """A stand-in: one pod with one port behind a service."""

    name: str
    image: str
    port: int
    args: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    config: str = ""
    secret: str = ""
    address: str = ""
    service_port: int = 0

    def objects(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Its deployment and its service."""
        labels = {"app": self.name}
        meta = {"name": self.name, "namespace": AROUND, "labels": labels}
        deployment = {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": meta,
            "spec": {
                "selector": {"matchLabels": labels},
                "template": {"metadata": {"labels": labels}, "spec": self._pod()},
            },
        }
        ports = [{"port": self.service_port or self.port, "targetPort": self.port}]
        spec: dict[str, Any] = {"selector": labels, "ports": ports}
        if self.address:
            spec["clusterIP"] = self.address
        return deployment, {"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": spec}

    def _pod(self) -> dict[str, Any]:
        mounts = [{"name": "tmp", "mountPath": "/tmp"}]  # noqa: S108 - inside the pod
        volumes: list[dict[str, Any]] = [{"name": "tmp", "emptyDir": {}}]
        for kind, name in (("configMap", self.config), ("secret", self.secret)):
            if name:
                mounts.append({"name": kind.lower(), "mountPath": f"/etc/given/{kind.lower()}"})
                volumes.append(
                    {
                        "name": kind.lower(),
                        kind: {"name": name} if kind == "configMap" else {"secretName": name},
                    }
                )
        container: dict[str, Any] = {
            "name": self.name,
            "image": self.image,
            "imagePullPolicy": "Never",
            "args": list(self.args),
            "ports": [{"containerPort": self.port}],
            "volumeMounts": mounts,
            "readinessProbe": {"tcpSocket": {"port": self.port}, "periodSeconds": 2},
            "securityContext": {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            },
        }
        if self.command:
            container["command"] = list(self.command)
        return {
            "automountServiceAccountToken": False,
            "enableServiceLinks": False,
            "nodeSelector": {"presence.test/place": "edge"},
            "tolerations": [{"key": "presence.test/edge", "operator": "Exists"}],
            "securityContext": {
                "runAsNonRoot": True,
                "runAsUser": 10001,
                "runAsGroup": 10001,
                "fsGroup": 10001,
                "seccompProfile": {"type": "RuntimeDefault"},
            },
            "containers": [container],
            "volumes": volumes,
        }


def standins(tag: str) -> list[Server]:
    """Assistants, Stripe, mail, and a customer's website."""
    image = f"presence-standins:{tag}"
    listen = ("--host", "0.0.0.0", "--port")  # noqa: S104 - inside the pod
    api = f"http://presence-api.{PRODUCT}.svc.cluster.local"
    return [
        Server(
            "engines",
            image,
            9100,
            ("presence_standins.engines", *listen, "9100", "--brand", f"Harrow & Pike={SHOP}"),
        ),
        Server(
            "stripe", image, 9200, ("presence_standins.stripe", *listen, "9200", "--product", api)
        ),
        Server("mail", image, 9102, ("presence_standins.smtp", *listen, "9102")),
        Server(
            "shop",
            image,
            8080,
            ("presence_standins.sites", *listen, "8080", "--site", "harrow-broken"),
        ),
    ]


class ClusterDatabase:
    """PostgreSQL beside the cluster, as in production; pods reach it at HOST."""

    def __init__(self, machine: Machine) -> None:
        home = machine.home / "database"
        home.mkdir(parents=True)
        home.chmod(0o755)
        server = EmbeddedPostgres(home, note="cluster test")
        self._address = server.start()
        asyncio.run(prepare(self._address))
        machine.on_stop.append(server.stop)
        machine.start(
            "database-door", sys.executable, "-m", "ops.cluster.world", str(self._address.port)
        )

    def secrets(self) -> dict[str, str]:
        """Addresses of the roles as pods see them."""
        words, at = self._address.passwords, f"{HOST}:{DATABASE_PORT}/{DATABASE}?sslmode=disable"
        return {f"{role}-url": f"postgresql://{role}:{words[role]}@{at}" for role in LOGIN_ROLES}

    def query(self, sql: str) -> str:
        """One value, as the superuser."""

        async def ask() -> str:
            connection = await asyncpg.connect(self._address.url("postgres"))
            try:
                return str(await connection.fetchval(sql))
            finally:
                await connection.close()

        return asyncio.run(ask())


def ingress(control: Control) -> Server:
    """nginx as the chart's Ingress objects ask for it: one upstream per service."""
    rules = [r for i in control.get("ingress", PRODUCT) for r in i["spec"]["rules"]]
    config = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "data": {"nginx.conf": _nginx(rules)},
        "metadata": {"name": "ingress", "namespace": AROUND},
    }
    certificate = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "ingress", "namespace": AROUND},
        "stringData": {n: (control.home / n).read_text() for n in ("server.crt", "server.key")},
    }
    control.apply(config, certificate)
    return Server(
        "ingress",
        "presence-web:this",
        8443,
        ("-c", "/etc/given/configmap/nginx.conf", "-g", "daemon off;"),
        command=("nginx",),
        config="ingress",
        secret="ingress",  # noqa: S106 - the name of one
        address=INGRESS,
        service_port=443,
    )


def place(control: Control, servers: list[Server]) -> None:
    """Apply stand-ins and wait until they answer."""
    for server in servers:
        control.apply(*server.objects())
    names = ",".join(s.name for s in servers)
    wait_for(f"Stand-ins {names}", lambda: all(_ready(control, s.name) for s in servers), 300)


def _ready(control: Control, name: str) -> bool:
    found = json.loads(control.kubectl("get", "deployment", name, "-n", AROUND, "-o", "json"))
    return bool(found["status"].get("readyReplicas") == 1)


def _nginx(rules: list[dict[str, Any]]) -> str:
    upstreams: set[str] = set()
    servers = []
    for rule in rules:
        places = []
        for path in rule["http"]["paths"]:
            service = path["backend"]["service"]["name"]
            upstreams.add(service)
            places.append(f"location {path['path']} {{ proxy_pass http://{service}; }}")
        servers.append(
            f"server {{ listen 8443 ssl; server_name {rule['host']}; {' '.join(places)} }}"
        )
    targets = "".join(
        f"upstream {s} {{ server {s}.{PRODUCT}.svc.cluster.local:80; keepalive 16; }}\n"
        for s in sorted(upstreams)
    )
    return _INGRESS.format(upstreams=targets, servers="\n".join(servers))


_INGRESS = """\
worker_processes 1;
pid /tmp/nginx.pid;
error_log /dev/stderr warn;
events {{ worker_connections 1024; }}
http {{
  client_body_temp_path /tmp/body; proxy_temp_path /tmp/proxy; fastcgi_temp_path /tmp/fastcgi;
  uwsgi_temp_path /tmp/uwsgi; scgi_temp_path /tmp/scgi;
  access_log off; client_max_body_size 30m;
  ssl_certificate /etc/given/secret/server.crt; ssl_certificate_key /etc/given/secret/server.key;
  proxy_http_version 1.1; proxy_set_header Connection "";
  proxy_buffering off; proxy_read_timeout 1h;
  proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto https;
  proxy_next_upstream off;
  {upstreams}
  {servers}
}}
"""


async def _door(port: int) -> None:
    """Hand connections on from HOST to the database, which listens on loopback only."""

    async def through(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, out = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_copy(reader, out), _copy(back, writer))

    server = await asyncio.start_server(through, HOST, DATABASE_PORT)
    await server.serve_forever()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


if __name__ == "__main__":
    asyncio.run(_door(int(sys.argv[1])))

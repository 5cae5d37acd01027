"""The product in the test cluster: its values, its images, and what helm does with the chart.

Invariant: the chart is installed as it is; values only say where the world around it is.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from ops.cluster.control import HOSTS, Control
from ops.cluster.images import THIS
from ops.cluster.machine import ROOT, ClusterError
from ops.cluster.world import AROUND, PRODUCT

CHART = ROOT / "charts" / "presence"
RELEASE = "presence"
DEPLOYMENTS = ("api", "operator", "worker", "auditor", "web", "admin")
_ENGINES = {
    "CHATGPT": "/openai/v1",
    "CLAUDE": "/anthropic",
    "GEMINI": "/gemini",
    "PERPLEXITY": "/perplexity",
}
_SMALL = {"requests": {"cpu": "50m", "memory": "256Mi", "ephemeral-storage": "64Mi"}}


def values(place: Path) -> Path:
    """The file of values every installation uses."""
    inside = f"{AROUND}.svc.cluster.local"
    settings = {
        "LOG_LEVEL": "info",
        "HTTP__TRUSTED_PROXIES": 1,
        "HTTP__HOSTS": f"presence-api.{PRODUCT}.svc.cluster.local",  # where Stripe's model posts
        "OUTBOUND__ALLOWED_NETWORKS": "10.96.0.0/16",
        "MAIL__HOST": f"mail.{inside}",
        "MAIL__PORT": 9102,
        "ANALYSIS__CONFIRM_WITHIN_S": 0,
        "MAIL__SECURITY": "none",
        "STRIPE__BASE_URL": f"http://stripe.{inside}:9200",
        **{
            f"ENGINES__{n}__BASE_URL": f"http://engines.{inside}:9100{path}"
            for n, path in _ENGINES.items()
        },
    }
    keys = {
        f"ENGINES__{n}__API_KEY": {"name": "presence-secrets", "key": "assistant-key"}
        for n in _ENGINES
    }
    keys["STRIPE__SECRET_KEY"] = {"name": "presence-secrets", "key": "stripe-secret-key"}
    keys["STRIPE__WEBHOOK_SECRETS"] = {"name": "presence-secrets", "key": "stripe-webhook-secret"}
    around = [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": AROUND}}}]
    given = {
        "settings": settings,
        "allowPrivateNetworks": True,
        "secrets": {"settings": keys},
        "ingress": {"host": HOSTS[0], "console": {"host": HOSTS[1]}},
        "networkPolicy": {
            "ingressController": {"from": around},
            "egress": [
                {
                    "to": around,
                    "ports": [{"port": p, "protocol": "TCP"} for p in (8080, 9100, 9200)],
                }
            ],
            "mail": {"to": around, "ports": [9102]},
        },
        "metrics": {"enabled": True},
        # Three processes of a laptop's two cores: requests small, limits as they are.
        "api": {
            "resources": _SMALL,
            "autoscaling": {"enabled": True, "minReplicas": 2, "maxReplicas": 3},
        },
        "worker": {"resources": _SMALL},
        "operator": {"resources": _SMALL},
    }
    place.write_text(json.dumps(given))
    return place


class Release:
    """The chart's release, and how long each step of it took."""

    def __init__(self, control: Control, given: Path) -> None:
        self._control = control
        self._given = given
        self.seconds: dict[str, float] = {}

    def install(self, tag: str) -> None:
        """First installation: roles are there, the schema is not."""
        self._timed("install", "install", RELEASE, CHART, *self._words(tag))

    def upgrade(self, tag: str, *more: str) -> None:
        """Another image; the migration runs while the old pods serve."""
        self._timed("upgrade", "upgrade", RELEASE, CHART, *self._words(tag), *more)

    def rollback(self) -> None:
        """Back to the revision before."""
        self._timed(
            "rollback", "rollback", RELEASE, "--namespace", PRODUCT, "--wait", "--timeout", "10m"
        )

    def test(self) -> None:
        """The chart's own test pod."""
        self._timed("helmTest", "test", RELEASE, "--namespace", PRODUCT, "--timeout", "3m")

    def restart(self, *names: str) -> None:
        """A rolling restart, until the last old pod is gone."""
        started = time.monotonic()
        full = [f"deployment/{RELEASE}-{name}" for name in names]
        self._control.kubectl("rollout", "restart", "-n", PRODUCT, *full)
        self.settled(*names)
        self.seconds["restart"] = round(time.monotonic() - started, 1)

    def settled(self, *names: str) -> None:
        """Wait until each deployment runs what it should."""
        for name in names or DEPLOYMENTS:
            self._control.kubectl(
                "rollout",
                "status",
                "-n",
                PRODUCT,
                f"deployment/{RELEASE}-{name}",
                "--timeout=10m",
                within_s=620,
            )

    def objects(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """What the release declares, and what of it the cluster has."""
        manifest = self._control.helm("get", "manifest", RELEASE, "--namespace", PRODUCT)
        dry = ("create", "--dry-run=client", "--validate=false", "-n", PRODUCT, "-o", "json")
        there = ("get", "--ignore-not-found", "-n", PRODUCT, "-o", "json")
        said, found = (
            listed(self._control.kubectl(*words, "-f", "-", stdin=manifest))
            for words in (dry, there)
        )
        return said, found

    def images(self) -> set[str]:
        """Images of the pods of the API that run."""
        return {c["image"] for p in self.pods("api") for c in p["spec"]["containers"]}

    def pods(self, component: str) -> list[dict[str, Any]]:
        """Pods of a component that are not ending."""
        found = self._control.get("pods", PRODUCT, "-l", f"app.kubernetes.io/component={component}")
        return [p for p in found if "deletionTimestamp" not in p["metadata"]]

    def _words(self, tag: str) -> tuple[str | Path, ...]:
        return (
            "--namespace",
            PRODUCT,
            "--values",
            self._given,
            "--set",
            f"image.tag={THIS},image.python.tag={tag}",
            "--wait",
            "--timeout",
            "10m",
        )

    def _timed(self, name: str, *words: str | Path) -> None:
        started = time.monotonic()
        try:
            self._control.helm(*words)
        except ClusterError as error:
            raise ClusterError(f"{error}\n{self._state()}") from error
        self.seconds[name] = round(time.monotonic() - started, 1)

    def _state(self) -> str:
        pods = self._control.kubectl("get", "pods", "-n", PRODUCT, "-o", "wide")
        events = self._control.kubectl("get", "events", "-n", PRODUCT, "--sort-by=.lastTimestamp")
        return f"{pods}\n{events[-3000:]}"


def listed(text: str) -> list[dict[str, Any]]:
    """The objects kubectl printed: one, a list, or one document after the other."""
    decoder, text = json.JSONDecoder(), text.strip()
    found: list[dict[str, Any]] = []
    while text:
        document, end = decoder.raw_decode(text)
        found += document["items"] if document["kind"] == "List" else [document]
        text = text[end:].strip()
    return found

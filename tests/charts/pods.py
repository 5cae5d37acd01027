"""Rules about pods, as pure functions from manifests to complaints.

Invariant: a rule looks at what Helm rendered, never at values or templates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.charts.chart import Manifest, label, pod_of

# What the migration is told by itself: it runs before the settings are there.
PLAIN = {
    "PRESENCE_ENVIRONMENT",
    "PRESENCE_OUTBOUND__ALLOW_PRIVATE",
    "PRESENCE_DATABASE__DIRECT_URL",  # of no account
}
EMPTY, CONFIG = {"emptyDir"}, {"configMap", "projected"}
AMOUNTS = ("cpu", "memory", "ephemeral-storage")
ROLE_OF = {
    "api": {"CUSTOMER"},
    "operator": {"OPERATOR"},
    "worker": {"CUSTOMER", "AUDITOR"},
    "auditor": {"AUDITOR"},
    "migration": {"OWNER"},
    "first-admin": {"OPERATOR"},
    "stripe-setup": {"OWNER"},
    "prepare": {"OWNER", "CUSTOMER", "OPERATOR", "AUDITOR"},
}
SECRET_NAME = re.compile(r"PASSWORD|SECRET|API_KEY|__KEY$|DATABASE__(?!DIRECT)\w+_URL$")


def pods(manifests: list[Manifest]) -> Iterator[tuple[str, Manifest, dict[str, Any]]]:
    """(label, whole pod, its only container) of everything that makes pods."""
    for manifest in manifests:
        pod = pod_of(manifest)
        if pod is not None:
            yield label(manifest), pod, pod["spec"]["containers"][0]


def every(manifests: list[Manifest]) -> Iterator[tuple[str, Manifest, dict[str, Any]]]:
    """(label, whole pod, container) of every container, those that only begin a pod included."""
    for name, pod, first in pods(manifests):
        yield name, pod, first
        for other in (*pod["spec"]["containers"][1:], *pod["spec"].get("initContainers", ())):
            yield f"{name}/{other['name']}", pod, other


def alone(manifests: list[Manifest]) -> list[str]:
    """Nothing of somebody else runs in our pods."""
    return [
        f"{name}: not so: runs one container"
        for name, pod, _ in pods(manifests)
        if len(pod["spec"]["containers"]) != 1 or "initContainers" in pod["spec"]
    ]


def restricted(manifests: list[Manifest]) -> list[str]:
    """Pod Security "restricted" for every container, and beyond it a read-only root."""
    found = []
    for name, pod, container in every(manifests):
        spec, inside = pod["spec"], container.get("securityContext", {})
        outside = spec.get("securityContext", {})
        rules = {
            "runs as non-root": outside.get("runAsNonRoot") is True
            and inside.get("runAsNonRoot", True) is True,
            "has a user of its own": outside.get("runAsUser", 0) > 99 and "runAsUser" not in inside,
            "has the runtime's seccomp profile": outside.get("seccompProfile")
            == {"type": "RuntimeDefault"}
            and "seccompProfile" not in inside,
            "forbids privilege escalation": inside.get("allowPrivilegeEscalation") is False,
            "is not privileged": not inside.get("privileged"),
            "drops all capabilities": inside.get("capabilities") == {"drop": ["ALL"]},
            "has a read-only root": inside.get("readOnlyRootFilesystem") is True,
            "keeps off the host": not any(
                spec.get(k) for k in ("hostNetwork", "hostPID", "hostIPC")
            )
            and not any("hostPort" in port for port in container.get("ports", ())),
        }
        found += [f"{name}: not so: {rule}" for rule, kept in rules.items() if not kept]
    return found


def no_tokens(manifests: list[Manifest]) -> list[str]:
    """No pod gets a service account's token, and each has an account of its own that exists."""
    accounts = {m["metadata"]["name"]: m for m in manifests if m["kind"] == "ServiceAccount"}
    found = [
        f"ServiceAccount/{name} hands out its token"
        for name, account in accounts.items()
        if account.get("automountServiceAccountToken") is not False
    ]
    for name, pod, _ in pods(manifests):
        if pod["spec"].get("automountServiceAccountToken") is not False:
            found.append(f"{name} gets a token")
        if pod["spec"].get("serviceAccountName") not in accounts:
            found.append(f"{name}: its service account is not there")
    return found


def amounts(manifests: list[Manifest]) -> list[str]:
    """Requests and limits for processor, memory and disk; every empty volume has a size."""
    found = []
    for name, pod, container in pods(manifests):
        resources = container.get("resources", {})
        for side in ("requests", "limits"):
            missing = [a for a in AMOUNTS if a not in resources.get(side, {})]
            found += [f"{name}: no {side} for {a}" for a in missing]
        for volume in pod["spec"].get("volumes", ()):
            kind = set(volume) - {"name"}
            if kind == EMPTY and not volume["emptyDir"].get("sizeLimit"):
                found.append(f"{name}: volume {volume['name']} has no size")
            configuration = len(kind) == 1 and kind <= CONFIG and _of_maps(volume)
            if kind != EMPTY and not configuration and not _single_file(volume):
                found.append(f"{name}: volume {volume['name']} is neither empty nor configuration")
    return found


def _of_maps(volume: dict[str, Any]) -> bool:
    """Whether a volume holds files of ConfigMaps only, at least one."""
    sources = volume.get("projected", {}).get("sources", [volume])
    return bool(sources) and all("configMap" in source for source in sources)


def _single_file(volume: dict[str, Any]) -> bool:
    """Whether a volume is one file out of a secret, so that nothing beside it is mounted."""
    paths = [item["path"] for item in volume.get("secret", {}).get("items", ())]
    return paths in (["ca.crt"], ["token"])


def volumes(manifests: list[Manifest]) -> list[str]:
    """Each name and each path once, and nothing is mounted that is not there or left unmounted."""
    found = []
    for name, pod, container in pods(manifests):
        there = [volume["name"] for volume in pod["spec"].get("volumes", ())]
        mounts = container.get("volumeMounts", ())
        everybody = (*pod["spec"]["containers"], *pod["spec"].get("initContainers", ()))
        mounted = [mount["name"] for each in everybody for mount in each.get("volumeMounts", ())]
        if len(there) != len(set(there)):
            found.append(f"{name}: two volumes of one name")
        if len(mounts) != len({mount["mountPath"].rstrip("/") for mount in mounts}):
            found.append(f"{name}: two volumes at one path")
        if set(there) != set(mounted):
            found.append(f"{name}: volumes {sorted(set(there) ^ set(mounted))} do not fit")
        config = {v["name"] for v in pod["spec"].get("volumes", ()) if {*CONFIG, "secret"} & set(v)}
        if any(m["name"] in config and not m.get("readOnly") for m in mounts):
            found.append(f"{name}: may write its configuration")
    return found


def images(manifests: list[Manifest]) -> list[str]:
    """A repository and a fixed tag or digest."""
    found = []
    for name, _, container in pods(manifests):
        image = container["image"]
        tag = image.rpartition("/")[2].partition("@")[0].partition(":")[2]
        if "@sha256:" not in image and tag in {"", "latest"}:
            found.append(f"{name}: {image} is not one fixed image")
    return found


def probes(manifests: list[Manifest]) -> list[str]:
    """Three probes, readiness apart from liveness, and an end without refused requests."""
    found = []
    for manifest in (m for m in manifests if m["kind"] == "Deployment"):
        spec = manifest["spec"]["template"]["spec"]
        container, name = spec["containers"][0], label(manifest)
        missing = {"startupProbe", "livenessProbe", "readinessProbe"} - container.keys()
        if missing:
            found.append(f"{name}: no {', '.join(sorted(missing))}")
            continue
        asked = {kind: _question(container[kind]) for kind in ("livenessProbe", "readinessProbe")}
        # The auditor serves nobody: that it can be read is both.
        if asked["livenessProbe"] == asked["readinessProbe"] and "auditor" not in name:
            found.append(f"{name}: ready is the same as alive")
        opened = {p[key] for p in container.get("ports", ()) for key in ("containerPort", "name")}
        found += [
            f"{name}: {k} asks a closed port" for k, g in asked.items() if g["port"] not in opened
        ]
        patience = container["livenessProbe"].get("failureThreshold", 3)
        if patience * container["livenessProbe"].get("periodSeconds", 10) < 30:
            found.append(f"{name}: is killed after less than half a minute")
        pause = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
        if pause < 1:
            found.append(f"{name}: ends before the proxies know")
        if spec.get("terminationGracePeriodSeconds", 30) < pause + 10:
            found.append(f"{name}: is killed before it has drained")
    return found


def _question(probe: dict[str, Any]) -> dict[str, Any]:
    """The path and port a probe asks, or only the port."""
    asked: dict[str, Any] = probe.get("httpGet") or probe["tcpSocket"]
    return asked


def ports(manifests: list[Manifest]) -> list[str]:
    """Each number and each name once: a server merges ports by them and refuses two."""
    found = []
    for name, _, container in pods(manifests):
        for key in ("containerPort", "name"):
            opened = [port[key] for port in container.get("ports", ())]
            if len(opened) != len(set(opened)):
                found.append(f"{name}: opens a port twice")
    return found


def variables(manifests: list[Manifest]) -> list[str]:
    """Secrets are references; each component has the database address of its own roles only."""
    found = []
    for manifest in (m for m in manifests if m["kind"] == "ConfigMap"):
        hidden = [k for k in manifest["data"] if SECRET_NAME.search(k)]
        found += [f"{label(manifest)}: {key} belongs into a secret" for key in hidden]
    for name, pod, container in pods(manifests):
        environment = container.get("env", [])
        for variable in environment:
            referred = "secretKeyRef" in variable.get("valueFrom", {})
            if not referred and variable["name"] not in PLAIN:
                found.append(f"{name}: {variable['name']} is written out")
        names = [variable["name"] for variable in environment]
        if len(names) != len(set(names)):
            found.append(f"{name}: a variable is there twice")
        component = pod["metadata"]["labels"].get("app.kubernetes.io/component")
        urls = [re.fullmatch(r"PRESENCE_DATABASE__(?!DIRECT)(\w+)_URL", n) for n in names]
        roles = {match.group(1) for match in urls if match}
        if roles != ROLE_OF.get(component, set()):
            found.append(f"{name}: reaches the database as {sorted(roles)}")
    return found


RULES = (alone, restricted, no_tokens, amounts, volumes, images, probes, ports, variables)

"""A node with real pods: containerd, kubelet and kube-proxy in a network namespace of its own.

    edge  10.40.0.1   control plane, ingress, stand-ins      pods 10.41.0.0/24
    one   10.40.0.2   the product                            pods 10.41.1.0/24
    two   10.40.0.3   the product                            pods 10.41.2.0/24
    all three on one bridge inside the namespace `edge`

Invariant: nodes share the machine's kernel and nothing else: no images, no state, no addresses.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ops.cluster.control import HOST, SERVICES, Control
from ops.cluster.machine import CGROUPS, TOOLS, Machine, run, wait_for

EDGE = "edge"
WORKERS = ("one", "two")
NAMES = (EDGE, *WORKERS)
BRIDGE = "bridge"
PAUSE = "presence-pause:1"
_CNI = "/usr/lib/cni"  # where Debian puts the plugins


def namespace_of(node: str) -> str:
    """The network namespace of a node."""
    return f"presence-{node}"


def _number(node: str) -> int:
    return NAMES.index(node)


def address_of(node: str) -> str:
    """Where a node is reached by the others."""
    return f"10.40.0.{_number(node) + 1}"


def _pods(node: str) -> str:
    return f"10.41.{_number(node)}"


def connect(machine: Machine) -> None:
    """The wires: a bridge on the edge, a pair of ends for each further node, routes to all pods."""
    edge = namespace_of(EDGE)
    machine.inside(edge, "ip", "link", "add", BRIDGE, "type", "bridge")
    machine.inside(edge, "ip", "address", "add", f"{HOST}/24", "dev", BRIDGE)
    machine.inside(edge, "ip", "link", "set", BRIDGE, "up")
    # Addresses of services exist in rules only; a route lets packets reach the rules.
    machine.inside(edge, "ip", "route", "add", SERVICES, "dev", BRIDGE)
    for node in WORKERS:
        inside = namespace_of(node)
        machine.namespace(inside)
        machine.inside(
            edge, "ip", "link", "add", node, "type", "veth", "peer", "name", "eth0", "netns", inside
        )
        machine.inside(edge, "ip", "link", "set", node, "master", BRIDGE, "up")
        machine.inside(inside, "ip", "address", "add", f"{address_of(node)}/24", "dev", "eth0")
        machine.inside(inside, "ip", "link", "set", "eth0", "up")
        machine.inside(inside, "ip", "route", "add", "default", "via", HOST)
    for here in NAMES:
        machine.inside(namespace_of(here), "sysctl", "-q", "net.ipv4.ip_forward=1")
        for there in NAMES:
            if here != there:
                machine.inside(
                    namespace_of(here),
                    "ip",
                    "route",
                    "add",
                    f"{_pods(there)}.0/24",
                    "via",
                    address_of(there),
                )


@dataclass(frozen=True)
class Node:
    """One node."""

    name: str
    machine: Machine
    control: Control

    @property
    def home(self) -> Path:
        """Everything the node keeps."""
        return self.machine.home / "nodes" / self.name

    @property
    def store(self) -> Path:
        """Its images, unpacked."""
        return self.machine.home / "stores" / self.name

    @property
    def socket(self) -> Path:
        """Where its container runtime answers; the path of a socket has 107 characters."""
        return self.home / "run.sock"

    def start(self) -> None:
        """Start the container runtime, then kubelet and the services' proxy."""
        self.home.mkdir(parents=True)
        self._settings()
        inside = namespace_of(self.name)
        self.machine.start(
            f"containerd-{self.name}",
            "containerd",
            "--config",
            self.home / "containerd.toml",
            namespace=inside,
        )
        wait_for(f"containerd of {self.name}", lambda: bool(self.ctr("version")), 60)
        self.machine.on_stop.append(self.end_pods)

    def join(self) -> None:
        """Become a node of the cluster; images are there."""
        inside = namespace_of(self.name)
        self._groups()
        place = "edge" if self.name == EDGE else "product"
        labels = (f"presence.test/place={place}", f"topology.kubernetes.io/zone={self.name}")
        self.machine.start(
            f"kubelet-{self.name}",
            TOOLS / "kubelet",
            f"--config={self.home / 'kubelet.json'}",
            f"--kubeconfig={self.control.config(f'system:node:{self.name}')}",
            f"--root-dir={self.home / 'kubelet'}",
            f"--hostname-override={self.name}",
            f"--node-ip={address_of(self.name)}",
            f"--cert-dir={self.home / 'pki'}",
            namespace=inside,
        )
        wait_for(f"Node {self.name}", lambda: bool(self.control.kubectl("get", "node", self.name)))
        self.control.kubectl("label", "node", self.name, *labels, "--overwrite")
        if self.name == EDGE:
            self.control.kubectl(
                "taint", "node", self.name, "presence.test/edge=:NoSchedule", "--overwrite"
            )
        self.machine.start(
            f"proxy-{self.name}",
            TOOLS / "kube-proxy",
            f"--config={self.home / 'proxy.json'}",
            namespace=inside,
        )

    def ctr(self, *words: str | Path, within_s: float = 600) -> str:
        """What containerd's own client printed."""
        return run(
            "ctr", "--address", self.socket, "--namespace", "k8s.io", *words, within_s=within_s
        )

    def take(self, archive: Path) -> None:
        """Import images, unless they are there; they need no registry."""
        mark, stamp = self.store / "taken", str(archive.stat().st_mtime_ns)
        if mark.exists() and mark.read_text() == stamp:
            return
        self.ctr("images", "import", archive)
        mark.write_text(stamp)

    def end_pods(self) -> None:
        """End what its pods run; kubelet is gone or will start nothing again."""
        for task in self.ctr("tasks", "list", "-q").split():
            self.ctr("tasks", "kill", "--signal", "SIGKILL", "--all", task)

    def _settings(self) -> None:
        (self.home / "cni").mkdir()
        (self.home / "containerd.toml").write_text(
            _CONTAINERD.format(
                home=self.home, store=self.store, socket=self.socket, pause=PAUSE, cni=_CNI
            )
        )
        network = {
            "cniVersion": "0.4.0",
            "name": "pods",
            "plugins": [
                {
                    "type": "bridge",
                    "bridge": "pods",
                    "isGateway": True,
                    "ipMasq": False,
                    "hairpinMode": True,
                    "ipam": {
                        "type": "host-local",
                        "ranges": [[{"subnet": f"{_pods(self.name)}.0/24"}]],
                        "routes": [{"dst": "0.0.0.0/0"}],
                        "dataDir": str(self.home / "addresses"),
                    },
                },
                {"type": "portmap", "capabilities": {"portMappings": True}},
            ],
        }
        (self.home / "cni" / "pods.conflist").write_text(json.dumps(network))
        (self.home / "resolv.conf").write_text(f"nameserver {HOST}\n")
        (self.home / "kubelet.json").write_text(json.dumps(self._kubelet()))
        (self.home / "proxy.json").write_text(json.dumps(self._proxy()))

    def _kubelet(self) -> dict[str, object]:
        return {
            "apiVersion": "kubelet.config.k8s.io/v1beta1",
            "kind": "KubeletConfiguration",
            "failCgroupV1": False,
            "cgroupDriver": "cgroupfs",
            "cgroupRoot": f"/presence-{self.name}",
            "enforceNodeAllocatable": ["pods"],
            "failSwapOn": False,
            "oomScoreAdj": 0,
            "maxOpenFiles": resource.getrlimit(resource.RLIMIT_NOFILE)[1],
            "containerRuntimeEndpoint": f"unix://{self.socket}",
            "resolvConf": str(self.home / "resolv.conf"),
            "clusterDNS": [HOST],
            "clusterDomain": "cluster.local",
            "authentication": {"anonymous": {"enabled": False}, "webhook": {"enabled": True}},
            "authorization": {"mode": "Webhook"},
            "podLogsDir": str(self.home / "pods"),
            "volumePluginDir": str(self.home / "plugins"),
            "imageGCHighThresholdPercent": 100,
            "imageGCLowThresholdPercent": 99,
            "evictionHard": {"memory.available": "200Mi"},
        }

    def _proxy(self) -> dict[str, object]:
        return {
            "apiVersion": "kubeproxy.config.k8s.io/v1alpha1",
            "kind": "KubeProxyConfiguration",
            "clientConnection": {"kubeconfig": str(self.control.config("system:kube-proxy"))},
            "mode": "nftables",
            "clusterCIDR": "10.41.0.0/16",
            "hostnameOverride": self.name,
            "oomScoreAdj": 0,
            # The table's size belongs to the machine; a namespace may not change it.
            "conntrack": {
                "maxPerCore": 0,
                "min": 0,
                "tcpEstablishedTimeout": "0s",
                "tcpCloseWaitTimeout": "0s",
            },
        }

    def _groups(self) -> None:
        """The control groups all its pods are below, in each hierarchy of version 1."""
        made = []
        for hierarchy in (h for h in CGROUPS.iterdir() if h.is_dir()):
            folder = hierarchy / f"presence-{self.name}"
            folder.mkdir(exist_ok=True)
            made.append(folder)
            for name in ("cpuset.cpus", "cpuset.mems"):
                if (folder / name).exists():
                    (folder / name).write_text((hierarchy / name).read_text())
        self.machine.at_end.append(partial(_remove_groups, made))


def _remove_groups(folders: list[Path]) -> None:
    """End what is left in these groups, containers whose shim is gone, and remove them."""
    wait_for("The end of the pods", lambda: not _left_in(folders), 30)
    for folder in folders:
        below = [p for p in folder.rglob("*") if p.is_dir()]
        for place in sorted(below, reverse=True, key=lambda p: len(p.parts)):
            place.rmdir()
        folder.rmdir()


def _left_in(folders: list[Path]) -> set[int]:
    """Processes that were still there, and have been killed."""
    found: set[int] = set()
    for folder in folders:
        for members in folder.rglob("cgroup.procs"):
            found |= {int(pid) for pid in members.read_text().split()}
    for pid in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return found


_CONTAINERD = """\
version = 2
root = "{store}"
state = "{home}/state"
oom_score = 0

[grpc]
address = "{socket}"

[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "{pause}"
restrict_oom_score_adj = true
disable_apparmor = true
disable_tcp_service = true
tolerate_missing_hugetlb_controller = true

[plugins."io.containerd.grpc.v1.cri".containerd]
snapshotter = "overlayfs"

[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"

[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
SystemdCgroup = false

[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "{cni}"
conf_dir = "{home}/cni"
"""

"""`make cluster-test`: the chart on a real control plane with real pods.

From the first installation to an upgrade, a restart, an emptied node and the way back, under load.

Invariant: what is written to ops/assurance was seen in this run; when it ends, so has everything it
started.
"""

# ruff: noqa: T201, S603 - a command that says what it does

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.cluster.machine import ROOT, TOOLS, Machine, run
from ops.cluster.node import EDGE, namespace_of
from ops.cluster.report import write
from ops.cluster.story import ARCHIVE, Story

PACKAGES = {
    "etcd": "etcd-server",
    "containerd": "containerd",
    "dockerd": "docker.io",
    "runc": "runc",
    "nft": "nftables",
    "mmdebstrap": "mmdebstrap",
    "openssl": "openssl",
    "ip": "iproute2",
    "nsenter": "util-linux",
    "sysctl": "procps",
    "conntrack": "conntrack",
}
_INSIDE = "PRESENCE_CLUSTER_HOME"
_BEFORE = "before.json"  # how long what came before the cluster took


def main() -> int:
    """0 when everything held."""
    if os.geteuid() != 0:
        print(
            "presence: nodes need root: containers, network namespaces and control groups.",
            file=sys.stderr,
        )
        return 2
    if _INSIDE not in os.environ:
        return _enter()
    home = Path(os.environ[_INSIDE])
    machine = Machine(home)
    machine.adopt(namespace_of(EDGE))
    story = Story(machine)
    story.seconds |= json.loads((home / _BEFORE).read_text())
    started = time.monotonic() - sum(story.seconds.values())
    failure = ""
    try:
        story.tell()
    except (Exception, KeyboardInterrupt) as error:  # whatever it was, the machine is cleaned
        failure = f"{type(error).__name__}: {error}"
        print(f"\n{failure}\nLogs: {home / 'logs'}", file=sys.stderr)
    finally:
        story.seen["processesThatEndedEarly"] = machine.ended()
        machine.stop()
    return write(story, failure, time.monotonic() - started)


def _enter() -> int:
    """Prepare the machine, then go on inside a network namespace of its own."""
    missing = [p for program, p in PACKAGES.items() if not _there(program)]
    if not Path("/usr/lib/cni/bridge").exists():
        missing.append("containernetworking-plugins")
    before: dict[str, float] = {}
    with _timed(before, "Debian's packages"):
        if missing:
            print(f"Installing Debian's {', '.join(missing)}", flush=True)
            run("apt-get", "update", "-q")
            run("apt-get", "install", "-y", "-q", "--no-install-recommends", *missing)
    with _timed(before, "building Kubernetes and helm"):
        subprocess.run([str(ROOT / "ops/cluster/tools")], check=True)
    home = Path(tempfile.mkdtemp(prefix="presence-cluster-", dir="/tmp"))
    home.chmod(0o755)
    outside = Machine(home / "outside")
    try:
        with _timed(before, "building the images"):
            images = Story.prepare(outside, home)
    finally:
        outside.stop()
    (home / _BEFORE).write_text(json.dumps(before))
    print(f"Images: {', '.join(images)}", flush=True)
    run("ip", "netns", "add", namespace_of(EDGE))
    inside = [
        "nsenter",
        f"--net=/run/netns/{namespace_of(EDGE)}",
        sys.executable,
        "-m",
        "ops.cluster",
    ]
    environment = {**os.environ, _INSIDE: str(home), "PATH": f"{TOOLS}:{os.environ['PATH']}"}
    try:
        return subprocess.run(inside, cwd=ROOT, env=environment, check=False).returncode
    finally:
        for big in ("stores", "database", "pause"):
            shutil.rmtree(home / big, ignore_errors=True)
        (home / ARCHIVE).unlink(missing_ok=True)


@contextmanager
def _timed(durations: dict[str, float], name: str) -> Iterator[None]:
    started = time.monotonic()
    yield
    durations[name] = round(time.monotonic() - started, 1)


def _there(program: str) -> bool:
    return shutil.which(program) is not None


if __name__ == "__main__":
    sys.exit(main())

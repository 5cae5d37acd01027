"""Processes, commands and network namespaces of the test cluster.

Invariant: whatever was started through a `Machine` has ended when its `stop` returns, and every
setting of the kernel it changed is back.
"""

# ruff: noqa: S603 - programs of the cluster, by their own names

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".tools" / "cluster"
NETNS = Path("/run/netns")
CGROUPS = Path("/sys/fs/cgroup")
TIMEOUT_S = 20.0
# What a kubelet sets for the whole machine.
_SYSCTLS = (
    "vm/overcommit_memory",
    "vm/panic_on_oom",
    "kernel/panic",
    "kernel/panic_on_oops",
    "kernel/keys/root_maxkeys",
    "kernel/keys/root_maxbytes",
    "net/ipv4/ip_forward",
)


class ClusterError(Exception):
    """What stood in the way, in one sentence."""


def run(*words: str | Path, stdin: str = "", within_s: float = 600) -> str:
    """What a command printed; ClusterError with its last words when it failed."""
    done = subprocess.run(
        [str(w) for w in words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=within_s,
    )
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()[-1500:]
        raise ClusterError(f"{' '.join(map(str, words))[:160]}: {said}")
    return done.stdout


def wait_for(what: str, condition: Callable[[], bool], within_s: float = 120) -> float:
    """Seconds until it was true; ClusterError when it was not in time. An error means not yet."""
    started = time.monotonic()
    last = ""
    while time.monotonic() - started < within_s:
        try:
            if condition():
                return time.monotonic() - started
        except (ClusterError, OSError) as error:
            last = f" ({error})"
        time.sleep(0.5)
    raise ClusterError(f"{what} did not happen within {within_s:.0f} s{last}")


class Machine:
    """All processes and namespaces of one run; their logs and files are below `home`."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._processes: list[tuple[str, subprocess.Popen[bytes]]] = []
        self._namespaces: list[str] = []
        self._sysctls = {name: _sysctl(name).read_text() for name in _SYSCTLS}
        self._foreign = set(NETNS.glob("cni-*"))
        self.on_stop: list[Callable[[], None]] = []  # while everything still runs
        self.at_end: list[Callable[[], None]] = []  # when nothing does any more

    def namespace(self, name: str) -> None:
        """A network namespace of its own, with loopback up."""
        run("ip", "netns", "add", name)
        self._namespaces.append(name)
        self.inside(name, "ip", "link", "set", "lo", "up")

    def adopt(self, name: str) -> None:
        """A namespace somebody else made for this run, which may be the one we are in."""
        self._namespaces.append(name)
        self.inside(name, "ip", "link", "set", "lo", "up")

    def inside(self, namespace: str, *words: str | Path) -> str:
        """A command inside a network namespace; mounts stay those of the machine."""
        return run("nsenter", f"--net={NETNS / namespace}", *words)

    def start(self, name: str, *words: str | Path, namespace: str = "") -> None:
        """A process that runs until the end, its words in logs/NAME.log."""
        command = [str(w) for w in words]
        if namespace:
            command = ["nsenter", f"--net={NETNS / namespace}", *command]
        log = self.home / "logs" / f"{name}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as sink:
            process = subprocess.Popen(
                command,
                stdout=sink,
                stderr=sink,
                stdin=subprocess.DEVNULL,
                cwd=ROOT,
                start_new_session=True,
            )
        self._processes.append((name, process))

    def ended(self) -> list[str]:
        """Names of processes that ended although nobody asked them to."""
        return [name for name, process in self._processes if process.poll() is not None]

    def stop(self) -> None:
        """End everything, last started first; unmount, remove namespaces and control groups."""
        for action in reversed(self.on_stop):
            with contextlib.suppress(ClusterError, OSError):
                action()
        for _, process in reversed(self._processes):
            _end(process)
        for pid in _still_here(self.home):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        unmount_below(self.home)
        for action in self.at_end:
            with contextlib.suppress(ClusterError, OSError):
                action()
        for place in set(NETNS.glob("cni-*")) - self._foreign:  # of pods
            with contextlib.suppress(ClusterError):
                run("ip", "netns", "delete", place.name)
        for name in reversed(self._namespaces):
            with contextlib.suppress(ClusterError):
                run("ip", "netns", "delete", name)
        for name, value in self._sysctls.items():
            with contextlib.suppress(OSError):
                _sysctl(name).write_text(value)
        shutil.rmtree(self.home / "nodes", ignore_errors=True)


def _sysctl(name: str) -> Path:
    return Path("/proc/sys") / name


def _end(process: subprocess.Popen[bytes]) -> None:
    for harder in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, harder)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(TIMEOUT_S)


def _still_here(home: Path) -> list[int]:
    """Processes whose arguments name a folder of this run: shims that outlived their container."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            with contextlib.suppress(OSError):
                words = (folder / "cmdline").read_bytes()
                if f"{home}/nodes/".encode() in words:
                    found.append(int(folder.name))
    return found


def unmount_below(folder: Path) -> None:
    """Unmount everything below a folder, deepest first."""
    mounts = [line.split()[1] for line in Path("/proc/self/mounts").read_text().splitlines()]
    for place in sorted((m for m in mounts if m.startswith(f"{folder}/")), reverse=True):
        with contextlib.suppress(ClusterError):
            run("umount", "--lazy", place)

"""Images for the nodes: this commit's as `this`, and as `next` the same with one more migration.

Invariant: images are built from commits, never from files that are not committed, and need no
registry.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from ops.cluster.machine import ROOT, TOOLS, ClusterError, Machine, run, wait_for
from ops.cluster.node import PAUSE

from presence.migrations import runner

THIS, NEXT = "this", "next"
LATER = "9999_later"
_VERSIONS = "/opt/presence/lib/python3.11/site-packages/presence/migrations/versions"
_MIGRATION = '''"""What a later version adds first: a column nobody has to fill."""

from alembic import op

revision = "{revision}"
down_revision = "{head}"


def upgrade():
    op.execute("ALTER TABLE brand ADD COLUMN later_note text")
    op.execute("CREATE INDEX ix_brand_later_note ON brand (workspace_id, later_note)")


def downgrade():
    op.execute("ALTER TABLE brand DROP COLUMN later_note")
'''


def _repository(name: str) -> str:
    return "presence" if name == "python" else f"presence-{name}"


class Images:
    """A Docker engine, the one that runs or one of our own, and what is built with it."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._host = os.environ.get("DOCKER_HOST", "")

    def start(self) -> None:
        """Use the engine that answers, else start one that keeps its images in .tools."""
        if self._answers():
            return
        place = TOOLS / "docker"
        place.mkdir(parents=True, exist_ok=True)
        self._host = f"unix://{place}/docker.sock"
        self._machine.start(
            "dockerd",
            "dockerd",
            "--iptables=false",
            "--bridge=none",
            "--host",
            self._host,
            "--data-root",
            place / "root",
            "--exec-root",
            place / "exec",
            "--pidfile",
            place / "pid",
        )
        wait_for("The Docker engine", self._answers, 60)

    def build(self, tag: str, commit: str, *names: str) -> None:
        """Build images from a commit, unless they are there already."""
        label = commit[:12]
        if all(self._docker("images", "-q", f"{_repository(n)}:{label}").strip() for n in names):
            self._tag(label, tag, names)
            return
        folder = Path(tempfile.mkdtemp(prefix="presence-source-", dir="/tmp"))
        try:
            run("git", "clone", "--quiet", "--no-checkout", ROOT, folder)
            run("git", "-C", folder, "checkout", "--quiet", commit)
            self._base(folder)
            words: list[str | Path] = [
                "env",
                f"DOCKER_HOST={self._host}",
                f"TAG={label}",
                # Debian's client brings BuildKit along; a newer one beside it asks for buildx.
                f"PATH=/usr/bin:{os.environ['PATH']}",
                *self._authority(),
                folder / "ops/images/build",
                *names,
            ]
            run(*words, "--", "--network=host", within_s=3600)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        self._tag(label, tag, names)

    def build_next(self) -> None:
        """The version after this one: its schema has a column and an index more."""
        folder = Path(tempfile.mkdtemp(prefix="presence-next-", dir="/tmp"))
        try:
            (folder / "later.py").write_text(_MIGRATION.format(revision=LATER, head=runner.head()))
            (folder / "Dockerfile").write_text(
                f"FROM presence:{THIS}\nCOPY later.py {_VERSIONS}/\n"
            )
            self._docker("build", "--quiet", "--tag", f"presence:{NEXT}", str(folder))
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def save(self, archive: Path, *images: str) -> None:
        """Write an archive that nodes can import."""
        self._docker("save", "--output", str(archive), *images)

    def make_pause(self, folder: Path) -> None:
        """The image that holds a pod's namespaces: one static program."""
        shutil.copy(TOOLS / "pause", folder / "pause")
        run("tar", "-C", folder, "-cf", folder / "root.tar", "pause")
        self._docker("import", "--change", 'ENTRYPOINT ["/pause"]', str(folder / "root.tar"), PAUSE)

    def _base(self, folder: Path) -> None:
        name = os.environ.get("BASE", "debian:bookworm-slim")
        if not self._docker("images", "-q", name).strip():
            run("env", f"DOCKER_HOST={self._host}", folder / "ops/images/base", name, within_s=900)

    def _authority(self) -> list[str]:
        """Certificates to trust while installing packages, where the machine names some."""
        given = os.environ.get("CA") or os.environ.get("SSL_CERT_FILE")
        return [f"CA={given}"] if given else []

    def _tag(self, label: str, tag: str, names: tuple[str, ...]) -> None:
        for name in names:
            self._docker("tag", f"{_repository(name)}:{label}", f"{_repository(name)}:{tag}")

    def _answers(self) -> bool:
        try:
            return bool(self._docker("version", "--format", "{{.Server.Version}}").strip())
        except ClusterError:
            return False

    def _docker(self, *words: str) -> str:
        host = ["--host", self._host] if self._host else []
        client = "/usr/bin/docker" if Path("/usr/bin/docker").exists() else "docker"
        return run(client, *host, *words, within_s=900)

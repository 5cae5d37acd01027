"""Prints the software bill of materials of an image (CycloneDX 1.6, JSON).

Invariant: it lists what is installed (metadata of packages, the state of dpkg) or locked (npm),
never what somebody believes to be there.
"""

import argparse
import json
import sys
from importlib.metadata import distributions
from pathlib import Path


def component(kind, name, version, licence=None, digest=None):
    """One entry; `kind` is the package type of its purl."""
    quoted = name.replace("@", "%40", 1) if kind == "npm" else name
    found = {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:{kind}/{quoted}@{version}",
    }
    if licence and len(licence) < 100:
        found["licenses"] = [{"license": {"name": licence}}]
    if digest:
        found["hashes"] = [{"alg": "SHA-512", "content": digest}]
    return found


def python_packages(folder):
    """What lies in a site-packages folder."""
    for found in distributions(path=[folder]):
        licence = found.metadata.get("License-Expression") or found.metadata.get("License")
        yield component("pypi", found.metadata["Name"].lower(), found.version, licence)


def debian_packages(status):
    """What dpkg says is installed."""
    for block in Path(status).read_text(encoding="utf-8").split("\n\n"):
        lines = (line.partition(": ") for line in block.splitlines() if line[:1] not in {" ", ""})
        fields = {name: value for name, _, value in lines}
        if fields.get("Status") == "install ok installed":
            yield component("deb/debian", fields["Package"], fields["Version"])


def npm_packages(lock):
    """What a lock file puts into the bundle: nothing that is for development only."""
    for path, found in json.loads(Path(lock).read_text(encoding="utf-8"))["packages"].items():
        if path and not found.get("dev"):
            name = path.rpartition("node_modules/")[2]
            yield component("npm", name, found["version"], found.get("license"))


def main():
    """Writes the document to standard output."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--name", required=True)
    sources = {"python": python_packages, "debian": debian_packages, "npm": npm_packages}
    for source in sources:
        asked.add_argument(f"--{source}")
    given = vars(asked.parse_args())
    components = [c for s, read in sources.items() if given[s] for c in read(given[s])]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "container", "name": given["name"]}},
        "components": sorted(components, key=lambda c: c["purl"]),
    }
    json.dump(document, sys.stdout, indent=1)


if __name__ == "__main__":
    main()

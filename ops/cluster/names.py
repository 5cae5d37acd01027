"""Names of services, as a cluster's DNS gives them: NAME.NAMESPACE.svc.cluster.local.

`python -m ops.cluster.names HOST SERVER AUTHORITY TOKEN`. Invariant: an answer is never older than
a second; what is no service does not exist, and IPv6 has no addresses here.
"""

from __future__ import annotations

import json
import socket
import ssl
import struct
import sys
import time
import urllib.request

SUFFIX = ".svc.cluster.local"
NO_SUCH_NAME = 3
ADDRESS = 1


class Services:
    """Cluster addresses by name, asked of the API server at most once a second."""

    def __init__(self, server: str, authority: str, token: str) -> None:
        self._url = f"{server}/api/v1/services"
        self._token = token
        self._context = ssl.create_default_context(cafile=authority)
        self._known: dict[str, str] = {}
        self._asked = 0.0

    def find(self, name: str) -> str | None:
        """The address of a name, None when there is no such service."""
        if time.monotonic() - self._asked > 1:
            self._ask()
        return self._known.get(name.lower())

    def _ask(self) -> None:
        question = urllib.request.Request(  # noqa: S310 - the cluster's own server
            self._url, headers={"Authorization": f"Bearer {self._token}"}
        )
        try:
            with urllib.request.urlopen(question, context=self._context, timeout=2) as answer:  # noqa: S310
                items = json.load(answer)["items"]
        except OSError:
            return  # what was known stays known while the server is away
        self._asked = time.monotonic()
        self._known = {
            f"{i['metadata']['name']}.{i['metadata']['namespace']}{SUFFIX}": i["spec"]["clusterIP"]
            for i in items
        }


def question_of(packet: bytes) -> tuple[str, int, int]:
    """(name, type, where the question ends)."""
    labels, at = [], 12
    while packet[at]:
        labels.append(packet[at + 1 : at + 1 + packet[at]].decode())
        at += packet[at] + 1
    return ".".join(labels), struct.unpack("!H", packet[at + 1 : at + 3])[0], at + 5


def answer(packet: bytes, services: Services) -> bytes:
    """The answer to one question."""
    name, kind, end = question_of(packet)
    found = services.find(name)
    records = b""
    if found and kind == ADDRESS:
        records = struct.pack("!HHHIH", 0xC00C, ADDRESS, 1, 1, 4) + socket.inet_aton(found)
    flags = 0x8580 | (0 if found else NO_SUCH_NAME)
    head = packet[:2] + struct.pack("!HHHHH", flags, 1, 1 if records else 0, 0, 0)
    return head + packet[12:end] + records


def main(host: str, server: str, authority: str, token: str) -> None:
    """Answer until ended."""
    services = Services(server, authority, token)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.bind((host, 53))
        while True:
            packet, who = asked.recvfrom(512)
            try:
                asked.sendto(answer(packet, services), who)
            except (IndexError, UnicodeDecodeError, struct.error):
                continue


if __name__ == "__main__":
    main(*sys.argv[1:5])

"""Cases of the alerts on being there: no pod, none ready, nothing from outside, no database."""

from __future__ import annotations

from tests.alerts.case import Case

READY = "kube_deployment_status_replicas_available"
DATABASE = "presence_database_up"
ASKED = 'probe_success{release="presence",instance="https://presence.example.com/"}'
EDGE = 'nginx_ingress_controller_requests{ingress="presence-edge",status='
ELSEWHERE = (
    'nginx_ingress_controller_requests{namespace="ingress-nginx",exported_namespace="presence",'
)
DOWN = {DATABASE: "0x30"}


def ready(component: str, values: str) -> dict[str, str]:
    """Ready pods of a deployment."""
    return {f'{READY}{{deployment="presence-{component}"}}': values}


def seen(good: str, bad: str) -> dict[str, str]:
    """Calls as the ingress counted them."""
    return {f'{EDGE}"200"}}': good, f'{EDGE}"502"}}': bad}


OF_REACH: dict[str, Case] = {
    "PresenceDatabaseDown": Case(
        {DATABASE: "1x5 0x10"},
        (
            {DATABASE: "1x20"},
            {DATABASE: "1x10 0 1x10"},
            {  # one pod has lost its way to it
                f'{DATABASE}{{pod="presence-api-a"}}': "0x20",
                f'{DATABASE}{{pod="presence-api-b"}}': "1x20",
            },
            {f'{DATABASE}{{pod="presence-worker-a"}}': "0x20"},
            {},
        ),
        "12m",
    ),
    "PresenceApiAbsent": Case(
        {'up{pod="presence-api-a"}': "1x5 0x20"},
        (
            {'up{pod="presence-api-a"}': "1x25"},
            {'up{pod="presence-api-a"}': "0x25", 'up{pod="presence-api-b"}': "1x25"},
            {'up{pod="presence-api-a"}': "1x18 0 0 1x10"},
        ),
        "20m",
        also=(
            {'up{pod="presence-api-a"}': "1x5 _x20"},
            {'up{pod="presence-worker-a"}': "1x25"},
        ),
        absent=True,
    ),
    "PresenceNoReadyPod": Case(
        ready("api", "2x5 0x15"),
        (
            ready("api", "2x5 1x15"),
            ready("api", "2x15 0x1 2x5"),
            ready("operator", "0x20"),
            ready("api", "0x20") | DOWN,
            ready("worker", "0x20") | DOWN,
            {},
        ),
        "16m",
        also=(
            ready("web", "0x20"),
            ready("worker", "0x20"),
            ready("web", "0x20") | DOWN,
            ready("api", "0x20") | {DATABASE: "1x20"},
        ),
    ),
    "PresenceNoConsole": Case(
        ready("operator", "0x20"),
        (ready("operator", "1x20"), ready("operator", "0x20") | DOWN, ready("api", "0x20"), {}),
        "16m",
        also=(ready("admin", "0x20"), ready("auditor", "0x20")),
    ),
    "PresenceNotReachable": Case(
        {ASKED: "1x5 0x15"},
        (
            {ASKED: "1x20"},
            {ASKED: "1x15 0 1x5"},
            {ASKED: "0x20"} | DOWN,
            {  # another prober reaches it
                f'{ASKED[:-1]},job="a"}}': "0x20",
                f'{ASKED[:-1]},job="b"}}': "1x20",
            },
            {ASKED.replace('release="presence"', 'release="presence-eu"'): "0x20"},
            {},
        ),
        "16m",
        also=({ASKED: "0x20"} | {DATABASE: "1x20"},),
    ),
    "PresenceNobodyAsks": Case(
        {ASKED: "1x5 _x40"}, ({ASKED: "1x40"}, {ASKED: "0x40"}), "30m", absent=True
    ),
    "PresenceIngressErrors": Case(
        seen("0+90x20", "0+10x20"),
        (
            seen("0+98x20", "0+2x20"),
            seen("0+1x20", "0+1x20"),  # a handful at night
            seen("0+90x20", "0+10x20") | DOWN,
            seen("0+100x20", "0x20"),
            {},
        ),
        "15m",
        also=(
            seen("0+90x20", "0+10x20") | {DATABASE: "1x20"},
            {  # scraped without honouring its own label
                ELSEWHERE + 'ingress="presence-console",status="200"}': "0+90x20",
                ELSEWHERE + 'ingress="presence-console",status="503"}': "0+10x20",
            },
        ),
    ),
}

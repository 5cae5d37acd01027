"""Somebody gets into the console of a cluster: by a value and a secret, or by kubectl exec."""

from __future__ import annotations

from typing import Any

import pytest

from tests.charts.chart import Manifest, combination, of_kind, over, pod_of, render

INVITED = {"operator": {"firstAdmin": {"email": "ada@example.com", "token": {"name": "first"}}}}
PAID = {
    "stripeSetup": {"enabled": True},
    "secrets": {"settings": {"STRIPE__SECRET_KEY": {"name": "stripe", "key": "key"}}},
}


def job_of(name: str, *changes: dict[str, Any]) -> tuple[Manifest, dict[str, Any]]:
    """A Job and the specification of its pod."""
    job = of_kind(render(over(combination("minimal"), *changes)), "Job")[name]
    pod = pod_of(job)
    assert pod is not None
    return job, pod["spec"]


def test_the_first_admin_is_invited_by_a_value_and_a_secret() -> None:
    job, pod = job_of("first-admin", INVITED)
    assert job["metadata"]["annotations"]["helm.sh/hook"] == "post-install,post-upgrade"
    (container,) = pod["containers"]
    assert container["args"] == [
        *("staff", "invite", "ada@example.com", "--role", "admin"),
        *("--token-file", "/etc/presence/invitation/token", "--if-missing"),
    ]
    (mount,) = (m for m in container["volumeMounts"] if m["name"] == "invitation")
    assert mount["mountPath"] == "/etc/presence/invitation"
    (volume,) = (v for v in pod["volumes"] if v["name"] == "invitation")
    assert volume["secret"] == {
        "secretName": "first",
        "items": [{"key": "token", "path": "token"}],
    }


@pytest.mark.parametrize(
    ("name", "changes", "held"),
    [
        ("first-admin", (INVITED, PAID), {"DATABASE__OPERATOR_URL", "SECRETS__KEY"}),
        ("stripe-setup", (INVITED, PAID), {"DATABASE__OWNER_URL", "STRIPE__SECRET_KEY"}),
    ],
)
def test_a_job_of_the_set_up_holds_its_own_secrets_alone(
    name: str, changes: tuple[dict[str, Any], ...], held: set[str]
) -> None:
    _, pod = job_of(name, *changes)
    (container,) = pod["containers"]
    found = {v["name"].removeprefix("PRESENCE_") for v in container["env"]}
    assert found == held
    (settings,) = container["envFrom"]
    assert settings["configMapRef"]["name"].endswith("-settings")


def test_without_a_value_nobody_is_invited_and_nothing_made_at_stripe() -> None:
    assert set(of_kind(render(combination("minimal")), "Job")) == {"migration"}


def test_the_server_behind_a_pooler_is_told_to_the_migration_too() -> None:
    direct = "postgresql://db-rw:5432/presence?sslmode=require"
    _, pod = job_of("migration", {"settings": {"DATABASE__DIRECT_URL": direct}})
    told = {v["name"]: v.get("value") for v in pod["containers"][0]["env"]}
    assert told["PRESENCE_DATABASE__DIRECT_URL"] == direct

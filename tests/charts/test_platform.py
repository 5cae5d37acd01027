"""What stands around the product on a laptop: charts/platform fits it."""

from __future__ import annotations

import re

import helm_python

from presence.core.settings import Settings
from presence.db.encryption import addresses_in_the_clear
from presence.db.roles import LOGIN_ROLES
from presence_standins.engines.__main__ import KEY
from presence_standins.engines.server import ENGINES
from presence_standins.stripe.server import KEY as STRIPE_KEY
from presence_standins.stripe.webhooks import SECRET
from tests.architecture.tree import ROOT
from tests.charts import pods
from tests.charts.chart import PLATFORM, Manifest, Values, label, read_yaml, render
from tests.charts.judge import complaints
from tests.charts.schemas import schema_complaints
from tests.charts.test_settings import knows

KIND = ROOT / "ops" / "kind"
# What the platform's pods are let off, each with its reason.
EXEMPT = {
    "Deployment/platform-prometheus gets a token": "it asks the API server for the product's pods",
    **{
        f"Deployment/platform-{name}: ready is the same as alive": "its port is open or it is not"
        for name in ("database", "collector", "engines", "stripe", "mail")
    },
}
SERVERS = {"database", "collector", "prometheus", "grafana", "engines", "stripe", "mail"}


def platform() -> list[Manifest]:
    """The platform under the name and in the place `make kind-up` gives it."""
    chart = helm_python.Chart.load(PLATFORM)
    files = chart.render({}, name="platform", namespace="platform")
    return [m for text in files.values() for m in read_all(text)]


def read_all(text: str) -> list[Manifest]:
    """The documents of one rendered file."""
    parts = (read_yaml(part) for part in re.split(r"^---$", text, flags=re.MULTILINE))
    return [part for part in parts if part]


def kind_values() -> Values:
    """The product's values on a laptop."""
    values: Values = read_yaml((KIND / "values.yaml").read_text(encoding="utf-8"))
    return values


def test_the_platform_s_objects_are_taken_and_it_serves_what_the_product_needs() -> None:
    manifests = platform()
    assert schema_complaints(manifests) == []
    served = {m["metadata"]["name"] for m in manifests if m["kind"] == "Service"}
    assert served == {f"platform-{name}" for name in SERVERS}


def test_the_platform_s_pods_keep_every_rule_but_those_that_name_their_reason() -> None:
    manifests = platform()
    found = {complaint for rule in pods.RULES for complaint in rule(manifests)}
    assert found == set(EXEMPT)


def test_two_volumes_of_one_name_are_noticed() -> None:
    manifests = platform()
    (grafana,) = [m for m in manifests if label(m) == "Deployment/platform-grafana"]
    spec = grafana["spec"]["template"]["spec"]
    assert len(spec["volumes"]) == 5
    for part in (*spec["volumes"], *spec["containers"][0]["volumeMounts"]):
        if part["name"].startswith("config-"):
            part["name"] = "dashboards"
    assert "Deployment/platform-grafana: two volumes of one name" in pods.volumes(manifests)


def test_the_product_s_secrets_are_where_it_looks_for_them() -> None:
    made = {
        (m["metadata"]["name"], key)
        for m in platform()
        if m["kind"] == "Secret"
        for key in m["stringData"]
    }
    wanted = {
        (ref["name"], ref["key"])
        for _, _, container in pods.pods(render(kind_values()))
        for v in container.get("env", ())
        if "valueFrom" in v
        for ref in [v["valueFrom"]["secretKeyRef"]]
    }
    assert wanted <= made


def test_the_laptop_s_database_is_one_the_product_starts_with() -> None:
    (secret,) = [m for m in platform() if m["metadata"]["name"] == "presence-database"]
    (settings,) = [
        m["data"] for m in render(kind_values()) if label(m) == "ConfigMap/presence-settings"
    ]
    started = Settings.model_validate(
        {
            "environment": settings["PRESENCE_ENVIRONMENT"],
            "outbound": {"allow_private": settings["PRESENCE_OUTBOUND__ALLOW_PRIVATE"]},
            "database": {f"{r}_url": secret["stringData"][f"{r}-url"] for r in LOGIN_ROLES},
        }
    )
    assert addresses_in_the_clear(started, {}) == []
    started.outbound.allow_private = False
    assert len(addresses_in_the_clear(started, {})) == len(LOGIN_ROLES)


def test_each_role_of_the_database_is_prepared() -> None:
    (job,) = [m for m in platform() if m["kind"] == "Job"]
    container = job["spec"]["template"]["spec"]["containers"][0]
    assert container["args"] == ["prepare-database"]
    given = {v["name"] for v in container["env"]}
    assert given == {"DATABASE_URL", *(f"PRESENCE_DATABASE__{r.upper()}_URL" for r in LOGIN_ROLES)}
    assert all(knows(name) for name in given - {"DATABASE_URL"})


def test_the_stand_ins_know_the_laptop_s_keys() -> None:
    (secret,) = [m for m in platform() if m["metadata"]["name"] == "presence-secrets"]
    data = secret["stringData"]
    assert data["assistant-key"] == KEY
    assert data["stripe-secret-key"] == STRIPE_KEY
    assert data["stripe-webhook-secret"] == SECRET
    asked = {
        name.split("__")[1].lower()
        for name in kind_values()["settings"]
        if name.startswith("ENGINES__") and name.endswith("BASE_URL")
    }
    assert asked <= set(ENGINES)


def test_the_product_on_a_laptop_keeps_every_rule() -> None:
    assert complaints(render(kind_values())) == []

"""The images: no root, nothing without a hash, front ends that answer as the product does."""

from __future__ import annotations

import mimetypes
import re

import pytest

from presence.entrypoints import operator
from presence.http import static
from presence.http.middleware import content_policy, security_headers
from tests.architecture.tree import ROOT

IMAGES = ROOT / "ops" / "images"
SHIPPED = [IMAGES / "python.Dockerfile", IMAGES / "frontend.Dockerfile"]
DOCKERFILES = sorted(IMAGES.glob("*.Dockerfile"))
NGINX = (IMAGES / "nginx" / "nginx.conf").read_text(encoding="utf-8")
HEADERS = (IMAGES / "nginx" / "headers.conf").read_text(encoding="utf-8")
BY_PATH = {"referrer-policy", "strict-transport-security", "content-security-policy"}


def sent() -> dict[str, str]:
    """Headers nginx adds, as they are written."""
    pairs = re.findall(r"^add_header (\S+) (.+) always;$", HEADERS, re.MULTILINE)
    return {name: value.strip('"') for name, value in pairs}


def choices(variable: str) -> list[str]:
    """What a map of nginx.conf can make of a variable."""
    block = re.search(rf"map \S+ \${variable} {{(.*?)}}", NGINX, re.DOTALL)
    assert block, f"there is no map of ${variable}"
    rows = re.findall(r"^\s+\S+\s+(.+);$", block.group(1), re.MULTILINE)
    return [row.strip('"') for row in rows]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.name)
def test_an_image_runs_as_a_user_and_tells_its_health(path: object) -> None:
    text = (IMAGES / str(path)).read_text(encoding="utf-8")
    last = text.rpartition("\nFROM ")[2]
    assert "USER 10001:10001" in last
    assert last.index("USER") > last.rindex("COPY")
    assert "HEALTHCHECK" in last
    assert "sbom.json" in text


@pytest.mark.parametrize("path", DOCKERFILES, ids=lambda p: p.name)
def test_the_base_is_an_argument_and_no_name_holds_a_registry(path: object) -> None:
    text = (IMAGES / str(path)).read_text(encoding="utf-8")
    (base,) = re.findall(r"^ARG BASE=(\S+)$", text, re.MULTILINE)
    assert "." not in base.partition("/")[0]
    assert set(re.findall(r"^FROM (\S+)", text, re.MULTILINE)) <= {
        "${BASE}",
        "${PRESENCE}",
        "runtime",
    }


@pytest.mark.parametrize("path", DOCKERFILES, ids=lambda p: p.name)
def test_packages_are_installed_by_their_hashes(path: object) -> None:
    text = (IMAGES / str(path)).read_text(encoding="utf-8").replace("\\\n", " ")
    for line in re.findall(r"^.*pip install.*$", text, re.MULTILINE):
        for part in re.findall(r"pip install[^&]*", line):
            assert "--require-hashes" in part or "--no-deps --no-build-isolation" in part
    assert "npm install" not in text


def test_the_front_ends_send_the_products_headers() -> None:
    ours = {n.decode(): v.decode() for n, v in security_headers(secure=True)}
    found = sent()
    assert ours.keys() <= found.keys()
    for name in ours.keys() - BY_PATH:
        assert found[name] == ours[name]
    assert ours["referrer-policy"] in choices("referrer")
    assert ours["strict-transport-security"] in choices("transport")


@pytest.mark.parametrize(
    ("app", "policy"), [("web", content_policy()), ("admin", operator._POLICY)]
)
def test_a_page_s_policy_is_the_product_s(app: str, policy: str) -> None:
    text = (IMAGES / "nginx" / f"{app}.conf").read_text(encoding="utf-8")
    assert f'default "{policy}";' in text


def test_shared_pages_are_kept_and_found_by_nobody() -> None:
    wanted = static._SHARED_HEADERS
    assert f"~^{static._SHARED}" in NGINX
    assert wanted["referrer-policy"] in choices("referrer")
    assert wanted["x-robots-tag"] in choices("robots")
    assert wanted["cache-control"] in choices("kept")


def test_caching_and_paths_of_the_api_are_the_product_s() -> None:
    assert static._IMMUTABLE in choices("caching")
    assert static._REVALIDATE in choices("caching")
    (refused,) = re.findall(r"location ~ \^/\(([^)]*)\)\(/\|\$\)", NGINX)
    assert {f"/{p}" for p in refused.split("|")} == set(static._OURS)


def test_whatever_is_text_names_its_encoding() -> None:
    assert re.search(r"^    charset utf-8;$", NGINX, re.MULTILINE)
    named = re.search(r"charset_types ([^;]+);", NGINX)
    assert named
    text = {mimetypes.guess_type(f"a.{kind}")[0] for kind in ("html", "txt", "css", "svg")}
    # nginx calls a script so; its list of types has no other name for one.
    assert {*text, "application/javascript", "application/manifest+json"} <= {*named[1].split()}


def test_nginx_writes_below_tmp_only() -> None:
    written = re.findall(r"^\s*(?:pid|\w+_temp_path) (\S+);$", NGINX, re.MULTILINE)
    assert len(written) == 6
    assert {path.split("/")[1] for path in written} == {"tmp"}

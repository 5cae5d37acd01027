"""`ops/docs/security.md` names every table, secret, use of cryptography, key and limit there is."""

from __future__ import annotations

import ast
import gzip
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from pydantic import BaseModel, SecretStr
from sqlalchemy import LargeBinary, String

from presence.core.settings import EngineSettings, RateSettings, Settings
from presence.domains.identity.service.common_passwords import packed
from presence.domains.workspaces.service import quotas, site_visits
from presence.migrations.registry import metadata
from tests.architecture.tree import PACKAGE, ROOT, python_files, read
from tests.tenancy.operator_rights import READS

LIBRARIES = {
    "cryptography", "hashlib", "hmac", "jwt", "pwdlib", "pyotp", "secrets", "ssl", "webauthn",
}  # fmt: skip
# The tables of the job queue, which its library makes.
QUEUE = "procrastinate_"


@cache
def page() -> str:
    return (ROOT / "ops" / "docs" / "security.md").read_text(encoding="utf-8")


def paragraph(start: str) -> list[str]:
    """What the paragraph that begins with `start` names."""
    _, _, rest = page().partition(f"**{start}**")
    return re.findall(r"`([^`\n]+)`", rest.partition("\n\n")[0])


def section(title: str) -> str:
    return page().partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def imports_cryptography(text: str) -> bool:
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        if LIBRARIES & {name.partition(".")[0] for name in names}:
            return True
    return False


def secret_settings(model: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, field in model.model_fields.items():
        variable = f"{prefix}{name.upper()}"
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            one = f"{prefix}*" if model is EngineSettings else variable
            yield from secret_settings(kind, f"{one}__")
        elif SecretStr.__name__ in str(kind):
            yield variable


def test_every_table_has_one_class() -> None:
    classes = (
        "Tables of class Personal",
        "Tables of class Customer",
        "Tables of class Operational",
    )
    named = Counter(name for start in classes for name in paragraph(start))
    tables = {name for name in metadata.tables if not name.startswith(QUEUE)}
    assert named == Counter(tables)


def test_every_column_that_may_hold_a_secret_is_said_to_or_not_to() -> None:
    suspect = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, LargeBinary)
        or (isinstance(column.type, String) and re.search("password|secret|hash", column.name))
    }
    named = paragraph("Columns of class Secret") + paragraph(
        "Bytes and words that look alike and are none"
    )
    assert Counter(named) == Counter(suspect)


def test_the_console_reads_no_secret_of_a_customer() -> None:
    for name in paragraph("Columns of class Secret"):
        table, _, column = name.partition(".")
        own = table.startswith("staff") or table == "impersonation"
        assert own or column not in READS.get(table, set()), name


def test_every_file_that_uses_cryptography_stands_in_the_inventory() -> None:
    product = [path for path in python_files("api/presence/") if "versions" not in path.parts]
    used = {
        (ROOT / path).relative_to(PACKAGE).as_posix()
        for path in product
        if imports_cryptography(read(path))
    }
    assert set(re.findall(r"`([a-z_/]+\.py)`", section("Cryptography"))) == used


def test_every_secret_among_the_settings_has_an_owner_and_a_term() -> None:
    named = set(re.findall(r"^\| `(PRESENCE_[A-Z_*]+)` ", section("Keys and their life"), re.M))
    assert named == set(secret_settings(Settings, "PRESENCE_"))


def test_every_limit_of_calls_stands_there_with_its_numbers() -> None:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (\d+) \| (\d+) \|", section("Limits of use"), re.M)
    policies = [
        *quotas.NEW_WORKSPACES,
        quotas.SITE_CHECKS,
        quotas.SITE_READS,
        quotas.KEY_CHECKS,
        quotas.SUPPORT,
        site_visits.SHARE,
    ]
    expected = RateSettings().policies | {p.name: (p.quota, p.window_s) for p in policies}
    assert {name: (int(calls), int(window)) for name, calls, window in rows} == expected


def test_the_words_of_this_product_are_on_the_list_of_common_passwords() -> None:
    words = re.findall(
        r"`([a-z]+)`", section("Limits of use").rpartition("Words of this product")[2]
    )
    listed = set(gzip.decompress(packed()).decode().split())
    assert words
    assert {f"{word}{end}" for word in words for end in ("", "123", "2026", "2026!")} <= listed


def test_an_import_in_any_form_is_noticed() -> None:
    assert imports_cryptography("from cryptography.hazmat.primitives import hashes")
    assert imports_cryptography("def f():\n    import hashlib, json")
    assert not imports_cryptography("from presence.core.secrets import Vault")

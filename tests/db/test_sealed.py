"""Every value that is sealed with the deployment's key follows it to the next one."""

from __future__ import annotations

import ast
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator
from hashlib import sha256
from types import SimpleNamespace
from typing import cast

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy import LargeBinary

from presence.core.ids import new_id
from presence.core.secrets import Unreadable, Vault
from presence.core.settings import Settings
from presence.db.sealed import reseal, sealed_columns, sealed_to
from presence.db.session import Database
from presence.domains.engines.models import Credential
from presence.domains.identity.models import SecondFactor
from presence.domains.messaging.models.endpoints import Endpoint
from presence.domains.operators.models import Staff
from presence.domains.publishing.models import ShareLink
from presence.jobs.context import JobResources
from presence.jobs.resealing import seal_again
from presence.migrations.registry import metadata
from tests.architecture.tree import ROOT
from tests.conftest import Place
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import make_brand

FORMER, FIRST, LOST = (sha256(bytes([n])).digest() for n in (1, 2, 3))
WORD = "what nobody else may read"
# Bytes of which the key is no part, by what they are.
HASHES = {
    "api_key.key_hash", "api_key.previous_hash", "approval.seal", "audit_chain.hash",
    "audit_link.digest", "audit_link.hash", "audit_link.staff_digest", "engine_credential.gate",
    "engine_gate.id", "engine_slot.gate", "engine_window.gate", "idempotency_key.fingerprint",
    "impersonation.link_hash", "invitation_link.token_hash", "login_attempt.account",
    "login_challenge.token_hash", "login_device.token_hash", "login_guess.account",
    "login_guess.secret", "login_session.token_hash", "one_time_token.token_hash",
    "passkey_challenge.challenge_hash", "passkey_challenge.holder", "recovery_code.code_hash",
    "share_link.token_hash", "site_visit.site", "spending_account.subject",
    "spending_hold.address", "spending_hold.person", "spending_share.payer",
    "staff.invitation_hash", "staff_call.fingerprint", "staff_device.token_hash",
    "staff_session.token_hash", "stored_file.sha256", "traffic_event.event",
    "traffic_report.digest", "traffic_source.token_hash", "traffic_upload.digest",
    "traffic_upload.fingerprint",
}  # fmt: skip
SALTS = {"audit_link.salt", "audit_link.staff_salt"}
PUBLIC = {"passkey.credential_id", "passkey.public_key"}
FILES = {
    "data_export.content", "made_file.content", "made_file_part.content", "report_branding.logo",
    "stored_file.data", "traffic_upload_part.content",
}  # fmt: skip
# Sealed and no longer needed after a day, or sealed again by the check at every start.
BY_THEMSELVES = {"idempotency_key.body", "staff_call.body", "key_check.sealed"}


def test_a_column_of_bytes_is_sealed_or_known_to_be_something_else() -> None:
    found = {
        str(column)
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, LargeBinary)
    }
    known = {str(column) for column in sealed_columns()}
    assert found == known | HASHES | SALTS | PUBLIC | FILES | BY_THEMSELVES


# Whoever seals: the columns above; cookies and addresses, which are kept by somebody else.
SEALS = {
    "db/key_check.py", "db/sealed.py", "domains/engines/service/credentials.py",
    "domains/identity/service/google.py", "domains/identity/service/second_factor.py",
    "domains/operators/service/managing.py", "domains/operators/service/provider.py",
    "domains/messaging/service/endpoints/sealed.py",
    "domains/messaging/service/mail/unsubscribing.py",
    "domains/publishing/service/reports/links.py", "domains/publishing/service/shares/links.py",
    "domains/publishing/service/shares/opening.py", "http/idempotency.py",
}  # fmt: skip


def test_nobody_else_seals_anything() -> None:
    folder = ROOT / "api/presence"
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "seal"
    }
    assert found == SEALS


@pytest_asyncio.fixture
async def tenant(database: Database) -> Tenant:
    return await make_tenant(database)


async def plant(admin: asyncpg.Connection, database: Database, tenant: Tenant, key: bytes) -> None:
    """A sealed value of `key` in every column there is."""
    vault, workspace, person = Vault([key]), tenant.workspace_id, tenant.user_id
    brand, one, link, staff = (
        (await make_brand(database, tenant=tenant)).brand_id,
        new_id(),
        new_id(),
        new_id(),
    )
    await admin.execute(
        "INSERT INTO second_factor (user_id, key) VALUES ($1, $2)",
        person,
        vault.seal(WORD, sealed_to(SecondFactor.key, user_id=person)),
    )
    await admin.execute(
        "INSERT INTO engine_credential (workspace_id, id, engine, secret, gate, last4)"
        " VALUES ($1, $2, 'chatgpt', $3, '', '0001')",
        workspace,
        new_id(),
        vault.seal(WORD, sealed_to(Credential.secret, workspace_id=workspace, engine="chatgpt")),
    )
    secret = vault.seal(WORD, sealed_to(Endpoint.secret, id=one))
    await admin.execute(
        "INSERT INTO endpoint (id, workspace_id, kind, name, url, secret, former_secret, events)"
        " VALUES ($1, $2, 'webhook', 'One', 'https://one.example', $3, $3, '[]')",
        one,
        workspace,
        secret,
    )
    await admin.execute(
        "INSERT INTO share_link (id, workspace_id, brand_id, name, token_hash, sealed_token,"
        " sections, days) VALUES ($1, $2, $3, 'One', $4, $5, '[]', 30)",
        link,
        workspace,
        brand,
        link.bytes,
        vault.seal(WORD, sealed_to(ShareLink.sealed_token, id=link)),
    )
    await admin.execute(
        "INSERT INTO staff (id, email, role, totp_key) VALUES ($1, $2, 'admin', $3)",
        staff,
        f"{staff}@presence.example",
        vault.seal(WORD, sealed_to(Staff.totp_key, id=staff)),
    )


async def opened(admin: asyncpg.Connection, key: bytes) -> dict[str, list[str]]:
    """What `key` alone opens, by the column."""
    vault, found = Vault([key]), dict[str, list[str]]()
    for column in sealed_columns():
        texts = found.setdefault(str(column), [])
        for row in await admin.fetch(f"SELECT * FROM {column.table.name}"):  # noqa: S608 - our own
            try:
                place = str(column.info["sealed_to"]).format(**row)
                texts.append(vault.open(row[column.name], place))
            except Unreadable:
                texts.append("closed")
    return found


@pytest_asyncio.fixture
async def clean(admin: asyncpg.Connection) -> AsyncIterator[None]:
    yield
    for column in sealed_columns():
        await admin.execute(f"DELETE FROM {column.table.name}")  # noqa: S608 - our own


async def test_every_sealed_value_opens_with_the_new_key_alone(
    admin: asyncpg.Connection, database: Database, place: Place, tenant: Tenant, clean: None
) -> None:
    await plant(admin, database, tenant, FORMER)
    assert all(await opened(admin, FORMER)), "every sealed column needs a value here"
    await follow(database, place, f"{b64(FIRST)},{b64(FORMER)}")
    after = await opened(admin, FIRST)
    assert after == {name: [WORD] for name in after}


async def test_a_value_no_key_opens_stays_and_keeps_nothing_else_back(
    admin: asyncpg.Connection, database: Database, place: Place, tenant: Tenant, clean: None
) -> None:
    await plant(admin, database, tenant, LOST)
    other = await make_tenant(database)
    await plant(admin, database, other, FORMER)
    await admin.execute("UPDATE endpoint SET secret = set_byte(secret, 30, 0)")
    await follow(database, place, f"{b64(FIRST)},{b64(FORMER)}")
    assert (await opened(admin, LOST))["engine_credential.secret"] == [WORD, "closed"]
    assert (await opened(admin, FIRST))["engine_credential.secret"] == ["closed", WORD]
    assert (await opened(admin, FIRST))["endpoint.secret"] == ["closed", "closed"]
    assert (await opened(admin, FIRST))["endpoint.former_secret"] == ["closed", WORD]


async def test_with_one_key_nothing_is_touched(
    admin: asyncpg.Connection, database: Database, place: Place, tenant: Tenant, clean: None
) -> None:
    await plant(admin, database, tenant, FORMER)
    await follow(database, place, b64(FIRST))
    after = await opened(admin, FORMER)
    assert after == {name: [WORD] for name in after}


def b64(key: bytes) -> str:
    return b64encode(key).decode()


async def follow(database: Database, place: Place, keys: str) -> None:
    """What a worker's turn and the console's start do with these keys."""
    settings: Settings = place.settings(secrets={"key": keys})
    hands = cast(JobResources, SimpleNamespace(database=database, settings=settings))
    await seal_again(hands)
    console = Database(place.url("operator"), settings.database)
    try:
        async with console.transaction() as session:
            vault = Vault([b64decode(part) for part in keys.split(",")])
            await reseal(session, vault, "staff")
    finally:
        await console.close()


@pytest.mark.parametrize("name", sorted(str(column) for column in sealed_columns()))
async def test_a_value_is_found_where_it_is_the_only_one_left(
    admin: asyncpg.Connection,
    database: Database,
    place: Place,
    tenant: Tenant,
    clean: None,
    name: str,
) -> None:
    await plant(admin, database, tenant, FIRST)
    (column,) = [column for column in sealed_columns() if str(column) == name]
    table = column.table.name
    row = await admin.fetchrow(f"SELECT * FROM {table}")  # noqa: S608 - our own
    assert row is not None
    left = Vault([FORMER]).seal(WORD, str(column.info["sealed_to"]).format(**row))
    await admin.execute(f"UPDATE {table} SET {column.name} = $1", left)  # noqa: S608 - our own
    await follow(database, place, f"{b64(FIRST)},{b64(FORMER)}")
    assert (await opened(admin, FIRST))[name] == [WORD]

"""Whether the key at hand is the one that sealed this database: a sealed constant shows it.

It is written when a key is first used here, and sealed again when another key comes first.
Invariant: no process seals anything before this check has passed, and a key is created only where
nothing was sealed yet, or where somebody gives up what was (`presence new-key`).
"""

from __future__ import annotations

import asyncio
from datetime import datetime

from sqlalchemy import CheckConstraint, SmallInteger, func, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from presence.core.secrets import (
    SecretsUnusable,
    Unreadable,
    Vault,
    key_source,
    make_key,
    open_vault,
)
from presence.core.settings import Settings
from presence.db.base import Base

CONSTANT = "The key of this database."
PLACE = "key_check"
_LOCK_KEY = 7_320_114  # any number nobody else uses
_LOCK = text("SELECT pg_advisory_xact_lock(:key)")
_READ = text("SELECT sealed FROM key_check")
_WRITE = text(
    "INSERT INTO key_check (sealed) VALUES (:sealed)"
    " ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, written_at = now()"
)


class KeyCheck(Base):
    """The only row: a constant sealed with the key that seals everything else."""

    __tablename__ = "key_check"
    __table_args__ = (CheckConstraint("id = 1", name="only"),)

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, server_default=text("1"))
    sealed: Mapped[bytes]
    written_at: Mapped[datetime] = mapped_column(server_default=func.now())


async def check_key(session: AsyncSession, settings: Settings) -> None:
    """Raise SecretsUnusable unless our key opens what this database was sealed with.

    On a database that nothing was sealed in yet the key is noted, and in development made.
    """
    sealed = (await session.execute(_READ)).scalar()
    if sealed is not None:
        vault = await asyncio.to_thread(open_vault, settings)
        _require_opens(vault, sealed, settings)
        if not vault.is_stale(sealed):
            return
    await session.execute(_LOCK, {"key": _LOCK_KEY})
    sealed = (await session.execute(_READ)).scalar()
    if sealed is None:
        await asyncio.to_thread(make_key, settings)
    vault = await asyncio.to_thread(open_vault, settings)
    if sealed is not None:
        _require_opens(vault, sealed, settings)
    await session.execute(_WRITE, {"sealed": vault.seal(CONSTANT, PLACE)})


async def replace_key(session: AsyncSession, settings: Settings) -> bool:
    """Seal the constant with our key, made when missing, though another one sealed it before.

    False when ours opens it already: then nothing is changed.
    """
    await session.execute(_LOCK, {"key": _LOCK_KEY})
    sealed = (await session.execute(_READ)).scalar()
    await asyncio.to_thread(make_key, settings)
    vault = await asyncio.to_thread(open_vault, settings)
    if sealed is not None and opens(vault, sealed):
        return False
    await session.execute(_WRITE, {"sealed": vault.seal(CONSTANT, PLACE)})
    return True


def _require_opens(vault: Vault, sealed: bytes, settings: Settings) -> None:
    if not opens(vault, sealed):  # guard: secrets.key-check
        raise SecretsUnusable(
            f"The key in {key_source(settings)} is not the one this database was sealed with, so "
            "authenticator apps and connected assistants would not open. Put the right one back "
            "(behind a comma it still opens while another one seals), or restore a backup with "
            "`presence restore FILE`. `presence new-key` gives up what the old one sealed."
        )


def opens(vault: Vault, sealed: bytes) -> bool:
    """Whether the vault opens this database's sealed constant."""
    try:
        return vault.open(sealed, PLACE) == CONSTANT
    except Unreadable:
        return False

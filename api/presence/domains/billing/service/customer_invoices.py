"""Invoices as customers see them: what was charged, stored with each sync."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.audit.service import is_shown_addresses
from presence.domains.billing.queries import subscriptions
from presence.domains.billing.schemas import InvoiceOut

SORTS, USUAL = tuple(subscriptions.BILL_SORTS), "-date"


async def invoices(
    session: AsyncSession, sort: str, after: UUID | None, limit: int
) -> tuple[Sequence[InvoiceOut], int]:
    """Invoices of the bound workspace, sorted by a key of SORTS, and their total number.

    Whoever has the address of their page can open it, so not everybody is shown it.
    """
    rows = await subscriptions.payments(session, sort, after, limit)
    is_shown = is_shown_addresses()  # guard: billing.invoice-pages -> True
    shown = [
        InvoiceOut(
            id=row.id,
            number=row.details.get("number"),
            date=row.created_at,
            amount=f"{row.amount:.2f}",
            currency=row.currency,
            status=row.status,
            paid_at=row.paid_at,
            period_start=row.details.get("periodStart"),
            period_end=row.details.get("periodEnd"),
            page_url=row.details.get("pageUrl") if is_shown else None,
            pdf_url=row.details.get("pdfUrl") if is_shown else None,
        )
        for row in rows
    ]
    return shown, await subscriptions.count_payments(session)

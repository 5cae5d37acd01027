"""Invoices as customers see them (E-43): what was charged, stored with each settlement."""

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
    """Invoices of the bound workspace in an order of SORTS, and how many there are.

    Their pages open to whoever has the address, so not everybody is told it.
    """
    rows = await subscriptions.payments(session, sort, after, limit)
    told = is_shown_addresses()  # guard: billing.invoice-pages -> True
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
            page_url=row.details.get("pageUrl") if told else None,
            pdf_url=row.details.get("pdfUrl") if told else None,
        )
        for row in rows
    ]
    return shown, await subscriptions.count_payments(session)

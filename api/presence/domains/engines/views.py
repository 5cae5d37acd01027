"""Turns the slice's records into what goes over the wire."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from presence.domains.engines.records import EngineUsage, UsageLine
from presence.domains.engines.schemas import (
    BudgetOut,
    EngineUsageOut,
    EntriesOut,
    EntryOut,
    FeatureUsageOut,
    KeyUsageOut,
    PeriodOut,
    WorkspaceUsageOut,
)
from presence.domains.engines.service.allowances import name_of
from presence.domains.engines.service.binding import Account
from presence.domains.engines.service.usage import UsageReport
from presence.http.listing import Paging, cut


def usage_out(
    report: UsageReport, lines: Sequence[UsageLine], total: int, paging: Paging
) -> WorkspaceUsageOut:
    """A report with one page of the ledger."""
    shown, page = cut(lines, paging, lambda line: line.id, total)
    return WorkspaceUsageOut(
        period=PeriodOut(
            start=report.period.start, end=report.period.end, resets_at=report.period.end
        ),
        budget=_budget(report.plan),
        person=None if report.person is None else _budget(report.person),
        allowance=report.allowance,
        own_keys=[_budget(account) for account in report.own_keys],
        engines=[_engine(item) for item in report.engines],
        key_sources=_by_key(report.engines),
        features=[FeatureUsageOut.model_validate(item) for item in report.features],
        entries=EntriesOut(data=[EntryOut.model_validate(line) for line in shown], page=page),
    )


def _budget(account: Account) -> BudgetOut:
    spent, allowed = account.spending, account.allowance
    return BudgetOut(
        account=account.account,
        used=spent.used,
        reserved=spent.reserved,
        limit=allowed.answers,
        used_usd=spent.used_usd,
        reserved_usd=spent.reserved_usd,
        limit_usd=allowed.usd,
    )


def _engine(item: EngineUsage) -> EngineUsageOut:
    return EngineUsageOut(
        id=item.engine,
        name=name_of(item.engine),
        key_source=item.key_source,
        answers=item.answers,
        failed=item.failed,
        cost_usd=item.cost_usd,
    )


def _by_key(engines: Sequence[EngineUsage]) -> list[KeyUsageOut]:
    return [
        KeyUsageOut(
            key_source=source,
            answers=sum(item.answers for item in mine),
            failed=sum(item.failed for item in mine),
            cost_usd=sum((item.cost_usd for item in mine), Decimal(0)),
        )
        for source in ("deployment", "workspace")
        if (mine := [item for item in engines if item.key_source == source])
    ]

"""The report of `presence analyze` for people.

Invariant: shows only what the report holds; a score without data is "---", never 0.
"""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel as Box
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from presence.analysis.types import Finding, RunReport, Score

FINDINGS = 8
GAPS = 6
ADVICE = 6
_STYLES = {"Excellent": "green", "Moderate": "yellow", "Needs Attention": "red"}
_IMPACTS = {"High": "red", "Medium": "yellow", "Low": "cyan", "Info": "dim"}
_WIDTH = 24


def show(report: RunReport, console: Console) -> None:
    """Print the whole report."""
    console.print()
    console.print(Text(report.profile.name, style="bold"), Text(_subject(report), style="dim"))
    console.print()
    console.print(_scores(report))
    for title, body in (
        ("Technical findings", _findings(report)),
        ("Questions without you", _gaps(report)),
        ("What to do first", _advice(report)),
        ("Audience fit", _fit(report)),
        ("How this was measured", _method(report)),
    ):
        if body is not None:
            console.print()
            console.print(Rule(Text(title, style="bold"), align="left", style="dim"))
            console.print(Padding(body, (0, 2)))
    console.print()


def _subject(report: RunReport) -> str:
    if report.crawl is None:
        return "from its documents and description"
    read = len(report.crawl.pages)
    return f"{report.crawl.final_url}  ·  {read} of {max(read, report.crawl.discovered)} pages read"


def _scores(report: RunReport) -> RenderableType:
    scores = report.scores
    suffix = " (simulated)" if scores.basis == "simulator" else ""
    table = Table.grid(padding=(0, 3))
    for name, score in (
        ("Overall", scores.overall),
        (f"Content{suffix}", scores.content),
        ("Technical", scores.technical),
        ("Audience fit", scores.audience_fit),
    ):
        table.add_row(Text(name), *_score_cells(score))
    notes = [Text(scores.verdict, style="italic")] if scores.verdict else []
    return Box(Group(table, *notes), border_style="dim", padding=(1, 2), expand=False)


def _score_cells(score: Score | None) -> tuple[Text, Text, Text]:
    if score is None:
        return Text("---", style="dim"), Text(""), Text("not measured", style="dim")
    style = _STYLES[score.band]
    filled = round(max(0.0, min(100.0, score.value)) / 100 * _WIDTH)
    bar = Text("━" * filled, style=style) + Text("━" * (_WIDTH - filled), style="bright_black")
    certainty = "  exploratory" if score.exploratory else ""
    detail = f"{score.low:.0f} to {score.high:.0f}  ·  {score.n} {score.unit}{certainty}"
    return Text(f"{score.value:3.0f}", style=f"bold {style}"), bar, Text(detail, style="dim")


def _findings(report: RunReport) -> RenderableType | None:
    if report.audit is None:
        return None
    found = [finding for finding in report.audit.findings if finding.impact != "Info"]
    if not found:
        return Text("Nothing to repair was found.", style="green")
    rows: list[RenderableType] = [_finding(finding) for finding in found[:FINDINGS]]
    if len(found) > FINDINGS:
        rows.append(Text(f"and {len(found) - FINDINGS} more in --json", style="dim"))
    return Group(*rows)


def _finding(finding: Finding) -> RenderableType:
    more = len(finding.pages) - 1
    where = finding.page + (f" and {more} more" if more > 0 else "")
    lines = [
        Text.assemble((f"{finding.impact:<7}", _IMPACTS[finding.impact]), (finding.issue, "bold")),
        Text(f"       {where}", style="dim", overflow="fold"),
        Text(f"       {finding.action}"),
    ]
    fix = [Padding(Text(finding.fix, style="cyan"), (0, 0, 0, 9))] if finding.fix else []
    return Group(*lines, *fix, Text(""))


def _gaps(report: RunReport) -> RenderableType | None:
    if not report.gaps:
        return Text("No gap was found in the questions asked.", style="green")
    rows: list[RenderableType] = []
    for gap in report.gaps[:GAPS]:
        rival = "" if gap.competitor in {"", "—"} else f"  ·  {gap.competitor}"
        rows += [
            Text.assemble((f"{gap.gap_type:<9}", "yellow"), (gap.prompt, "bold"), (rival, "dim")),
            Text(f"         {gap.attack_move}"),
            Text(""),
        ]
    if len(report.gaps) > GAPS:
        rows.append(Text(f"and {len(report.gaps) - GAPS} more in --json", style="dim"))
    return Group(*rows)


def _advice(report: RunReport) -> RenderableType | None:
    if not report.recommendations:
        return None
    rows: list[RenderableType] = []
    for number, advice in enumerate(report.recommendations[:ADVICE], start=1):
        rows += [
            Text.assemble(
                (f"{number}. ", "bold"),
                (advice.title, "bold"),
                (f"   {advice.priority} priority · evidence {advice.grade} · ", "dim"),
                (f"{advice.effort.lower()} effort", "dim"),
            ),
            Padding(Text(advice.description), (0, 0, 1, 3)),
        ]
    return Group(*rows)


def _fit(report: RunReport) -> RenderableType | None:
    fit = report.audience_fit
    if fit is None:
        return None
    table = Table.grid(padding=(0, 2))
    for item in fit.items:
        quote = f"“{item.quote}”" if item.quote else "nothing found"
        table.add_row(item.name, f"{item.score:.1f} / 10", Text(quote, style="dim"))
    tone = f"Tone {fit.tone}: {fit.tone_match:.0f} % of the passages match."
    return Group(table, Text(tone), Text(fit.method, style="dim"))


def _method(report: RunReport) -> RenderableType:
    prompts = sum(not prompt.branded for prompt in report.panel.prompts)
    valid = sum(answer.valid for answer in report.answers)
    lines = [
        f"{prompts} neutral questions, {valid} of {len(report.answers)} answers valid. "
        "Ranges are 95 % intervals.",
    ]
    for engine in report.engines:
        lines.append(f"{engine.name} ({engine.surface}). {engine.detail}")
    if report.scores.basis == "simulator":
        lines.append(
            "The simulator is not ChatGPT: it shows whether a retrieval-based assistant would find "
            "and use these words. No AI assistant was asked."
        )
    lines.append("  ".join(f"{name} {version}" for name, version in report.versions))
    return Text("\n".join(lines), style="dim")

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

from presence.analysis.types import COVERAGE, Finding, RunReport, Score

FINDINGS = 8
GAPS = 6
ADVICE = 6
_STYLES = {"Excellent": "green", "Moderate": "yellow", "Needs Attention": "red"}
_IMPACTS = {"High": "red", "Medium": "yellow", "Low": "cyan", "Info": "dim"}
_GAPS = {"Major": "red", "Moderate": "yellow", "Minor": "cyan"}
_VERDICTS = {
    "coverage": "Read as coverage: which customer questions these words can answer.",
    "thin panel": "Thin panel: fewer than half of the answers name the brand or a competitor.",
}
_WIDTH = 20


def show(report: RunReport, console: Console) -> None:
    """Print the whole report."""
    console.print()
    console.print(Text(report.profile.name, style="bold"), Text(_subject(report), style="dim"))
    console.print()
    if report.audit is not None and report.audit.unreadable:
        console.print(Text(report.audit.unreadable, style="bold red"))
        console.print()
    console.print(_scores(report))
    for title, body in (
        ("What we need to know first", _ask(report)),
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


def _ask(report: RunReport) -> RenderableType | None:
    """Why nothing was asked, in plain words; None where questions were asked."""
    ask = report.panel.ask
    if ask is None:
        return None
    if ask.reason == "language":
        return Text(
            f"No questions were asked: we have none in this language ({report.profile.language}) "
            "yet."
        )
    lines = [
        Text("No questions were asked: these words do not say what is sold."),
        Text(f"{ask.question} Say it with --description."),
    ]
    if ask.suggestions:
        lines.append(Text(f"For example: {', '.join(ask.suggestions)}"))
    return Group(*lines)


def _scores(report: RunReport) -> RenderableType:
    scores = report.scores
    suffix = " (simulated)" if scores.basis == "simulator" else ""
    table = Table.grid(padding=(0, 2))
    covered = scores.verdict == COVERAGE
    for name, score, style in (
        ("Overall, technical only" if covered else "Overall", scores.overall, None),
        (f"{'Coverage' if covered else 'Content'}{suffix}", scores.content, _plain(covered)),
        ("Technical", scores.technical, None),
        ("Audience fit", scores.audience_fit, None),
    ):
        table.add_row(Text(name, no_wrap=True), *_score_cells(score, style))
    verdict = _VERDICTS.get(scores.verdict, scores.verdict)
    notes = [Text(""), Text(verdict, style="italic")] if verdict else []
    return Box(Group(table, *notes), border_style="dim", padding=(1, 2), expand=False)


def _plain(covered: bool) -> str | None:
    """Coverage is neither good nor bad: it has no band, so its bar has no colour of one."""
    return "default" if covered else None


def _score_cells(score: Score | None, plain: str | None) -> tuple[Text, Text, Text]:
    if score is None:
        return Text("---", style="dim"), Text(""), Text("not measured", style="dim")
    style = plain or _STYLES[score.band]
    filled = round(max(0.0, min(100.0, score.value)) / 100 * _WIDTH)
    bar = Text("━" * filled, style=style) + Text("━" * (_WIDTH - filled), style="bright_black")
    bar.no_wrap = True
    certainty = ", exploratory" if score.exploratory else ""
    detail = f"{score.low:.0f} to {score.high:.0f}, {score.n} {score.unit}{certainty}"
    value = Text(f"{score.value:3.0f}", style=f"bold {style}", no_wrap=True)
    return value, bar, Text(detail, style="dim")


def _findings(report: RunReport) -> RenderableType | None:
    if report.audit is None:
        return None
    found = [finding for finding in report.audit.findings if finding.impact != "Info"]
    if not found:
        return Text("Nothing to repair was found.", style="green")
    table = _rows()
    for finding in found[:FINDINGS]:
        table.add_row(Text(finding.impact, style=_IMPACTS[finding.impact]), _finding(finding))
    return _with_rest(table, len(found) - FINDINGS)


def _finding(finding: Finding) -> RenderableType:
    more = len(finding.pages) - 1
    where = finding.page + (f" and {more} more" if more > 0 else "")
    fix = [Padding(Text(finding.fix, style="cyan"), (0, 0, 0, 2))] if finding.fix else []
    return Group(
        Text(finding.issue, style="bold"),
        Text(where, style="dim", overflow="fold"),
        Text(finding.action),
        *fix,
        Text(""),
    )


def _gaps(report: RunReport) -> RenderableType | None:
    if report.panel.ask is not None:
        return None
    if not report.gaps:
        return Text("No gap was found in the questions asked.", style="green")
    table = _rows()
    for gap in report.gaps[:GAPS]:
        competitor = "" if gap.competitor in {"", "—"} else f" ({gap.competitor})"
        prompt = Text.assemble((gap.prompt, "bold"), (competitor, "dim"))
        table.add_row(
            Text(gap.gap_type, style=_GAPS[gap.gap_type]),
            Group(prompt, Text(gap.attack_move, overflow="fold"), Text("")),
        )
    return _with_rest(table, len(report.gaps) - GAPS)


def _advice(report: RunReport) -> RenderableType | None:
    if not report.recommendations:
        return None
    table = _rows()
    for number, advice in enumerate(report.recommendations[:ADVICE], start=1):
        facts = (
            f"{advice.priority} priority, evidence grade {advice.grade}, "
            f"{advice.effort.lower()} effort"
        )
        table.add_row(
            Text(f"{number}.", style="bold"),
            Group(
                Text(advice.title, style="bold"),
                Text(facts, style="dim"),
                Text(advice.description, overflow="fold"),
                Text(advice.why, style="dim", overflow="fold"),
                Text(""),
            ),
        )
    return _with_rest(table, len(report.recommendations) - ADVICE)


def _rows() -> Table:
    """A label column and a text column that wraps under itself."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    return table


def _with_rest(table: Table, hidden: int) -> RenderableType:
    if hidden <= 0:
        return table
    return Group(table, Text(f"and {hidden} more: add --json to see all", style="dim"))


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

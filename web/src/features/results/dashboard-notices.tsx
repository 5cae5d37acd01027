import type { Summary } from "@/api/results";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { AnalyzeNow } from "@/features/runs/analyze-now";
import { FailedEngines } from "@/features/runs/run-engines";
import { ProgressLine, StageList } from "@/features/runs/run-progress";
import { longDate } from "@/lib/format";
import { engines } from "@/lib/messages/homepage";
import { dashboard, run as words } from "@/lib/messages/visibility";

const LATE_MS = 24 * 60 * 60_000;
const isLate = (plannedAt: string, now: number = Date.now()) => now - Date.parse(plannedAt) > LATE_MS;

/** Whether an analysis ended with a question to the owner: what a customer would search for. */
export const asksForOffer = (run: NonNullable<Summary["run"]>) =>
  run.status === "failed" && run.failure?.code === "offer-unknown";

/** What the reader must know before reading the numbers: progress and failure. */
export function DashboardNotices({ summary }: { summary: Summary }) {
  const { activeRun, run } = summary;
  const first = activeRun && (!run || run.id === activeRun.id);
  return (
    <>
      {first ? (
        <FirstRun summary={summary} />
      ) : activeRun ? (
        <Card>
          <ProgressLine run={activeRun} />
        </Card>
      ) : null}
      {activeRun ? null : <LastRunTrouble summary={summary} />}
      {!activeRun && isLate(summary.nextRunAt) ? (
        <Alert kind="info">{words.late(longDate(summary.nextRunAt))}</Alert>
      ) : null}
      <FailedEngines summary={summary} />
    </>
  );
}

function FirstRun({ summary }: { summary: Summary }) {
  const run = summary.activeRun!;
  return (
    <Card className="grid gap-6 md:grid-cols-[1fr_minmax(0,1.2fr)] md:items-center">
      <div className="flex flex-col gap-3">
        <h3 className="text-xl font-semibold">{words.title}</h3>
        <p className="text-ink-2">{words.text}</p>
        <ProgressLine run={run} />
      </div>
      <StageList run={run} />
    </Card>
  );
}

function LastRunTrouble({ summary }: { summary: Summary }) {
  const { run } = summary;
  if (!run) {
    return (
      <Card className="flex flex-col items-start gap-3">
        <h3 className="text-xl font-semibold">{dashboard.noRun}</h3>
        <p className="max-w-prose text-ink-2">{dashboard.noRunText}</p>
        <AnalyzeNow summary={summary} variant="primary" />
      </Card>
    );
  }
  const again = <AnalyzeNow summary={summary} label={dashboard.tryAgain} size="sm" reasonClass="mt-1.5" />;
  if (run.status === "failed") {
    return (
      <Alert kind="error" title={dashboard.runFailed} action={again}>
        {run.failure?.message} {asksForOffer(run) ? dashboard.answerBelow : null}
      </Alert>
    );
  }
  if (run.status === "canceled") {
    return (
      <Alert kind="info" title={dashboard.runCanceled} action={again}>
        {dashboard.runCanceledText}
      </Alert>
    );
  }
  if (run.status === "partial") {
    return (
      <Alert kind="warning" title={dashboard.partialTitle} action={again}>
        {run.failure?.message}
      </Alert>
    );
  }
  return null;
}

/** Whether only the simulator has answered: a first analysis names its basis once it has ended. */
const isSimulated = ({ basis, provisional, activeRun }: Summary) =>
  basis === "simulator" ||
  (provisional && !!activeRun?.engines.every((engine) => engine.basis === "simulator" || !engine.answered));

/** What the numbers are based on, said below the sentence they are read from. */
export const BasisNote = ({ summary }: { summary: Summary }) =>
  isSimulated(summary) ? <SimulatedNote summary={summary} /> : <VerdictNote verdict={summary.verdict} />;

/** What limits the reading of these numbers, if anything does. */
function VerdictNote({ verdict }: { verdict: string }) {
  const text = engines.verdicts[verdict];
  return text ? <p className="max-w-[92ch] text-sm text-ink-2">{text}</p> : null;
}

function SimulatedNote({ summary }: { summary: Summary }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5 text-sm text-ink-2">
      <Badge tone="info">{dashboard.simulated}</Badge>
      <span className="max-w-[92ch] flex-1 basis-64">
        {dashboard.simulatedText}
        {summary.verdict === "coverage" ? ` ${dashboard.coverageText}` : ""}
        {summary.verdict === "thin panel" ? ` ${dashboard.thinPanel}` : ""}
      </span>
    </p>
  );
}

import { useQuery } from "@tanstack/react-query";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { estimate as words } from "@/lib/messages/homepage";
import { usd } from "@/lib/money";

import { estimateQuery, type Estimate, type SmallerRun } from "./api";
import { DetectablePlan } from "./detectable-plan";
import { useOwnKeys } from "./run-costs";
import { WaysToAsk } from "./used-up";

/** What an analysis would ask, cost and be able to notice, before any of it is spent. */
export function EstimateDialog({
  brandId,
  onStart,
  onClose,
}: {
  brandId: string;
  onStart: (smaller?: SmallerRun) => void;
  onClose: () => void;
}) {
  const estimate = useQuery({ ...estimateQuery(brandId), refetchOnMount: "always" });
  const ready = estimate.data && !estimate.isFetching;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        wide
        title={words.title}
        description={words.description}
        footer={
          <>
            <Button variant="ghost" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button disabled={!ready || !estimate.data.affordable} onClick={() => onStart()}>
              {words.start}
            </Button>
          </>
        }
      >
        {ready ? (
          <Body brandId={brandId} estimate={estimate.data} onStart={onStart} />
        ) : estimate.isError ? (
          <ErrorCard error={estimate.error} onRetry={() => void estimate.refetch()} />
        ) : (
          <div role="status">
            <span className="sr-only">{words.loading}</span>
            <Skeleton className="h-48" />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Body({
  brandId,
  estimate,
  onStart,
}: {
  brandId: string;
  estimate: Estimate;
  onStart: (smaller: SmallerRun) => void;
}) {
  const { engines, allowance } = estimate;
  const own = useOwnKeys();
  const paid = engines.some((engine) => engine.answers > 0 && own.has(engine.id)); // beyond the plan
  return (
    <div className="flex flex-col gap-4">
      <p>{words.shape(estimate.prompts, estimate.samples)}</p>
      {estimate.refusal ? (
        <Alert
          kind="warning"
          action={
            <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-medium">
              <WaysToAsk planHelps={estimate.planHelps} className="text-accent-text" />
            </span>
          }
        >
          {estimate.refusal}
        </Alert>
      ) : null}
      {estimate.smaller.length ? <Smaller estimate={estimate} onStart={onStart} /> : null}
      <p className="tabular text-ink-2">{allowance}</p>
      <table className="tabular w-full text-left">
        <thead className="text-sm text-ink-2">
          <tr>
            <th scope="col" className="pb-2 font-medium">
              {words.engine}
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              {words.answers}
            </th>
            {paid ? (
              <th scope="col" className="pb-2 pl-4 text-right font-medium">
                {words.cost}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {engines.map((engine) => (
            <tr key={engine.id} className="border-t border-line">
              <td className="py-2">
                {engine.name}
                {engine.reason && !allowance.includes(engine.name) ? (
                  <span className="block text-sm text-ink-3">{engine.reason}</span>
                ) : null}
              </td>
              <td className="py-2 text-right">{engine.answers || words.notAsked}</td>
              {paid ? <td className="py-2 pl-4 text-right">{costOf(engine, own)}</td> : null}
            </tr>
          ))}
          <tr className="border-t border-line font-semibold">
            <td className="py-2">{words.total}</td>
            <td className="py-2 text-right">{estimate.answers}</td>
            {paid ? <td className="py-2 pl-4 text-right">{usd(costOnOwnKeys(engines, own))}</td> : null}
          </tr>
        </tbody>
      </table>
      <p className="text-ink-2">{estimate.sentence}</p>
      {estimate.detectablePoints === null ? null : <DetectablePlan brandId={brandId} />}
    </div>
  );
}

/** What an assistant costs beyond the plan: only one that answers on a key of the workspace does. */
const costOf = (engine: Estimate["engines"][number], own: ReadonlySet<string>) =>
  engine.answers === 0 ? "" : own.has(engine.id) ? usd(engine.costUsd) : words.free;

const costOnOwnKeys = (engines: Estimate["engines"], own: ReadonlySet<string>) =>
  engines.reduce((sum, engine) => sum + (own.has(engine.id) ? engine.costUsd : 0), 0);

/** What is left still pays for these; each starts at once. */
function Smaller({ estimate, onStart }: { estimate: Estimate; onStart: (smaller: SmallerRun) => void }) {
  const nameOf = (id: string) => estimate.engines.find((engine) => engine.id === id)?.name ?? id;
  return (
    <section aria-label={words.smaller}>
      <h3 className="font-medium">{words.smaller}</h3>
      <ul className="mt-2 divide-y divide-line rounded-card border border-line">
        {estimate.smaller.map((run) => (
          <li key={run.means} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <span>
              {words.means[run.means](run.prompts, estimate.prompts, run.engines.map(nameOf))}
              <span className="tabular block text-sm text-ink-3">{words.smallerAnswers(run.answers)}</span>
            </span>
            <Button variant="secondary" size="sm" onClick={() => onStart(run)}>
              {words.startSmaller[run.means]}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

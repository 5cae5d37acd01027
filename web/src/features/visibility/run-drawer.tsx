import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { textOf } from "@/lib/http";
import { run as words } from "@/lib/messages/visibility";
import { toast } from "@/lib/toast";

import { brandResults, cancelRun, type Run } from "./api";
import { costOf, countsOf } from "./run-costs";
import { CostLine, EngineName } from "./run-engines";
import { StageList } from "./run-progress";

/** The drawer behind the run pill: every stage, what each engine answered, and a way to stop. */
export function RunDrawer({ run, onClose }: { run: Run; onClose: () => void }) {
  const active = run.status === "queued" || run.status === "running";
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent title={active ? words.title : words.finishedTitle} description={words.text} className="max-w-[440px]" footer={active ? <Cancel run={run} /> : null}>
        <div className="flex flex-col gap-6 px-5 pb-6">
          <StageList run={run} />
          {run.engines.length ? (
            <div className="border-t border-line pt-5">
              <ul className="flex flex-col gap-2">
                {run.engines.map((engine) => (
                  <li key={engine.id} className="flex items-baseline justify-between gap-4">
                    <span className="min-w-0">
                      <EngineName run={run} engine={engine} onFollow={onClose} /> <span className="text-sm text-ink-3 wrap-anywhere">{engine.model}</span>
                    </span>
                    <span className="tabular text-right text-sm text-ink-2">{[countsOf(engine), costOf(engine)].filter(Boolean).join(" · ")}</span>
                  </li>
                ))}
              </ul>
              <CostLine run={run} className="mt-4 border-t border-line pt-3" />
            </div>
          ) : null}
        </div>
      </SheetContent>
    </Sheet>
  );
}

function Cancel({ run }: { run: Run }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelRun(run.id),
    onSuccess: () => client.invalidateQueries({ queryKey: brandResults(run.brandId) }),
    onError: (error) => toast({ title: textOf(error), variant: "destructive" }),
  });
  return (
    <Button look="secondary" pending={cancel.isPending} onClick={() => cancel.mutate()}>
      {cancel.isPending ? words.canceling : words.cancel}
    </Button>
  );
}

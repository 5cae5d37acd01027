import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useId, useState } from "react";

import { summaryQuery, type Summary } from "@/api/results";
import { Button, type ButtonVariant, type ButtonSize } from "@/components/ui/button";
import { textOf } from "@/lib/http";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { dashboard } from "@/lib/messages/visibility";
import { toast } from "@/lib/toast";
import { useEditing } from "@/lib/use-editing";
import { useUrlAction } from "@/lib/use-url-action";

import { estimateQuery, startRun, type SmallerRun } from "./api";
import { isUsedUp, UsedUp } from "./used-up";

const EstimateDialog = lazyComponent(async () => (await import("./estimate-dialog")).EstimateDialog);
const SIMULATOR = "simulator";

type AnalyzeNowProps = {
  summary: Summary;
  label?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Whether `?run=1` in the address presses this button; one of a screen's at most. */
  byAddress?: boolean;
  reasonClass?: string;
};

/**
 * Asks what it would cost first where assistants draw on the budget; the simulator alone starts at once. Who may not
 * start it reads why.
 */
export function AnalyzeNow({
  summary,
  label = dashboard.analyzeNow,
  variant = "secondary",
  size = "md",
  byAddress = false,
  reasonClass = "",
}: AnalyzeNowProps) {
  const { brand, activeRun } = summary;
  const client = useQueryClient();
  const start = useStartRun(brand.id);
  const { canEdit, reason } = useEditing(brand.id);
  const [asking, setAsking] = useState(false);
  const ask = useMutation({
    mutationFn: () => client.fetchQuery(estimateQuery(brand.id)),
    onSuccess: (estimate) =>
      estimate.engines.some((engine) => engine.id !== SIMULATOR) ? setAsking(true) : start.mutate(undefined),
    onError: complain,
  });
  const running = Boolean(activeRun);
  useUrlAction(byAddress ? "run" : null, () => (canEdit && !running ? ask.mutate() : undefined));
  const why = useId();
  return (
    <>
      <Button
        variant={variant}
        size={size}
        pending={ask.isPending || start.isPending || running}
        disabled={!canEdit}
        aria-describedby={reason ? why : undefined}
        onClick={() => ask.mutate()}
      >
        {running ? dashboard.analyzing : label}
      </Button>
      <UsedUp error={ask.error ?? start.error} className={reasonClass} />
      {reason ? (
        <p id={why} className={`text-sm text-ink-3 ${reasonClass}`}>
          {reason}
        </p>
      ) : null}
      <Suspense>
        {asking ? (
          <EstimateDialog
            brandId={brand.id}
            onClose={() => setAsking(false)}
            onStart={(smaller) => {
              setAsking(false);
              start.mutate(smaller);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Starts a full run, or a smaller one that was chosen; one already under way is simply shown. */
function useStartRun(brandId: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: summaryQuery(brandId).queryKey });
  return useMutation({
    mutationFn: (smaller: SmallerRun | undefined) => startRun(brandId, smaller),
    onSuccess: refresh,
    onError: (error) => {
      complain(error);
      void refresh();
    },
  });
}

/** Says what went wrong, unless it is a refusal that stays beside the button. */
function complain(error: unknown) {
  if (!isUsedUp(error)) toast({ title: textOf(error), variant: "destructive" });
}

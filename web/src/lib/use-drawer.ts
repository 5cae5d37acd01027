import { useCallback } from "react";

import type { Metric } from "@/api/results";
import { usePatchParams } from "@/lib/address-params";
import { useSearchParams } from "@/lib/navigation";

const METRICS: readonly string[] = ["content", "technical", "audienceFit", "overall"] satisfies Metric[];

export type Drawer = {
  metric: Metric | null;
  asked: Asked | null;
  /** The analysis whose score is open, where it is not the one the dashboard shows. */
  run: string | null;
  answerId: string | null;
  finding: string | null;
  gap: string | null;
  facts: boolean;
};
/** An engine of a run. */
type Asked = { run: string; engine: string };

/**
 * What the evidence drawer shows lives in the address: `?evidence=`, `?asked=&analysis=`, `?answer=`, `?finding=`,
 * `?gap=`, `?facts=`. Back and forward work.
 */
export function useDrawer() {
  const [params] = useSearchParams();
  const metric = params.get("evidence");
  const [run, engine] = [params.get("analysis"), params.get("asked")];
  const drawer: Drawer = {
    metric: metric && METRICS.includes(metric) ? (metric as Metric) : null,
    asked: run && engine ? { run, engine } : null,
    run,
    answerId: params.get("answer"),
    finding: params.get("finding"),
    gap: params.get("gap"),
    facts: params.has("facts"),
  };
  const set = usePatchParams();
  return {
    drawer,
    openMetric: useCallback((value: Metric) => set({ evidence: value, answer: null, finding: null }), [set]),
    openAnswer: useCallback((id: string) => set({ answer: id }), [set]),
    openFinding: useCallback((id: string) => set({ finding: id, answer: null }), [set]),
    openGap: useCallback((id: string) => set({ gap: id, answer: null }), [set]),
    openFacts: useCallback(() => set({ facts: "1", answer: null }), [set]),
    closeAnswer: useCallback(() => set({ answer: null }), [set]),
    /** Closes what lies on top: an answer opened from a gap leads back to the gap. */
    close: useCallback(
      () =>
        set(
          params.has("gap") && params.has("answer")
            ? { answer: null }
            : { evidence: null, asked: null, analysis: null, answer: null, finding: null, gap: null, facts: null },
        ),
      [params, set],
    ),
  };
}

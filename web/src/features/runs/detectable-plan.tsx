import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";

import { ErrorCard } from "@/components/ui/error-card";
import { Select } from "@/components/ui/select";
import { estimate as words } from "@/lib/messages/homepage";

import { estimateQuery, type Estimate } from "./api";

const SIZES = [2, 3, 5, 10, 15, 20] as const;
const DEFAULT = 5;

/** What it would take to tell a change of a chosen size from noise, from what earlier answers varied by. */
export function DetectablePlan({ brandId }: { brandId: string }) {
  const [points, setPoints] = useState<number>(DEFAULT);
  const id = useId();
  const plan = useQuery(estimateQuery(brandId, points));
  return (
    <div className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label htmlFor={id} className="font-medium">
          {words.detect}
        </label>
        <span className="w-32">
          <Select id={id} value={String(points)} onChange={(event) => setPoints(Number(event.target.value))}>
            {SIZES.map((size) => (
              <option key={size} value={size}>
                {words.points(size)}
              </option>
            ))}
          </Select>
        </span>
      </div>
      <div aria-live="polite" className="mt-2 min-h-10 text-ink-2">
        {plan.isError ? (
          <ErrorCard error={plan.error} onRetry={() => void plan.refetch()} />
        ) : plan.data ? (
          <Needed goal={plan.data.goal} />
        ) : (
          words.planning
        )}
      </div>
    </div>
  );
}

function Needed({ goal }: { goal: Estimate["goal"] }) {
  if (!goal) return <p>{words.noVariance}</p>;
  return (
    <>
      <p>{goal.sentence}</p>
      <p className="text-sm text-ink-3">{words.sampling[goal.sampling]}</p>
    </>
  );
}

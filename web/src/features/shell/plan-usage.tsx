import { useQueries, useQuery } from "@tanstack/react-query";

import { accessQuery } from "@/api/access";
import { budgetQuery } from "@/api/budget";
import { Progress } from "@/components/ui/progress";
import { shell } from "@/lib/messages/shell";

const FEATURES = [
  "prompts.max",
  "competitors.max",
  "brands.max",
  "websites.max",
  "team.seats",
  "reports.monthly",
] as const;

type Meter = { name: string; used: number; limit: number | null };

/** What the plan allows and how much of it is used, read when the popover opens. */
export function PlanUsage() {
  const budget = useQuery({ ...budgetQuery, refetchOnMount: "always" }).data?.budget;
  const counted = useQueries({
    queries: FEATURES.map((feature) => ({ ...accessQuery(feature), refetchOnMount: "always" as const })),
  });
  const meters: Meter[] = [
    ...(budget ? [{ name: shell.usageAnswers, used: budget.used, limit: budget.limit }] : []),
    ...FEATURES.flatMap((feature, index) => {
      const { limit, used } = counted[index]?.data ?? {};
      return typeof used === "number" && typeof limit !== "boolean"
        ? [{ name: shell.usageNames[feature], used, limit: limit ?? null }]
        : [];
    }),
  ];
  if (!meters.length) return null;
  return (
    <section aria-label={shell.usage} className="mt-4 border-t border-line pt-3">
      <h3 className="text-sm font-medium text-ink-3">{shell.usage}</h3>
      <ul className="mt-2 flex flex-col gap-2.5 text-sm">
        {meters.map(({ name, used, limit }) => (
          <li key={name}>
            <p className="tabular flex items-baseline justify-between gap-3">
              {name}
              <span className="text-ink-2">
                {limit === null ? shell.usageUnlimited(used) : shell.usageOf(used, limit)}
              </span>
            </p>
            {limit ? <Progress value={Math.min(used, limit)} max={limit} label={name} className="mt-1" /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";

import { budgetQuery } from "@/api/budget";
import { Link } from "@/lib/navigation";
import { pricingFor } from "@/lib/paths";
import { prompts as words } from "@/lib/messages/analytics-tables";

type LimitLineProps = {
  feature: "prompts.max" | "competitors.max";
  text: (used: number, limit: number | null) => string;
  reached: string;
};

/** How much of a counted limit is in use; once it is full, what to do about it. */
export function LimitLine({ feature, text, reached }: LimitLineProps) {
  const usage = useQuery(budgetQuery);
  const found = usage.data?.features.find((row) => row.feature === feature);
  if (!found) return null;
  const full = found.limit !== null && found.used >= found.limit;
  return (
    <p className={full ? "text-sm text-moderate-text" : "text-sm text-ink-3"}>
      <span className="tabular">{text(found.used, found.limit)}</span>
      {full ? (
        <>
          . {reached}{" "}
          <Link to={pricingFor(feature)} className="underline underline-offset-4">
            {words.upgrade}
          </Link>
        </>
      ) : null}
    </p>
  );
}

import { useQuery } from "@tanstack/react-query";

import { methodQuery } from "@/api/method";
import { dateTime } from "@/lib/format";
import { formulas } from "@/lib/messages/method";
import { metrics as words } from "@/lib/messages/metrics";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import { FactList } from "../ui/fact-list";
import type { PartProps } from "../ui/lazy-part";
import { Panel } from "../ui/popover";
import { Skeleton } from "../ui/skeleton";
import type { Anchor } from "../ui/use-panel";
import type { MetricFacts } from "./metric-info";

/** What a number means, in the words of the code that computes it. */
export function MetricPanel({
  anchor,
  onClose,
  metric,
  name,
  counted,
  asOf,
}: MetricFacts & PartProps & { anchor: Anchor }) {
  const method = useQuery(methodQuery);
  const found = method.data?.metrics.find((row) => row.name === metric);
  const facts = [
    [words.unit, found ? formulas.units[found.unit] : null],
    [words.interval, found?.interval],
    [words.counted, counted],
    [words.updated, asOf ? dateTime(asOf) : null],
    [words.version, method.data?.versions.scoreModel],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <Panel
      anchor={anchor}
      onClose={onClose}
      label={words.about(name)}
      align="start"
      className="text-left text-base font-normal text-ink"
    >
      <p className="font-semibold">{name}</p>
      {method.isError ? <p className="mt-2 text-attention-text">{words.failed}</p> : null}
      {method.isPending ? <Skeleton className="mt-2 h-28 w-full" /> : null}
      {found ? <p className="mt-2 wrap-anywhere">{found.formula}</p> : null}
      <FactList facts={facts} variant="small" className="mt-3" />
      <Link
        to={`${paths.method}#formula-${metric}`}
        className="mt-3 inline-block font-medium text-accent-text underline-offset-4 hover:underline"
      >
        {words.method}
      </Link>
    </Panel>
  );
}

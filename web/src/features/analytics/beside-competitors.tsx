import { useQuery } from "@tanstack/react-query";

import { namedQuery, type NamedInRun } from "@/api/named";
import { Bars, type Bar } from "@/components/charts/bars";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { countText } from "@/lib/count";
import { beside as words } from "@/lib/messages/lead";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { rangeText } from "@/lib/readings";
import { useEditing } from "@/lib/use-editing";

const TRACKED = 5;
const UNTRACKED = 3;

/** How often the brand is named beside the others; where nobody else is known, an invitation to those who may add. */
export function BesideCompetitors({ brandId }: { brandId: string }) {
  const named = useQuery(namedQuery(brandId)).data;
  const { canEdit } = useEditing(brandId);
  if (!named?.brand) return null;
  if (![named.competitors, named.notCounted, named.untracked].some((names) => names.length))
    return canEdit ? <Missing /> : null;
  const bars = barsOf(named);
  return (
    <Card aria-label={words.title}>
      <CardHeader
        title={words.title}
        description={named.basis === "simulator" ? words.simulatedText : words.text}
        action={
          canEdit ? (
            <Link to={paths.questions} className="font-medium text-accent-text underline-offset-4 hover:underline">
              {words.manage}
            </Link>
          ) : null
        }
      />
      <Bars
        bars={bars}
        summary={words.summary(bars.length)}
        labels={{ table: words.table, chart: words.chart, name: words.name, value: words.value }}
      />
    </Card>
  );
}

function Missing() {
  return (
    <Card aria-label={words.missing}>
      <CardHeader title={words.missing} description={words.missingText} className="mb-3" />
      <Link to={paths.questions} className={buttonClass("secondary", "sm")}>
        {words.add}
      </Link>
    </Card>
  );
}

/** Who is named, tracked or not, most named first; last those that the answers are being recounted for. */
function barsOf({ brand, answers, competitors, notCounted, untracked }: NamedInRun): Bar[] {
  const counted = [...(brand ? [brand] : []), ...competitors.slice(0, TRACKED)].map(({ key, name, rate }) => ({
    key,
    label: name,
    hits: rate.hits ?? 0,
    value: rate.value,
    low: rate.low,
    high: rate.high,
    text: words.of(
      countText(rate.hits ?? 0),
      countText(rate.n),
      rate.low === null || rate.high === null || rate.low === rate.high
        ? ""
        : rangeText(rate.low, rate.high, "percent"),
    ),
    main: key === brand?.key,
    name: key === brand?.key ? <Marked name={name} mark={words.you} own /> : name,
  }));
  const found = untracked.slice(0, UNTRACKED).map(({ id, name, answers: hits }) => ({
    key: id,
    label: name,
    hits,
    value: answers ? Math.min(100, (100 * hits) / answers) : null,
    low: null,
    high: null,
    text: words.of(countText(hits), countText(answers), ""),
    main: false,
    name: <Marked name={name} mark={words.untracked} />,
  }));
  const waiting = notCounted.map(({ key, name }) => ({
    key,
    label: name,
    value: null,
    low: null,
    high: null,
    text: words.notCounted,
    name,
  }));
  return [...[...counted, ...found].sort((a, b) => b.hits - a.hits), ...waiting];
}

function Marked({ name, mark, own = false }: { name: string; mark: string; own?: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className={own ? "font-semibold text-accent-text" : ""}>{name}</span>
      <Badge tone={own ? "accent" : "neutral"}>{mark}</Badge>
    </span>
  );
}

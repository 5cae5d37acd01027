import { useQuery } from "@tanstack/react-query";

import { Bars, type Bar } from "@/components/charts/bars";
import { MetricInfo } from "@/components/metrics/metric-info";
import { OpenNumber } from "@/components/metrics/open-number";
import { Card, CardHeader } from "@/components/ui/card";
import { cn } from "@/lib/cn";
import { overview as words, view as common } from "@/lib/messages/analytics";
import { Link } from "@/lib/navigation";
import { pointText } from "@/lib/readings";

import { metricsQuery, type Group } from "./api";
import { Part } from "./states";
import { useView } from "./use-view";

/** Share of voice: how mentions divide between the brand and the names it tracks. */
export function VoiceCard({ brandId }: { brandId: string }) {
  const { view, href, numberHref } = useView();
  const query = useQuery(metricsQuery(brandId, view, { metrics: ["shareOfVoice"], groupBy: "competitor" }));
  return (
    <Card>
      <CardHeader
        title={words.voice}
        about={<MetricInfo metric="shareOfVoice" name={words.voice} asOf={query.data?.asOf ?? null} />}
        description={words.voiceText}
        className="mb-3"
      />
      <Part query={query} height="h-32">
        {(data) =>
          data.groups.length < 2 ? (
            <p className="text-ink-2">
              {words.voiceNone}{" "}
              <Link to={href({ tab: "competitors" })} className="text-accent-text underline underline-offset-4">
                {words.toCompetitors}
              </Link>
            </p>
          ) : (
            <Bars
              summary={words.voiceSummary(data.groups.length)}
              labels={{ table: words.sharesAsTable, chart: words.sharesAsBars, name: words.name, value: words.voice }}
              bars={data.groups.map((group) => barOf(group, href, numberHref))}
            />
          )
        }
      </Part>
    </Card>
  );
}

type View = ReturnType<typeof useView>;

function barOf(group: Group, href: View["href"], numberHref: View["numberHref"]): Bar {
  const reading = group.values["shareOfVoice"];
  const own = group.key === "brand";
  const text = reading ? pointText(reading, reading.unit) : common.nothing;
  return {
    key: group.key,
    label: group.label,
    value: reading?.value ?? null,
    low: reading?.low ?? null,
    high: reading?.high ?? null,
    text,
    ...(reading
      ? {
          number: (
            <OpenNumber
              to={numberHref("shareOfVoice", { by: "competitor", key: group.key })}
              name={`${words.voice}, ${group.label}`}
            >
              {text}
            </OpenNumber>
          ),
        }
      : {}),
    main: own,
    name: (
      <Link
        to={href({ tab: "answers", entity: group.key })}
        className={cn("underline-offset-4 hover:underline", own && "font-semibold text-accent-text")}
      >
        {group.label}
      </Link>
    ),
  };
}

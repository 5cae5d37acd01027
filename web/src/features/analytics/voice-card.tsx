import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { Whisker } from "@/components/charts/whisker";
import { Card, CardHeader } from "@/components/ui/card";
import { overview as words } from "@/lib/messages/analytics";
import { cn } from "@/lib/cn";
import { pointText } from "@/lib/readings";

import { metricsQuery } from "./api";
import { Part } from "./states";
import { useView } from "./use-view";

/** Whose mentions they are, over the brand and the names it tracks. */
export function VoiceCard({ brandId }: { brandId: string }) {
  const { view, href } = useView();
  const query = useQuery(metricsQuery(brandId, view, { metrics: ["shareOfVoice"], groupBy: "competitor" }));
  return (
    <Card>
      <CardHeader title={words.voice} description={words.voiceText} className="mb-3" />
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
            <ul className="flex flex-col gap-3">
              {data.groups.map((group) => {
                const reading = group.values["shareOfVoice"];
                const text = reading ? pointText(reading, reading.unit) : "---";
                return (
                  <li key={group.key}>
                    <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
                      <Link to={href({ tab: "answers", entity: group.key })} className={cn("underline-offset-4 hover:underline", group.key === "brand" && "font-semibold text-accent-text")}>
                        {group.label}
                      </Link>
                      <span className="tabular">{text}</span>
                    </div>
                    {!reading || reading.value === null ? null : (
                      <Whisker value={reading.value} low={reading.low ?? reading.value} high={reading.high ?? reading.value} summary={`${group.label}: ${text}`} {...(group.key === "brand" ? {} : { className: "[&>div:first-child]:bg-ink-3" })} />
                    )}
                  </li>
                );
              })}
            </ul>
          )
        }
      </Part>
    </Card>
  );
}

import { useQuery } from "@tanstack/react-query";

import { Movement } from "@/components/charts/reading";
import { Whisker } from "@/components/charts/whisker";
import { MetricInfo } from "@/components/metrics/metric-info";
import { OpenNumber } from "@/components/metrics/open-number";
import { buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { overview as words, view as common } from "@/lib/messages/analytics";
import { Link } from "@/lib/navigation";
import { pointText } from "@/lib/readings";

import { metricsQuery } from "./api";
import { Part } from "./states";
import { useView } from "./use-view";
import { COUNTED } from "./view";

const TONES = ["positive", "neutral", "negative"] as const;

/** How answers speak of the brand, and the way to those that speak well or badly. */
export function SentimentCard({ brandId }: { brandId: string }) {
  const { view, href, numberHref } = useView();
  const query = useQuery(metricsQuery(brandId, view, { metrics: ["sentiment"] }));
  const tones = query.data?.groups[0]?.tones;
  return (
    <Card>
      <CardHeader
        title={words.sentiment}
        about={<MetricInfo metric="sentiment" name={words.sentiment} asOf={query.data?.asOf ?? null} />}
        description={words.sentimentText}
        className="mb-3"
      />
      <Part query={query} height="h-24">
        {(data) => {
          const reading = data.groups[0]?.values["sentiment"];
          if (!reading || reading.value === null) return <p className="text-ink-3">{common.nothing}</p>;
          return (
            <div className="flex flex-col gap-2.5">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <OpenNumber
                  to={numberHref("sentiment")}
                  name={words.sentiment}
                  className="tabular text-xl font-semibold"
                >
                  {pointText(reading, reading.unit)}
                </OpenNumber>
                <Movement delta={reading.delta} unit={reading.unit} />
              </p>
              <Whisker
                value={reading.value}
                low={reading.low ?? reading.value}
                high={reading.high ?? reading.value}
                summary={`${words.sentiment}: ${pointText(reading, reading.unit)}`}
              />
              <p className="text-sm text-ink-3">
                <OpenNumber
                  to={href({ tab: "answers", mentioned: "true", ...COUNTED })}
                  name={words.sentiment}
                  className="tabular"
                >
                  {words.judged(reading.n)}
                </OpenNumber>
              </p>
            </div>
          );
        }}
      </Part>
      <div className="mt-3 flex flex-wrap gap-2">
        {TONES.map((tone) => (
          <Link
            key={tone}
            to={href({ tab: "answers", sentiment: tone, ...COUNTED })}
            className={buttonClass("secondary", "sm")}
          >
            {words.tones[tone]} {tones ? <span className="tabular text-ink-3">{tones[tone]}</span> : null}{" "}
            <span className="sr-only">{words.openTone(tones?.[tone] ?? null)}</span>
          </Link>
        ))}
      </div>
    </Card>
  );
}

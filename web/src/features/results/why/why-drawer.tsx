import { Waterfall } from "@/components/charts/waterfall";
import type { PartProps } from "@/components/ui/lazy-part";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { clock, longDate } from "@/lib/format";
import { why as words } from "@/lib/messages/why";

import type { Why, WhyNumber, WhyPart } from "../api/why";
import { Movement } from "./movement";
import { isShown, pointsText } from "./points";

type WhyDrawerProps = PartProps & { why: Why; number: WhyNumber };

/** The change of a score from part to part, what each part means, and where answers changed. */
export function WhyDrawer({ why, number, onClose }: WhyDrawerProps) {
  const since = why.beforeAt ? comparedText(why.at, why.beforeAt) : undefined;
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent title={words.title} {...(since ? { description: since } : {})}>
        <div className="flex flex-col gap-8 px-5 pb-6">
          <p className="text-lg">{number.summary}</p>
          <Steps number={number} />
          <Meanings number={number} />
          <Movement rows={number.movement} onOpen={onClose} />
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** Which analyses are compared; two of one day by their times. */
function comparedText(at: string, before: string): string {
  const day = longDate(at);
  return day === longDate(before) ? words.sameDay(day, clock(at), clock(before)) : words.text(day, longDate(before));
}

/** Parts that did something; the answers always, since they are what everybody asks about. */
const partsShown = (number: WhyNumber) =>
  number.parts.filter(({ cause, points, details }) => cause === "answers" || isShown(points) || details.length > 0);

function Steps({ number }: { number: WhyNumber }) {
  const [from, to] = [number.before, number.after].map((value) => `${Math.round(value)}`) as [string, string];
  return (
    <Waterfall
      before={{ label: words.before, value: number.before, text: from }}
      after={{ label: words.after, value: number.after, text: to }}
      steps={partsShown(number).map((part) => ({
        key: part.cause,
        label: words.causes[part.cause],
        points: part.points,
        text: pointsText(part.points),
        note: rangeText(part),
      }))}
      summary={words.chartSummary(from, to)}
      labels={{
        table: words.asTable,
        chart: words.asChart,
        name: words.cause,
        value: words.points,
        note: words.likely,
      }}
    />
  );
}

const rangeText = ({ low, high }: WhyPart) =>
  low === null || high === null ? "" : words.range(pointsText(low), pointsText(high));

function Meanings({ number }: { number: WhyNumber }) {
  return (
    <dl className="flex flex-col gap-4">
      {partsShown(number).map((part) => (
        <div key={part.cause}>
          <dt className="flex items-baseline justify-between gap-4 font-medium">
            <span>{words.causes[part.cause]}</span>
            <span className="tabular whitespace-nowrap">{pointsText(part.points)}</span>
          </dt>
          <dd className="text-sm text-ink-2">
            <p>
              {words.meaning[part.cause]}
              {part.cause === "answers" ? ` ${chanceText(number)}` : null}
            </p>
            {part.details.length ? (
              <ul className="mt-1 list-disc pl-5 wrap-anywhere">
                {part.details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const chanceText = ({ noiseShare }: WhyNumber) =>
  noiseShare === null ? words.noCommon : words.noise(Math.round(noiseShare));

import { useLocation } from "react-router";

import { cn } from "@/lib/cn";
import { formulas as words } from "@/lib/messages/method";

import type { Metric } from "./api";
import { Prose, Section, Subheading } from "./section";

/** The headline numbers of the dashboard; all others stand beside or below them. */
const SCORES = new Set(["content", "technical", "audienceFit", "overall"]);

/** Every number of the product as it is computed, each with an address of its own. */
export function Formulas({ metrics }: { metrics: Metric[] }) {
  const { hash } = useLocation();
  const groups = [
    { title: words.scores, metrics: metrics.filter(({ name }) => SCORES.has(name)) },
    { title: words.measures, metrics: metrics.filter(({ name }) => !SCORES.has(name)) },
  ];
  return (
    <Section id="formulas">
      <Prose>{words.text}</Prose>
      {groups.map((group) =>
        group.metrics.length ? (
          <div key={group.title} className="flex flex-col gap-3">
            <Subheading>{group.title}</Subheading>
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {group.metrics.map((metric) => (
                <Formula key={metric.name} metric={metric} wanted={hash === `#${anchorOf(metric)}`} />
              ))}
            </ul>
          </div>
        ) : null,
      )}
    </Section>
  );
}

const anchorOf = ({ name }: Metric) => `formula-${name}`;

function Formula({ metric, wanted }: { metric: Metric; wanted: boolean }) {
  const { label, formula, unit, interval } = metric;
  return (
    <li
      id={anchorOf(metric)}
      className={cn("scroll-mt-6 p-4 first:rounded-t-card last:rounded-b-card sm:px-5", wanted && "bg-accent-surface")}
    >
      <h4 className="flex flex-wrap items-baseline justify-between gap-x-4 text-base font-semibold">
        {label}
        <span className="text-sm font-normal text-ink-3">{words.units[unit]}</span>
      </h4>
      <p className="mt-1.5 max-w-prose text-base wrap-anywhere">{formula}</p>
      <p className="mt-1.5 max-w-prose text-sm text-ink-2 wrap-anywhere">
        {words.interval}: {interval}
      </p>
    </li>
  );
}

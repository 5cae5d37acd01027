import { DataView } from "@/components/ui/data-view";
import { countText } from "@/lib/count";
import { laws, limits, method as words, simulator, versions } from "@/lib/messages/method";

import type { Method } from "./api";
import { Contents } from "./contents";
import { Counting } from "./counting";
import { Coverage } from "./coverage";
import { Detection } from "./detection";
import { Formulas } from "./formulas";
import { Grounds } from "./grounds";
import { Predictions } from "./predictions";
import { Recipients } from "./recipients";
import { Prose, Section } from "./section";
import { Uncertainty } from "./uncertainty";

/** The whole page, in the order somebody would ask. */
export function MethodPage({ method }: { method: Method }) {
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_240px]">
      <div className="flex min-w-0 flex-col gap-12">
        <Laws />
        <Counting enoughValid={method.intervals.enoughValid} />
        <Formulas metrics={method.metrics} />
        <Uncertainty intervals={method.intervals} change={method.change} />
        <Detection detector={method.detector} />
        <Coverage calibration={method.calibration} />
        <Predictions record={method.predictions} />
        <Simulated simulator={method.simulator} />
        <Recipients rows={method.recipients} />
        <Grounds evidenceGrades={method.evidenceGrades} rewrites={method.rewrites} />
        <Versions versions={method.versions} />
        <Limits />
      </div>
      <Contents />
    </div>
  );
}

function Laws() {
  return (
    <ul
      aria-label={words.title}
      className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2"
    >
      {laws.map(({ title, text }) => (
        <li key={title} className="bg-surface p-4 sm:p-5">
          <p className="text-base font-semibold">{title}</p>
          <p className="mt-1 text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  );
}

function Simulated({ simulator: { version, phrasings, description } }: { simulator: Method["simulator"] }) {
  return (
    <Section id="simulator">
      <Prose>{description}</Prose>
      <Prose>{simulator.coverage}</Prose>
      <p className="text-sm text-ink-3">{simulator.facts(version, countText(phrasings))}</p>
    </Section>
  );
}

function Versions({ versions: parts }: { versions: Method["versions"] }) {
  return (
    <Section id="versions">
      <Prose>{versions.text}</Prose>
      <DataView
        label={versions.columns.version}
        columns={[
          {
            key: "part",
            title: versions.columns.part,
            cell: ([part]) => <span className="font-medium md:whitespace-nowrap">{versions.parts[part] ?? part}</span>,
          },
          {
            key: "version",
            title: versions.columns.version,
            className: "w-full",
            cell: ([, version]) => <code>{version}</code>,
          },
        ]}
        rows={Object.entries(parts)}
        rowKey={([part]) => part}
      />
    </Section>
  );
}

function Limits() {
  return (
    <Section id="limits">
      <dl className="flex flex-col gap-4">
        {limits.map(({ title, text }) => (
          <div key={title} className="max-w-prose">
            <dt className="text-base font-semibold">{title}</dt>
            <dd className="mt-0.5 text-base text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

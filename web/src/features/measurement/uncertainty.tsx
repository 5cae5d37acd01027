import { DataView } from "@/components/ui/data-view";
import { countText } from "@/lib/count";
import { uncertainty as words } from "@/lib/messages/method";

import type { Method } from "./api";
import { percentText } from "./numbers";
import { Facts, Prose, Section, Subheading } from "./section";

/** What all intervals have in common, and when a change is called one. */
export function Uncertainty({ intervals, change }: Pick<Method, "intervals" | "change">) {
  return (
    <Section id="uncertainty">
      <Prose>{words.text}</Prose>
      <Facts
        facts={[
          [words.facts.confidence, percentText(intervals.confidence)],
          [words.facts.resamples, countText(intervals.resamples)],
          [words.facts.exploratory, words.questions(countText(intervals.exploratoryBelowPrompts))],
          [words.facts.percentFrom, words.answers(countText(intervals.percentFromAnswers))],
          [words.facts.level, percentText(change.level)],
          [words.facts.permutations, countText(change.permutations)],
          [words.facts.least, words.questions(countText(change.leastPrompts))],
          [words.facts.discovery, percentText(change.falseDiscovery)],
          [words.facts.power, percentText(change.power)],
          [words.facts.within, words.analyses(countText(change.withinRuns))],
        ]}
      />
      <Subheading>{words.changes}</Subheading>
      <Prose>{words.changesText}</Prose>
      <Prose>{words.sees}</Prose>
      <DataView
        label={words.changes}
        columns={[
          {
            key: "name",
            title: words.columns.name,
            cell: ({ name }) => (
              <span className="block font-medium first-letter:uppercase md:whitespace-nowrap">{name}</span>
            ),
          },
          { key: "meaning", title: words.columns.meaning, className: "w-full", cell: ({ meaning }) => meaning },
        ]}
        rows={change.verdicts}
        rowKey={({ name }) => name}
      />
    </Section>
  );
}

import { DataView } from "@/components/ui/data-view";
import { grounds as words } from "@/lib/messages/method";
import { valueText } from "@/lib/readings";

import type { Method } from "./api";
import { percentText } from "./numbers";
import { Prose, Section, Subheading } from "./section";

/** What recommendations stand on: their grades, and what others published about rewriting. */
export function Grounds({
  evidenceGrades,
  rewrites: { baseline, effects, caution },
}: Pick<Method, "evidenceGrades" | "rewrites">) {
  const against = (value: number) => `${value < baseline ? "−" : "+"}${valueText(Math.abs(value - baseline), "rank")}`;
  return (
    <Section id="evidence">
      <Prose>{words.text}</Prose>
      <DataView
        label={words.grades.grade}
        columns={[
          {
            key: "grade",
            title: words.grades.grade,
            cell: ({ grade }) => <span className="font-semibold">{grade}</span>,
          },
          { key: "meaning", title: words.grades.meaning, className: "w-full", cell: ({ meaning }) => meaning },
        ]}
        rows={evidenceGrades}
        rowKey={({ grade }) => grade}
      />
      <Subheading>{words.rewrites}</Subheading>
      <Prose>
        {words.rewritesText(percentText(baseline))} {caution}
      </Prose>
      <DataView
        label={words.rewrites}
        columns={[
          {
            key: "name",
            title: words.effects.name,
            className: "w-full",
            cell: ({ name }) => <span className="block font-medium first-letter:uppercase">{name}</span>,
          },
          {
            key: "value",
            title: words.effects.value,
            numeric: true,
            className: "whitespace-nowrap",
            cell: ({ value }) => valueText(value, "percent"),
          },
          {
            key: "change",
            title: words.effects.change,
            numeric: true,
            className: "whitespace-nowrap",
            cell: ({ value }) => words.points(against(value)),
          },
        ]}
        rows={effects}
        rowKey={({ name }) => name}
      />
    </Section>
  );
}

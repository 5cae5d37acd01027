import { DataView } from "@/components/ui/data-view";
import { counting as words } from "@/lib/messages/method";

import { percentText } from "./numbers";
import { Section, Subheading } from "./section";

/** What enters a number, what stays out, and what it may rest on. */
export function Counting({ enoughValid }: { enoughValid: number }) {
  return (
    <Section id="counting">
      <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5 text-base text-ink-2 marker:text-ink-3">
        {words.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <Subheading>{words.basis}</Subheading>
      <DataView
        label={words.basis}
        columns={[
          {
            key: "name",
            title: words.basisColumns.name,
            cell: ({ name }) => <span className="font-medium">{name}</span>,
          },
          { key: "meaning", title: words.basisColumns.meaning, className: "w-full", cell: ({ meaning }) => meaning },
        ]}
        rows={[...words.bases(percentText(enoughValid))]}
        rowKey={({ name }) => name}
      />
    </Section>
  );
}

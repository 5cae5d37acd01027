import { DataView, type Column } from "@/components/ui/data-view";
import { recipients as words } from "@/lib/messages/method";

import type { Recipient } from "./api";
import { Prose, Section } from "./section";

/** Who is told what when a question is asked. */
export function Recipients({ rows }: { rows: Recipient[] }) {
  return (
    <Section id="recipients">
      <Prose>{words.text}</Prose>
      <DataView label={words.columns.name} columns={columns} rows={rows} rowKey={({ name }) => name} />
      <Prose>{words.rest}</Prose>
    </Section>
  );
}

const columns: Column<Recipient>[] = [
  {
    key: "name",
    title: words.columns.name,
    cell: ({ name }) => <span className="font-medium md:whitespace-nowrap">{name}</span>,
  },
  { key: "company", title: words.columns.company, cell: ({ company }) => company },
  {
    key: "told",
    title: words.columns.told,
    className: "w-full",
    cell: ({ alsoTold }) => words.told[alsoTold ?? "none"],
  },
  { key: "search", title: words.columns.search, cell: ({ webSearch }) => (webSearch ? words.yes : words.no) },
];

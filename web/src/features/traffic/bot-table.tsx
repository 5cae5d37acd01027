import { DataView, type Column } from "@/components/ui/data-view";
import { countText } from "@/lib/count";
import { traffic as words } from "@/lib/messages/traffic";
import { Link } from "@/lib/navigation";
import { useSort } from "@/lib/use-sort";

import type { BotLine } from "./api";
import { purposeName, unverified } from "./counting";
import { TablePart } from "./table-part";
import { PURPOSES, useTrafficView } from "./view";

const names = words.botColumns;
const count = (key: string, title: string, of: (row: BotLine) => number): Column<BotLine> => ({
  key,
  title,
  numeric: true,
  cell: (row) => countText(of(row)),
  sort: of,
});

/** Every bot that came: what for, whether it was who it said, and how often it was turned away. */
export function BotTable({ bots }: { bots: BotLine[] }) {
  const sorting = useSort();
  const { link } = useTrafficView();
  const shown = new Set(bots.map(({ purpose }) => purpose));
  const meanings = PURPOSES.filter((purpose) => shown.has(purpose)).map((purpose) =>
    words.purposeMeans(words.purposes[purpose], words.purposeTexts[purpose]),
  );
  const columns: Column<BotLine>[] = [
    {
      key: "bot",
      title: names.bot,
      sort: (row) => row.bot,
      cell: ({ bot, purpose }) => (
        <>
          <Link
            to={link({ bot })}
            preventScrollReset
            aria-label={words.onlyBot(bot)}
            className="font-medium underline-offset-4 hover:text-accent-text hover:underline"
          >
            {bot}
          </Link>
          <span className="block text-sm text-ink-3 max-md:text-right">{purposeName(purpose)}</span>
        </>
      ),
    },
    count("requests", names.requests, (row) => row.requests),
    count("verified", names.verified, (row) => row.verified),
    count("unverified", names.unverified, unverified),
    {
      ...count("spoofed", names.spoofed, (row) => row.contradicted),
      cell: ({ contradicted }) => <Warned n={contradicted} />,
    },
    { ...count("errors", names.errors, (row) => row.errors), cell: ({ errors }) => <Warned n={errors} /> },
  ];
  return (
    <TablePart
      title={words.botsTitle}
      description={
        <>
          <p>{words.botsText}</p>
          <p>{meanings.join(" ")}</p>
        </>
      }
    >
      <DataView
        label={words.botsTitle}
        columns={columns}
        rows={bots}
        rowKey={({ bot, purpose }) => `${bot} ${purpose}`}
        sorting={sorting}
      />
    </TablePart>
  );
}

const Warned = ({ n }: { n: number }) => (
  <span className={n ? "font-medium text-attention-text" : "text-ink-3"}>{countText(n)}</span>
);

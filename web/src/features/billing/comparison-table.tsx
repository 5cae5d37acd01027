import { Check, Minus } from "lucide-react";

import { cn } from "@/lib/cn";
import { pricing } from "@/lib/messages/billing";
import { comparison, type Cell, type Comparison } from "@/lib/messages/plan-comparison";

type ComparisonTableProps = { plans: string[]; highlighted: string | null };

/**
 * Every limit beside the others. On phones a row becomes two lines, its name over its four cells; the roles
 * keep it a table for those who hear it.
 */
export function ComparisonTable({ plans, highlighted }: ComparisonTableProps) {
  const names = [pricing.free, ...plans];
  return (
    <section id="compare" aria-labelledby="compare-title" className="scroll-mt-6">
      <h2 id="compare-title" className="text-xl font-semibold">
        {pricing.compare}
      </h2>
      <p className="mt-1 text-ink-2">{pricing.compareText}</p>
      <div className="mt-5 rounded-card border border-line bg-surface">
        <table role="table" aria-labelledby="compare-title" className="w-full table-fixed text-left max-md:block">
          <thead role="rowgroup" className="sticky top-0 z-10 max-md:block">
            <tr role="row" className={row}>
              <th
                role="columnheader"
                scope="col"
                className="w-[36%] rounded-tl-card border-b border-line bg-surface px-5 py-3 text-sm font-medium text-ink-2 max-md:sr-only"
              >
                {pricing.feature}
              </th>
              {names.map((name) => (
                <th
                  key={name}
                  role="columnheader"
                  scope="col"
                  className="border-b border-line bg-surface px-2 py-3 font-semibold last:rounded-tr-card max-md:text-sm max-md:nth-2:rounded-tl-card max-md:nth-2:pl-3 md:px-4"
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {comparison.map(({ group, rows }) => (
            <tbody key={group} role="rowgroup" className="max-md:block">
              <tr role="row" className="max-md:block">
                <th
                  role="rowheader"
                  scope="rowgroup"
                  colSpan={5}
                  className="border-b border-line bg-sunken px-3 py-2 text-xs font-medium text-ink-2 max-md:block md:px-5"
                >
                  {group}
                </th>
              </tr>
              {rows.map((item) => (
                <Row key={item.key} item={item} marked={item.key === highlighted} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
}

const row = "max-md:grid max-md:grid-cols-4";

function Row({ item, marked }: { item: Comparison; marked: boolean }) {
  return (
    <tr
      role="row"
      data-marked={marked || undefined}
      className={cn(
        row,
        "border-b border-line in-[tbody:last-child]:last:border-b-0",
        marked && "bg-accent-surface shadow-[inset_3px_0_0_var(--accent)]",
      )}
    >
      <th role="rowheader" scope="row" className="px-3 pt-2.5 font-medium max-md:col-span-4 md:px-5 md:py-2.5">
        {item.label}
        <span className="block max-w-prose text-sm font-normal text-ink-3">{item.means}</span>
        {marked ? <span className="block text-xs font-normal text-accent-text">{pricing.askedAbout}</span> : null}
      </th>
      {item.cells.map((cell, index) => (
        <td
          key={index}
          // eslint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- a block on narrow screens
          role="cell"
          className="tabular min-w-0 px-2 pb-2.5 pt-1 text-ink-2 max-md:text-xs max-md:first-of-type:pl-3 md:px-4 md:py-2.5"
        >
          <CellValue value={cell} />
        </td>
      ))}
    </tr>
  );
}

function CellValue({ value }: { value: Cell }) {
  if (typeof value === "string") return value;
  const Icon = value ? Check : Minus;
  return (
    <>
      <Icon aria-hidden size={16} className={value ? "text-accent-text" : "text-ink-3"} />
      <span className="sr-only">{value ? pricing.included : pricing.notIncluded}</span>
    </>
  );
}

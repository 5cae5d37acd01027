import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

export type Column<T> = {
  key: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** Width classes of the table column. */
  className?: string;
  numeric?: boolean;
  /** The column of a row's action: last, aligned right, its title for screen readers only. */
  action?: boolean;
};

type DataViewProps<T> = { label: string; columns: Column<T>[]; rows: T[]; rowKey: (row: T) => string };

/** The same rows twice: a table from 768 px up (its first column stays in view), stacked cards below, so nothing ever scrolls sideways. */
export function DataView<T>({ label, columns, rows, rowKey }: DataViewProps<T>) {
  return (
    <>
      <div className="hidden overflow-x-auto rounded-card border border-line bg-surface md:block">
        <table className="w-full text-left" aria-label={label}>
          <thead className="sticky top-0 bg-surface text-sm text-ink-2">
            <tr>
              {columns.map(({ key, title, className, numeric, action }) => (
                <th key={key} scope="col" className={cn("px-4 py-3 font-medium whitespace-nowrap first:sticky first:left-0 first:z-[1] first:bg-surface", (numeric || action) && "text-right", className)}>
                  {action ? <span className="sr-only">{title}</span> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} className="border-t border-line bg-surface align-top transition-colors hover:bg-canvas">
                {columns.map(({ key, cell, className, numeric, action }) => (
                  <td key={key} className={cn("px-4 py-3.5 first:sticky first:left-0 first:z-[1] first:bg-inherit", numeric && "tabular", (numeric || action) && "text-right", className)}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-col gap-3 md:hidden">
        {rows.map((row) => (
          <article key={rowKey(row)} className="rounded-card border border-line bg-surface p-4">
            <dl className="flex flex-col gap-3">
              {columns.map(({ key, title, cell, numeric, action }) => (
                <div key={key} className={action ? "" : "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5"}>
                  <dt className={action ? "sr-only" : "text-xs text-ink-3"}>{title}</dt>
                  <dd className={cn("min-w-0 wrap-anywhere", numeric && "tabular")}>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </article>
        ))}
      </div>
    </>
  );
}

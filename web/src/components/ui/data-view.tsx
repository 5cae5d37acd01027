import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";
import { tables as words } from "@/lib/messages/tables";

import { Select } from "./select";
import { directionOf, nextSort, sorted, sortName, type Sort, type SortValue } from "./sorting";
import { useTableWidth } from "./use-table-width";

export type Column<T> = {
  key: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** Width classes of the table column. */
  className?: string;
  numeric?: boolean;
  /** The column of a row's action: last, aligned right, its title for screen readers only. */
  action?: boolean;
  /** What its header sorts by: a value of the row, or the name by which the server orders the whole list. */
  sort?: ((row: T) => SortValue) | string;
  /** Stands beside the title, outside its button. */
  about?: ReactNode;
};

/**
 * The order in force and how to change it; see `useSort`. `chooser` false: the screen has a list of orders of its own.
 */
export type Sorting = { sort: Sort; onSort: (next: Sort) => void; chooser?: boolean };
type DataViewProps<T> = {
  label: string;
  columns: Column<T>[];
  rows: T[];
  rowKey: (row: T) => string;
  sorting?: Sorting;
};

/**
 * The same rows twice: a table from 768 px up (its head and first column stay in view), stacked cards below, so nothing
 * ever scrolls sideways. Without a row there is a sentence, never a bare head.
 */
export function DataView<T>({ label, columns, rows, rowKey, sorting }: DataViewProps<T>) {
  const shown = sorting ? sorted(rows, columns, sorting.sort) : rows;
  if (!rows.length)
    return <p className="rounded-card border border-line bg-surface px-4 py-3 text-ink-3">{words.empty}</p>;
  return (
    <>
      <Table label={label} columns={columns} rows={shown} rowKey={rowKey} {...(sorting ? { sorting } : {})} />
      {sorting && sorting.chooser !== false ? <Chooser columns={columns} {...sorting} /> : null}
      <div className="flex flex-col gap-3 md:hidden">
        {shown.map((row, index) => (
          <article key={rowKey(row)} className="rounded-card border border-line bg-surface p-4">
            <dl className="flex flex-col gap-3">
              {columns.map(({ key, title, cell, numeric, action, about }) => (
                <div
                  key={key}
                  className={action ? "" : "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5"}
                >
                  <dt className={action ? "sr-only" : "flex items-center gap-1 text-xs text-ink-3"}>
                    {title}
                    {index === 0 ? about : null}
                  </dt>
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

/** The head stays below the page's own bars (`--table-top`), or at the top of the box a wide table scrolls in. */
function Table<T>({ label, columns, rows, rowKey, sorting }: DataViewProps<T>) {
  const { box, wide } = useTableWidth();
  const numbered = (numeric?: boolean, action?: boolean) => (numeric || action) && "text-right";
  return (
    <div
      ref={box}
      className={cn(
        "hidden rounded-card border border-line bg-surface md:block",
        wide ? "max-h-[calc(100dvh-8rem)] overflow-auto" : "overflow-clip",
      )}
    >
      <table className="w-full text-left" aria-label={label}>
        <thead className={cn("sticky z-[2] text-sm text-ink-2", wide ? "top-0" : "top-(--table-top,4rem)")}>
          <tr>
            {columns.map((column) => {
              const { key, className, numeric, action } = column;
              const name = sortName(column);
              return (
                <th
                  key={key}
                  scope="col"
                  {...(sorting && name ? { "aria-sort": directionOf(sorting.sort, name) } : {})}
                  className={cn(
                    "bg-surface px-3 py-3 font-medium shadow-[inset_0_-1px_0_var(--line)] first:sticky first:left-0 first:z-[1] xl:px-4 xl:whitespace-nowrap",
                    numbered(numeric, action),
                    className,
                  )}
                >
                  <Head column={column} {...(sorting ? { sorting } : {})} />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="bg-surface align-top transition-colors hover:bg-canvas">
              {columns.map(({ key, cell, className, numeric, action }) => (
                <td
                  key={key}
                  className={cn(
                    "px-3 py-3.5 xl:px-4 [tr+tr>&]:shadow-[inset_0_1px_0_var(--line)] first:sticky first:left-0 first:z-[1] first:bg-inherit",
                    numeric && "tabular",
                    numbered(numeric, action),
                    className,
                  )}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head<T>({ column, sorting }: { column: Column<T>; sorting?: Sorting }) {
  const { title, numeric, action, about } = column;
  const name = sortName(column);
  if (action) return <span className="sr-only">{title}</span>;
  if (!sorting || !name)
    return about ? (
      <span className="inline-flex items-center gap-1">
        {title}
        {about}
      </span>
    ) : (
      title
    );
  const direction = directionOf(sorting.sort, name);
  const Icon = direction === "ascending" ? ArrowUp : direction === "descending" ? ArrowDown : ChevronsUpDown;
  return (
    <span className="inline-flex items-center gap-1">
      <button
        type="button"
        title={words.sortBy(title)}
        onClick={() => sorting.onSort(nextSort(sorting.sort, name, Boolean(numeric)))}
        className={cn(
          "-mx-1 inline-flex min-h-6 items-center gap-1 rounded-[3px] px-1 transition-colors hover:text-ink",
          numeric ? "text-right" : "text-left",
          direction !== "none" && "text-ink",
        )}
      >
        {title}
        <Icon aria-hidden size={14} className={direction === "none" ? "text-ink-3/70" : "text-accent-text"} />
      </button>
      {about}
    </span>
  );
}

/** Cards have no heads to press: the same orders as a list. */
function Chooser<T>({ columns, sort, onSort }: { columns: Column<T>[] } & Sorting) {
  const choices = columns.flatMap((column) => {
    const name = sortName(column);
    return name
      ? [
          { value: name, label: words.ascending(column.title) },
          { value: `-${name}`, label: words.descending(column.title) },
        ]
      : [];
  });
  return (
    <div className="md:hidden">
      <Select
        aria-label={words.order}
        value={choices.some(({ value }) => value === sort) ? sort! : ""}
        onChange={(event) => onSort(event.target.value || null)}
      >
        <option value="">{words.own}</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

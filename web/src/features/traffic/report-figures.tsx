import { DataView, type Column } from "@/components/ui/data-view";
import { countText } from "@/lib/count";
import { trafficReports as words } from "@/lib/messages/traffic-reports";
import { perReader } from "@/lib/reader";

import type { Figures } from "./reports-api";

type Row = Figures["data"][number];
type ReportColumn = Figures["report"]["columns"][number];

const decimal = perReader((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));

/** A number with at most two decimals. */
export const decimalText = (value: number) => decimal().format(value);

/** The rows of a report as it heads them, each name with its figures. */
export function ReportFigures({ label, figures }: { label: string; figures: Figures }) {
  const { columns, label: names } = figures.report;
  const rows = figures.data.map((row, place) => ({ ...row, place }));
  return (
    <DataView
      label={label}
      columns={[
        { key: "name", title: names, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
        ...columns.map((column, place) => figureColumn(column, place)),
      ]}
      rows={rows}
      rowKey={({ place }) => String(place)}
    />
  );
}

function figureColumn({ name, unit }: ReportColumn, place: number): Column<Row> {
  return {
    key: String(place),
    title: name,
    numeric: unit !== "text",
    cell: ({ values }) => valueText(values[place] ?? null, unit),
  };
}

/** A value as the reader writes it, a dash where the file says nothing. */
export function valueText(value: Row["values"][number], unit: ReportColumn["unit"]): string {
  if (value === null || value === "") return words.empty;
  if (typeof value === "string") return value;
  if (unit === "percent") return words.percent(decimal().format(value));
  return unit === "count" && Number.isInteger(value) ? countText(value) : decimal().format(value);
}

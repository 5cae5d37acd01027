export type ChartRow = { key: string; name: string; cells: string[] };

type ChartTableProps = {
  /** What the table is of; the sentence of its chart. */
  label: string;
  /** Of the names, then of each cell. */
  titles: [string, ...string[]];
  rows: ChartRow[];
};

/** The other form of every chart: its numbers as words. Names stay in view while wide rows are moved. */
export function ChartTable({ label, titles: [nameTitle, ...titles], rows }: ChartTableProps) {
  return (
    <div className="max-h-[300px] overflow-auto" tabIndex={0} role="region" aria-label={label}>
      <table className="tabular w-full text-left" aria-label={label}>
        <thead className="sticky top-0 z-10 bg-surface text-sm text-ink-2">
          <tr>
            <th scope="col" className="sticky left-0 bg-surface py-2 pr-4 font-medium">
              {nameTitle}
            </th>
            {titles.map((title, index) => (
              <th key={index} scope="col" className="py-2 pl-4 text-right font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t border-line">
              <th scope="row" className="sticky left-0 min-w-28 bg-surface py-2 pr-4 font-normal wrap-anywhere">
                {row.name}
              </th>
              {row.cells.map((text, index) => (
                <td key={index} className="py-2 pl-4 text-right whitespace-nowrap">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

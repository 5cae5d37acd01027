/** One reading of one line: a day, and a value that may be missing. */
export type SeriesPoint = {
  at: Date;
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  note?: string | undefined;
};

export type ChartSeries = {
  key: string;
  label: string;
  points: SeriesPoint[];
  /** A comparison line: dashed grey, without band and marker. */
  muted?: boolean;
  /** The line the chart is about. */
  main?: boolean;
};

/** Everything a line differs by: colour, dash and marker, so that colour is never the only sign. */
export type SeriesLook = { ink: string; dash: string | undefined; marker: MarkerShape };
export type MarkerShape = "circle" | "square" | "diamond" | "triangle";

const INKS = ["--chart-1", "--chart-2", "--chart-3", "--chart-4", "--chart-5", "--chart-6", "--chart-7", "--chart-8"];
const DASHES = [undefined, "6 3", "2 3", "9 3 2 3"];
const MARKERS: MarkerShape[] = ["circle", "square", "diamond", "triangle"];

export function lookOf(index: number, muted = false): SeriesLook {
  if (muted) return { ink: "var(--chart-axis)", dash: "3 4", marker: "circle" };
  return {
    ink: `var(${INKS[index % INKS.length]})`,
    dash: DASHES[index % DASHES.length],
    marker: MARKERS[index % MARKERS.length]!,
  };
}

/** SVG path of a marker around 0,0. */
export function markerPath(shape: MarkerShape, r: number): string {
  switch (shape) {
    case "square":
      return `M${-r},${-r}H${r}V${r}H${-r}Z`;
    case "diamond":
      return `M0,${-r * 1.3}L${r * 1.3},0L0,${r * 1.3}L${-r * 1.3},0Z`;
    case "triangle":
      return `M0,${-r * 1.25}L${r * 1.2},${r}L${-r * 1.2},${r}Z`;
    default:
      return `M${-r},0a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0`;
  }
}

/** Every day any line has a point on, in order. */
export function daysOfSeries(series: ChartSeries[]): number[] {
  return [...new Set(series.flatMap((line) => line.points.map((point) => point.at.getTime())))].sort((a, b) => a - b);
}

export const pointOn = (line: ChartSeries, time: number) => line.points.find((point) => point.at.getTime() === time);

/** Something that happened on a day. */
export type ChartMark = { at: Date; label: string };

/** One mark for each day, whatever fell on it. */
export function onePerDay(marks: ChartMark[]): ChartMark[] {
  const days = new Map<number, ChartMark>();
  for (const mark of marks) {
    const same = days.get(mark.at.getTime());
    days.set(mark.at.getTime(), same ? { at: mark.at, label: `${same.label}; ${mark.label}` } : mark);
  }
  return [...days.values()];
}

/** The days at which the models behind a line changed, with what they are now. */
export function modelChanges(points: { at: string; models: string[] }[]): { at: Date; models: string[] }[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    if (!before) return [];
    const old = new Map(before.models.map(split));
    const changed = point.models.filter((model) => {
      const [engine, name] = split(model);
      return old.has(engine) && old.get(engine) !== name;
    });
    return changed.length ? [{ at: new Date(`${point.at}T00:00:00`), models: changed }] : [];
  });
}

/** The day that a break gives a model's name; the break has a mark of its own. */
const SINCE = / \(since \d{4}-\d{2}-\d{2}\)$/;

const split = (model: string): [string, string] => {
  const at = model.indexOf(": ");
  const named = model.replace(SINCE, "");
  return at < 0 ? [named, ""] : [named.slice(0, at), named.slice(at + 2)];
};

export type ChartUnit = "percent" | "score100" | "rank" | "count";

/**
 * Upper end of an axis: 100 for rates that reach far, else the next ten above what is shown; ranks run from 1, and
 * counts end at the next round number.
 */
export function domainOf(series: ChartSeries[], unit: ChartUnit): [number, number] {
  const highs = series.flatMap((line) => line.points.map((point) => point.high ?? point.value ?? 0));
  const top = Math.max(0, ...highs);
  if (unit === "rank") return [Math.max(3, Math.ceil(top)), 1];
  if (unit === "count") return [0, roundAbove(top)];
  return [0, top > 60 ? 100 : Math.min(100, Math.max(20, Math.ceil((top * 1.15) / 10) * 10))];
}

/** The next number of one digit that counts, or of two where the first is 1: 5 is the least. */
function roundAbove(top: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(5, top))) / 2;
  return Math.max(5, Math.ceil(top / step) * step);
}

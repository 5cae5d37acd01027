import { ChartFigure } from "./chart-figure";
import { ChartTable } from "./chart-table";
import { usePointNavigation } from "./use-point-navigation";
import { useWidth } from "./use-width";

/** Of 100, oldest first; `title` is its day and `text` its value with the interval in words. */
export type SparkPoint = { key: string; title: string; text: string; value: number; low: number; high: number };

type SparklineProps = {
  points: SparkPoint[];
  summary: string;
  labels: { table: string; chart: string; title: string; value: string; hint: string };
};

const HEIGHT = 64;
const EDGE = 5;

/**
 * A score's course in small, on the scale of 0 to 100 so that cards can be compared. ←/→ walk the points and read each
 * aloud.
 */
export function Sparkline({ points, summary, labels }: SparklineProps) {
  const [box, width] = useWidth<HTMLDivElement>(280);
  const { active, setActive, walking } = usePointNavigation(points.length);
  const x = (index: number) =>
    points.length < 2 ? width / 2 : EDGE + (index * (width - 2 * EDGE)) / (points.length - 1);
  const y = (value: number) => HEIGHT - EDGE - (value * (HEIGHT - 2 * EDGE)) / 100;
  const at = (value: (point: SparkPoint) => number) => points.map((point, index) => `${x(index)},${y(value(point))}`);
  const band = [...at((point) => point.high), ...at((point) => point.low).reverse()].join(" ");
  const marked = active ?? points.length - 1;
  const shown = active === null ? null : points[active];
  const rows = points.map(({ key, title, text }) => ({ key, name: title, cells: [text] })).reverse();
  return (
    <ChartFigure
      summary={shown ? `${shown.title}: ${shown.text}` : summary}
      labels={labels}
      table={<ChartTable label={summary} titles={[labels.title, labels.value]} rows={rows} />}
    >
      <div ref={box}>
        <svg
          role="img"
          aria-label={`${summary} ${labels.hint}`}
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          {...walking}
          className="block w-full rounded-button text-accent"
        >
          <polygon points={band} fill="currentColor" fillOpacity={0.13} />
          <polyline
            points={at((point) => point.value).join(" ")}
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            strokeLinejoin="round"
          />
          {points.map((point, index) => (
            <g key={point.key} onPointerEnter={() => setActive(index)}>
              <rect x={x(index) - 12} y={0} width={24} height={HEIGHT} fill="transparent" />
              {index === marked ? (
                <>
                  <line
                    x1={x(index)}
                    x2={x(index)}
                    y1={y(point.low)}
                    y2={y(point.high)}
                    stroke="currentColor"
                    strokeWidth={1.5}
                  />
                  <circle
                    cx={x(index)}
                    cy={y(point.value)}
                    r={3}
                    className="fill-surface"
                    stroke="currentColor"
                    strokeWidth={2}
                  />
                </>
              ) : null}
            </g>
          ))}
        </svg>
        <p aria-live="polite" className="sr-only">
          {shown ? `${shown.title}: ${shown.text}` : ""}
        </p>
      </div>
    </ChartFigure>
  );
}

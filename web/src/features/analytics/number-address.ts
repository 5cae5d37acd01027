import type { GroupBy } from "./api";
import { METRICS, type MetricName } from "./view";

/** A number that lies open: a metric of everything, or of one engine, question or name. */
export type OpenedNumber = {
  metric: MetricName;
  by: Extract<GroupBy, "engine" | "prompt" | "competitor"> | null;
  key: string | null;
};

const KINDS = ["engine", "prompt", "competitor"] as const;
const LONGEST = 200;

/** `?number=mentionRate&of=engine:chatgpt`; null where no number, or an unknown one, is named. */
export function numberOf(params: URLSearchParams): OpenedNumber | null {
  const metric = METRICS.find((name) => name === params.get("number"));
  if (!metric) return null;
  const [kind = "", ...rest] = (params.get("of") ?? "").slice(0, LONGEST).split(":");
  const by = KINDS.find((each) => each === kind) ?? null;
  const key = rest.join(":");
  return by && key ? { metric, by, key } : { metric, by: null, key: null };
}

/** The same address with this number open. */
export function withNumber(
  params: URLSearchParams,
  metric: MetricName,
  of?: { by: NonNullable<OpenedNumber["by"]>; key: string },
): URLSearchParams {
  const next = withoutNumber(params);
  next.set("number", metric);
  if (of) next.set("of", `${of.by}:${of.key}`);
  return next;
}

export function withoutNumber(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("number");
  next.delete("of");
  return next;
}

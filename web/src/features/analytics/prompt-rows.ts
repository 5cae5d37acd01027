import type { Group, Metrics, Prompt, Trend } from "./api";
import type { View } from "./view";

/** A question with its numbers; `demand` is the index of the recorded search that has its words. */
export type PromptRow = Prompt & { group: Group | null; demand: number | null };

/** The list in its own order, with each question's numbers beside it. */
export function rowsOf(
  list: Prompt[],
  metrics: Metrics,
  view: Pick<View, "topic" | "intent" | "market" | "question" | "q">,
  searches: readonly Trend[] = [],
): PromptRow[] {
  const groups = new Map(metrics.groups.map((group) => [group.key, group]));
  const demand = new Map(searches.map((search) => [folded(search.query), search.demand]));
  const wanted = view.q.toLocaleLowerCase();
  return list
    .filter((row) => !view.topic.length || view.topic.includes(row.topic))
    .filter((row) => !view.intent.length || view.intent.includes(row.intent))
    .filter((row) => !view.market.length || view.market.includes(row.locale))
    .filter((row) => !view.question.length || view.question.includes(row.id))
    .filter((row) => !wanted || row.text.toLocaleLowerCase().includes(wanted))
    .map((row) => ({ ...row, group: groups.get(row.id) ?? null, demand: demand.get(folded(row.text)) ?? null }));
}

/** Words alone, as recorded searches are told apart. */
const folded = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

import { Movement, ReadingCell } from "@/components/charts/reading";
import { OpenNumber } from "@/components/metrics/open-number";
import { Badge } from "@/components/ui/badge";
import { ago, dateTime } from "@/lib/format";
import { overview, view as common } from "@/lib/messages/analytics";
import { prompts as words } from "@/lib/messages/analytics-tables";
import { Link } from "@/lib/navigation";

import type { Group } from "./api";
import type { PromptRow } from "./prompt-rows";
import { useView } from "./use-view";

/** How often the brand is named, how that moved, and of how many answers. */
export function RateCell({ row: { id, text, group }, open }: { row: PromptRow; open: { to: string; name: string } }) {
  const { href } = useView();
  if (!group) return <span className="text-sm text-ink-3">{words.notAsked}</span>;
  const reading = group.values["mentionRate"];
  return (
    <span className="inline-flex flex-col items-end gap-0.5">
      <ReadingCell reading={reading} open={open} />
      {reading?.delta ? <Movement delta={reading.delta} unit="percent" className="max-w-36" /> : null}
      <OpenNumber to={href({ tab: "answers", prompt: id })} name={text} className="text-sm text-ink-3">
        {overview.n(group.answers)}
      </OpenNumber>
    </span>
  );
}

/** When it was last asked. */
export function AskedCell({ at }: { at: string | null }) {
  if (!at) return <span className="text-ink-3">{common.nothing}</span>;
  return (
    <time dateTime={at} title={dateTime(at)} className="text-sm whitespace-nowrap text-ink-2">
      {ago(at)}
    </time>
  );
}

const COMPETITORS_SHOWN = 2;

/** Who else the answers name, the most named first. */
export function NamedCell({ group }: { group: Group | null }) {
  const { href } = useView();
  const competitors = group?.rivals ?? [];
  if (!group || !competitors.length)
    return <span className="text-ink-3">{group ? words.nobodyElse : common.nothing}</span>;
  const more = competitors.length - COMPETITORS_SHOWN;
  return (
    <span className="flex flex-col items-start gap-0.5 text-sm">
      {competitors.slice(0, COMPETITORS_SHOWN).map((competitor) => (
        <Link
          key={competitor.id}
          to={href({ tab: "answers", prompt: group.key, entity: competitor.id })}
          className="underline-offset-4 wrap-anywhere hover:text-accent-text hover:underline"
        >
          {competitor.name}{" "}
          <span className="tabular text-ink-3">
            {competitor.answers}
            <span className="sr-only"> {words.namingAnswers(competitor.answers)}</span>
          </span>
        </Link>
      ))}
      {more > 0 ? <span className="text-ink-3">{words.moreCompetitors(more)}</span> : null}
    </span>
  );
}

/** The question, which opens its drawer. */
export function QuestionCell({ row }: { row: PromptRow }) {
  const { change } = useView();
  return (
    <span className="flex flex-col items-start gap-1">
      <button
        type="button"
        aria-label={words.open(row.text)}
        onClick={() => change({ prompt: row.id })}
        className="text-left font-medium underline-offset-4 hover:text-accent-text hover:underline"
      >
        {row.text}
      </button>
      <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
        {row.topic || common.noTopic} · {common.intents[row.intent] ?? row.intent}
        {row.status === "paused" ? <Badge>{words.paused}</Badge> : null}
      </span>
    </span>
  );
}

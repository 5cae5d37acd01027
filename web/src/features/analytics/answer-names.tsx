import { useQuery } from "@tanstack/react-query";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useFocusPassedOn } from "@/components/ui/return-focus";
import { competitors as words } from "@/lib/messages/analytics-tables";
import { evidence } from "@/lib/messages/visibility";
import { useEditing } from "@/lib/use-editing";

import type { Competitor } from "./api";
import { answerQuery, type Answer } from "./api/answers";
import { acceptCompetitor, competitorsQuery, restoreSuggested } from "./api/competitors";
import { useChange } from "./use-change";

/** Who is named, in order, and who is named without being tracked. */
export function AnswerNames({ answer }: { answer: Answer }) {
  return (
    <>
      {answer.positions.length ? (
        <ol className="flex flex-wrap gap-2">
          {answer.positions.map(({ entity, name, position }) => (
            <li key={entity}>
              <Badge tone={entity === "brand" ? "accent" : "neutral"} className="tabular text-sm">
                {position}. {name}
              </Badge>
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-ink-2">{evidence.nobodyNamed}</p>
      )}
      {answer.status === "completed" ? <Untracked answer={answer} /> : null}
    </>
  );
}

/** Names of the product's suggestions that stand in this answer; one press tracks them. */
function Untracked({ answer }: { answer: Answer }) {
  const { canEdit } = useEditing(answer.brandId);
  const rows = useQuery(competitorsQuery(answer.brandId)).data?.data ?? [];
  const here = rows.filter(({ status, name }) => status === "suggested" && stands(name, answer.text));
  if (!here.length) return null;
  return (
    <div className="mt-4">
      <h4 className="text-sm font-medium text-ink-2">{words.suggestions}</h4>
      <ul className="mt-1">
        {here.map((row) => (
          <Named key={row.id} answer={answer} row={row} canEdit={canEdit} />
        ))}
      </ul>
    </div>
  );
}

function Named({ answer, row, canEdit }: { answer: Answer; row: Competitor; canEdit: boolean }) {
  const leaving = useFocusPassedOn<HTMLLIElement>();
  return (
    <li ref={leaving} className="flex items-center justify-between gap-3 py-1">
      <span className="min-w-0 wrap-anywhere">{row.name}</span>
      {canEdit ? <Track answer={answer} row={row} /> : null}
    </li>
  );
}

function Track({ answer: { id, brandId }, row }: { answer: Answer; row: Competitor }) {
  const accept = useChange(
    brandId,
    () => acceptCompetitor(brandId, row.id, null),
    () => ({
      said: () => words.added(row.name),
      undo: () => restoreSuggested(brandId, row.id),
      also: answerQuery(id).queryKey,
    }),
  );
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={accept.isPending}
      aria-label={words.acceptOf(row.name)}
      onClick={() => accept.mutate(undefined)}
    >
      {words.accept}
    </Button>
  );
}

/** Whether a name stands in a text as a word of its own. */
function stands(name: string, text: string): boolean {
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, "iu").test(text);
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { overview, view as common } from "@/lib/messages/analytics";
import { prompts as words } from "@/lib/messages/analytics-tables";

import { type Prompt } from "./api";
import { acceptPrompts, decidePrompt, deletePrompt, promptSuggestionsQuery } from "./api/prompts";
import { useChange } from "./use-change";

const FIRST = 3;

/** Questions that could be asked as well. */
export function PromptSuggestions({ brandId, canEdit }: { brandId: string; canEdit: boolean }) {
  const suggestions = useQuery(promptSuggestionsQuery(brandId));
  const [all, setAll] = useState(false);
  const decide = useChange(
    brandId,
    ({ id, verb }: { id: string; verb: "accept" | "dismiss" }) => decidePrompt(brandId, id, verb),
    ({ id, verb }) => ({
      said: () => (verb === "accept" ? words.accepted : words.dismissed),
      undo: (prompt: Prompt) =>
        verb === "accept" ? deletePrompt(brandId, prompt.id) : decidePrompt(brandId, prompt.id, "restore"),
      ahead: {
        queryKey: promptSuggestionsQuery(brandId).queryKey,
        show: ({ data, ...rest }: { data: Prompt[] }) => ({ ...rest, data: data.filter((row) => row.id !== id) }),
      },
    }),
  );
  const acceptSuggestions = useChange(
    brandId,
    () => acceptPrompts(brandId),
    () => ({ said: ({ data, left }) => words.acceptedAll(data.length, left) }),
  );
  const rows = suggestions.data?.data ?? [];
  if (!canEdit || !rows.length) return null;
  return (
    <Card>
      <CardHeader
        title={words.suggestions}
        description={words.suggestionsText}
        className="mb-1 flex-wrap"
        action={
          <Button
            variant="secondary"
            size="sm"
            pending={acceptSuggestions.isPending}
            onClick={() => acceptSuggestions.mutate(undefined)}
          >
            {words.acceptSuggestions}
          </Button>
        }
      />
      <ul>
        {(all ? rows : rows.slice(0, FIRST)).map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-2.5 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-64">
              {row.text}
              <span className="block text-sm text-ink-3">
                {row.topic || common.noTopic} · {common.intents[row.intent] ?? row.intent}
              </span>
            </span>
            <span className="flex gap-2">
              <Button
                variant="secondary"
                size="sm"
                aria-label={words.acceptOf(row.text)}
                onClick={() => decide.mutate({ id: row.id, verb: "accept" })}
              >
                {words.accept}
              </Button>
              <Button
                variant="ghost"
                size="sm"
                aria-label={words.dismissOf(row.text)}
                onClick={() => decide.mutate({ id: row.id, verb: "dismiss" })}
              >
                {words.dismiss}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {rows.length > FIRST ? (
        <Button variant="ghost" size="sm" className="-ml-3 mt-1" onClick={() => setAll(!all)}>
          {all ? overview.showFewer : overview.showAll(rows.length)}
        </Button>
      ) : null}
    </Card>
  );
}

import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "@/components/ui/menu";
import { overview } from "@/lib/messages/analytics";
import { competitors as words } from "@/lib/messages/analytics-tables";

import { type Competitor } from "./api";
import { acceptCompetitor, competitorsQuery, dismissCompetitor, restoreSuggested } from "./api/competitors";
import { useChange } from "./use-change";
import { useView } from "./use-view";

const FIRST = 5;

type SuggestionsProps = { brandId: string; suggested: Competitor[]; tracked: Competitor[]; canEdit: boolean };

/** Names that answers list beside the brand, most named first: track them, merge them, or never see them again. */
export function CompetitorSuggestions({ brandId, suggested, tracked, canEdit }: SuggestionsProps) {
  const [all, setAll] = useState(false);
  if (!suggested.length) return null;
  const ranked = suggested.toSorted((a, b) => b.answers - a.answers || b.prompts - a.prompts);
  return (
    <Card aria-label={words.suggestions}>
      <CardHeader title={words.suggestions} description={words.suggestionsText} className="mb-1" />
      <ul>
        {(all ? ranked : ranked.slice(0, FIRST)).map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-2.5 first:border-t-0"
          >
            <Suggestion brandId={brandId} row={row} tracked={tracked} canEdit={canEdit} />
          </li>
        ))}
      </ul>
      {suggested.length > FIRST ? (
        <Button variant="ghost" size="sm" className="-ml-3 mt-1" onClick={() => setAll(!all)}>
          {all ? overview.showFewer : overview.showAll(suggested.length)}
        </Button>
      ) : null}
    </Card>
  );
}

/** The list without a name that has been decided about. */
const without = (brandId: string, id: string) => ({
  queryKey: competitorsQuery(brandId).queryKey,
  show: ({ data, ...rest }: { data: Competitor[] }) => ({ ...rest, data: data.filter((row) => row.id !== id) }),
});

function Suggestion({ brandId, row, tracked, canEdit }: Omit<SuggestionsProps, "suggested"> & { row: Competitor }) {
  const { openAnswer } = useView();
  const accept = useChange(
    brandId,
    (aliasOf: string | null) => acceptCompetitor(brandId, row.id, aliasOf),
    (aliasOf) => ({
      said: () =>
        aliasOf ? words.changed(tracked.find((item) => item.id === aliasOf)?.name ?? "") : words.added(row.name),
      ...(aliasOf ? {} : { undo: () => restoreSuggested(brandId, row.id) }),
      ahead: without(brandId, row.id),
    }),
  );
  const dismiss = useChange(
    brandId,
    () => dismissCompetitor(brandId, row.id),
    () => ({
      said: () => words.dismissed(row.name),
      undo: () => restoreSuggested(brandId, row.id),
      ahead: without(brandId, row.id),
    }),
  );
  const example = row.exampleAnswerId;
  return (
    <>
      <span className="min-w-0 flex-1 basis-56">
        <span className="font-medium wrap-anywhere">{row.name}</span>
        <span className="tabular flex flex-wrap gap-x-3 text-sm text-ink-3">
          {words.seen(row.answers, row.prompts, row.engines)}
          {example ? (
            <button
              type="button"
              className="text-accent-text underline-offset-4 hover:underline"
              onClick={() => openAnswer(example)}
            >
              {words.example}
            </button>
          ) : null}
        </span>
      </span>
      {canEdit ? (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            pending={accept.isPending}
            aria-label={words.acceptOf(row.name)}
            onClick={() => accept.mutate(null)}
          >
            {words.accept}
          </Button>
          {tracked.length ? (
            <Menu>
              <MenuTrigger asChild>
                <Button variant="ghost" size="sm" aria-label={words.aliasButton(row.name)}>
                  {words.aliasOf}
                </Button>
              </MenuTrigger>
              <MenuContent align="end">
                <MenuLabel>{words.aliasOfName(row.name)}</MenuLabel>
                {tracked.map((item) => (
                  <MenuItem key={item.id} onSelect={() => accept.mutate(item.id)}>
                    {item.name}
                  </MenuItem>
                ))}
              </MenuContent>
            </Menu>
          ) : null}
          <Button
            variant="ghost"
            size="sm"
            pending={dismiss.isPending}
            aria-label={words.dismissOf(row.name)}
            onClick={() => dismiss.mutate(undefined)}
          >
            {words.dismiss}
          </Button>
        </span>
      ) : null}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState, type ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { view as common } from "@/lib/messages/analytics";
import { competitors as competitorWords, prompts as promptWords } from "@/lib/messages/analytics-tables";
import { questions as words } from "@/lib/messages/questions";

import { type Competitor, type Prompt } from "./api";
import { promptsQuery } from "./api/prompts";
import { competitorsQuery } from "./api/competitors";
import { CompetitorActions } from "./competitor-actions";
import { CompetitorForm } from "./competitor-form";
import { LimitLine } from "./limit-line";
import { PromptActions } from "./prompt-actions";
import { PromptForm } from "./prompt-form";
import { Part, useEditing } from "./states";

const line = "flex items-start justify-between gap-4 border-t border-line py-2.5 first:border-t-0";

type ListProps = {
  brandId: string;
  /** Puts the list into a card or under a heading; `add` is the button that adds one. */
  frame: (list: ReactNode, add: ReactNode) => ReactNode;
  /** Whether another button of the card comes first. */
  quiet?: boolean;
};

/** What is asked for a brand, each to be edited, with its reason and the plan's limit. */
export function QuestionList({ brandId, frame, quiet = false }: ListProps) {
  const { canEdit, reason } = useEditing(brandId);
  const prompts = useQuery(promptsQuery(brandId));
  const [form, setForm] = useState<{ prompt: Prompt | null } | null>(null);
  const add = canEdit ? <Add quiet={quiet} label={words.add} onClick={() => setForm({ prompt: null })} /> : null;
  return frame(
    <>
      <LimitLine feature="prompts.max" text={promptWords.limit} reached={promptWords.limitReached} />
      {reason ? <p className="text-sm text-ink-3">{reason}</p> : null}
      <Part query={prompts} height="h-48">
        {({ data }) =>
          data.length ? (
            <ul className="mt-3">
              {data.map((prompt) => (
                <li key={prompt.id} className={line}>
                  <span className="min-w-0 wrap-anywhere">
                    <span className={prompt.status === "paused" ? "text-ink-3" : ""}>{prompt.text}</span>
                    <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
                      {words.reason(common.intents[prompt.intent] ?? prompt.intent, prompt.topic)} ·{" "}
                      {promptWords.origin[prompt.origin]}
                      {prompt.status === "paused" ? <Badge>{promptWords.paused}</Badge> : null}
                    </span>
                  </span>
                  {canEdit ? (
                    <PromptActions brandId={brandId} prompt={prompt} onEdit={() => setForm({ prompt })} />
                  ) : null}
                </li>
              ))}
            </ul>
          ) : (
            <p className="mt-3 text-ink-2">
              {words.none}. {words.noneText}
            </p>
          )
        }
      </Part>
      {form ? <PromptForm brandId={brandId} prompt={form.prompt} onClose={() => setForm(null)} /> : null}
    </>,
    add,
  );
}

/** Who a brand is measured against, with the plan's limit. */
export function CompetitorList({ brandId, frame, quiet = false }: ListProps) {
  const { canEdit } = useEditing(brandId);
  const list = useQuery(competitorsQuery(brandId));
  const [form, setForm] = useState<{ competitor: Competitor | null } | null>(null);
  const add = canEdit ? (
    <Add quiet={quiet} label={competitorWords.add} onClick={() => setForm({ competitor: null })} />
  ) : null;
  return frame(
    <>
      <LimitLine feature="competitors.max" text={competitorWords.limit} reached={competitorWords.limitReached} />
      <Part query={list} height="h-24">
        {({ data }) => (
          <Names
            brandId={brandId}
            rows={data.filter((row) => row.status === "tracked")}
            canEdit={canEdit}
            onEdit={(competitor) => setForm({ competitor })}
          />
        )}
      </Part>
      {form ? <CompetitorForm brandId={brandId} competitor={form.competitor} onClose={() => setForm(null)} /> : null}
    </>,
    add,
  );
}

function Add({ label, quiet, onClick }: { label: string; quiet: boolean; onClick: () => void }) {
  return (
    <Button variant={quiet ? "secondary" : "primary"} size="sm" onClick={onClick}>
      <Plus aria-hidden size={16} /> {label}
    </Button>
  );
}

type NamesProps = { brandId: string; rows: Competitor[]; canEdit: boolean; onEdit: (competitor: Competitor) => void };

function Names({ brandId, rows, canEdit, onEdit }: NamesProps) {
  if (!rows.length) return <p className="mt-3 text-ink-2">{words.noCompetitors}</p>;
  return (
    <ul className="mt-3">
      {rows.map((row) => (
        <li key={row.id} className={line}>
          <span className="min-w-0 wrap-anywhere">
            {row.name}
            {row.websiteUrl ? <span className="block text-sm text-ink-3">{row.websiteUrl}</span> : null}
          </span>
          {canEdit ? <CompetitorActions brandId={brandId} competitor={row} onEdit={() => onEdit(row)} /> : null}
        </li>
      ))}
    </ul>
  );
}

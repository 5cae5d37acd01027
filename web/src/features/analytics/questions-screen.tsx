import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState, type ComponentType, type ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Guarded } from "@/components/ui/guarded";
import { useCurrentBrandId } from "@/lib/current-brand";
import { view as common } from "@/lib/messages/analytics";
import { competitors as rivalWords, prompts as promptWords } from "@/lib/messages/analytics-tables";
import { questions as words } from "@/lib/messages/questions";
import { dashboard } from "@/lib/messages/visibility";

import { AlsoNamed } from "./also-named";
import { competitorsQuery, promptsQuery, type Competitor, type Prompt } from "./api";
import { CompetitorActions } from "./competitor-actions";
import { CompetitorForm } from "./competitor-form";
import { LimitLine } from "./limit-line";
import { PromptActions } from "./prompt-actions";
import { PromptForm } from "./prompt-form";
import { PromptSuggestions } from "./prompt-suggestions";
import { Part, useEditing } from "./states";

type QuestionsScreenProps = {
  /** What is understood of the brand: the questions are made from it. */
  Offer: ComponentType<{ brandId: string }>;
  /** The drawer that shows the answer named in the address. */
  answerDrawer: ReactNode;
};

/** What is asked and against whom it is measured: on every plan, with its limits. */
export function QuestionsScreen({ Offer, answerDrawer }: QuestionsScreenProps) {
  const brandId = useCurrentBrandId();
  if (!brandId) return <EmptyState title={dashboard.noBrand} />;
  return (
    <div key={brandId} className="flex flex-col gap-6">
      <Guarded>
        <Offer brandId={brandId} />
        <Asked brandId={brandId} />
        <Suggested brandId={brandId} />
        <Tracked brandId={brandId} />
        <AlsoNamed brandId={brandId} />
        {answerDrawer}
      </Guarded>
    </div>
  );
}

const line = "flex items-start justify-between gap-4 border-t border-line py-2.5 first:border-t-0";

function Asked({ brandId }: { brandId: string }) {
  const { canEdit, reason } = useEditing(brandId);
  const prompts = useQuery(promptsQuery(brandId));
  const [form, setForm] = useState<{ prompt: Prompt | null } | null>(null);
  const add = (
    <Button size="sm" onClick={() => setForm({ prompt: null })}>
      <Plus aria-hidden size={16} /> {words.add}
    </Button>
  );
  return (
    <Card aria-label={words.asked}>
      <CardHeader title={words.asked} description={words.askedText} className="mb-1 flex-wrap" action={canEdit ? add : null} />
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
                      {words.reason(common.intents[prompt.intent] ?? prompt.intent, prompt.topic)} · {promptWords.origin[prompt.origin]}
                      {prompt.status === "paused" ? <Badge>{promptWords.paused}</Badge> : null}
                    </span>
                  </span>
                  {canEdit ? <PromptActions brandId={brandId} prompt={prompt} onEdit={() => setForm({ prompt })} /> : null}
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
    </Card>
  );
}

function Suggested({ brandId }: { brandId: string }) {
  return <PromptSuggestions brandId={brandId} canEdit={useEditing(brandId).canEdit} />;
}

function Tracked({ brandId }: { brandId: string }) {
  const { canEdit } = useEditing(brandId);
  const list = useQuery(competitorsQuery(brandId));
  const [form, setForm] = useState<{ competitor: Competitor | null } | null>(null);
  const add = (
    <Button size="sm" onClick={() => setForm({ competitor: null })}>
      <Plus aria-hidden size={16} /> {rivalWords.add}
    </Button>
  );
  return (
    <Card aria-label={words.competitors}>
      <CardHeader title={words.competitors} description={words.competitorsText} className="mb-1 flex-wrap" action={canEdit ? add : null} />
      <LimitLine feature="competitors.max" text={rivalWords.limit} reached={rivalWords.limitReached} />
      <Part query={list} height="h-24">
        {({ data }) => <Names brandId={brandId} rows={data.filter((row) => row.status === "tracked")} canEdit={canEdit} onEdit={(competitor) => setForm({ competitor })} />}
      </Part>
      {form ? <CompetitorForm brandId={brandId} competitor={form.competitor} onClose={() => setForm(null)} /> : null}
    </Card>
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
